"""One setting's value in, the same value checked and frozen out; TypeError says what was wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any, TypeAlias

from schemac.emit.dialects import DIALECTS
from schemac.ir.tags import TAGS
from schemac.runtime.grouping import Grouped
from schemac.runtime.names import checked_category, checked_domain
from schemac.runtime.results import clean_text
from schemac.runtime.settings import Limits
from schemac.wire.headers import as_browsers_send
from schemac.wire.json_bytes import dump

__all__ = ["READERS", "Reader"]

Reader: TypeAlias = Callable[[str, Any], Any]


def _wrong(name: str, wanted: str, value: object) -> TypeError:
    return TypeError(f"`{name}` must be {wanted}, got {value!r}")


def _text(name: str, value: object) -> str | None:
    if value is None or (isinstance(value, str) and value):
        return value
    raise _wrong(name, "a text", value)


def _instructions(name: str, value: object) -> str | None:
    text = _text(name, value)
    return None if text is None else clean_text(text)


def _boolean(name: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise _wrong(name, "True or False", value)


def _boolean_or_unset(name: str, value: object) -> bool | None:
    return None if value is None else _boolean(name, value)


def _count(name: str, value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise _wrong(name, "a whole number, 0 or more", value)


def _positive(name: str, value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value
    raise _wrong(name, "a whole number, 1 or more", value)


def _positive_or_unset(name: str, value: object) -> int | None:
    return None if value is None else _positive(name, value)


def _names(name: str, value: object) -> tuple[str, ...]:
    if isinstance(value, AbstractSet) and all(isinstance(item, str) for item in value):
        return _names(name, sorted(value))
    if isinstance(value, Sequence) and not isinstance(value, str):
        names = tuple(item for item in value if isinstance(item, str) and item)
        if len(names) == len(value):
            return names
    raise _wrong(name, "a list of texts", value)


def _predicates(name: str, value: object) -> tuple[str, ...]:
    """Take names of predicates: a tag of the language is none, or its gates would stand open."""
    names = _names(name, value)
    for one in names:
        if one in TAGS or not one.isidentifier():
            raise ValueError(f"`{name}`: `{one}` cannot be a predicate")
    return names


def _paths(name: str, value: object) -> tuple[Path, ...]:
    if isinstance(value, Sequence) and not isinstance(value, str):
        paths = tuple(Path(item) for item in value if isinstance(item, str | Path))
        if len(paths) == len(value):
            return paths
    raise _wrong(name, "a list of paths", value)


def _path(name: str, value: object) -> Path | None:
    if value is None or isinstance(value, str | Path):
        return None if value is None else Path(value)
    raise _wrong(name, "a path", value)


def _one_of(*allowed: object) -> Reader:
    def read(name: str, value: object) -> object:
        if value in allowed:
            return value
        raise _wrong(name, " or ".join(repr(one) for one in allowed), value)

    return read


def _mapping(name: str, value: object) -> Mapping[str, Any]:
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return value
    raise _wrong(name, "a mapping with names as keys", value)


def _domains(name: str, value: object) -> Mapping[str, Grouped | None]:
    """Names, or names with how each is grouped (None: not)."""
    given = value if isinstance(value, Mapping) else dict.fromkeys(_names(name, value))
    return {
        checked_domain(domain): _grouped(f"{name}.{domain}", grouped)
        for domain, grouped in given.items()
    }


def _grouped(name: str, value: object) -> Grouped | None:
    """Take a grouping, or its arguments as a file has them."""
    if value is None or isinstance(value, Grouped):
        return value
    if not isinstance(value, Mapping):
        raise _wrong(name, "a `Grouped` or its arguments", value)
    known = Grouped.__dataclass_fields__
    for key in value:
        if key not in known:
            raise TypeError(f"`{name}` has no `{key}`; there are {', '.join(known)}")
    return Grouped(**value)


def _domain(_: str, value: object) -> str:
    return checked_domain(value)


def _categories(name: str, value: object) -> Mapping[str, str]:
    given = _mapping(name, value)
    if not all(isinstance(text, str) for text in given.values()):
        raise _wrong(name, "a mapping of categories to their summaries", value)
    return {checked_category(key): text for key, text in given.items()}


def _flags(name: str, value: object) -> Mapping[str, tuple[str, ...]]:
    return {key: _names(f"{name}.{key}", flags) for key, flags in _mapping(name, value).items()}


def _missing(name: str, value: object) -> Mapping[str, str]:
    read = _one_of("open")
    return {key: read(f"{name}.{key}", answer) for key, answer in _mapping(name, value).items()}


def _limits(name: str, value: object) -> Limits:
    if isinstance(value, Limits):
        return value
    given = _mapping(name, value)
    known = Limits.__dataclass_fields__
    for key, bound in given.items():
        if key not in known:
            raise TypeError(f"`{name}` has no `{key}`; there are {', '.join(known)}")
        _positive(f"{name}.{key}", bound)
    return Limits(**given)


def _origins(name: str, value: object) -> tuple[str, ...]:
    found = []
    for origin in _names(name, value):
        sent = as_browsers_send(origin)
        if sent is None:
            raise _wrong(name, "a list of origins such as `https://app.example`", origin)
        found.append(sent)
    return tuple(found)


def _metadata(name: str, value: object) -> Mapping[str, Any] | None:
    """Take what is published; what is no JSON could never be."""
    if value is None:
        return None
    given = dict(_mapping(name, value))
    try:
        dump(given)
    except (TypeError, ValueError, RecursionError):
        raise _wrong(name, "a JSON object", value) from None
    if not isinstance(given.get("resource", ""), str):
        raise _wrong(f"{name}.resource", "a text", given["resource"])
    return given


_RESOURCES = ("surface", "examples", "tool")


def _resources(name: str, value: object) -> tuple[str, ...]:
    if isinstance(value, bool):
        return _RESOURCES if value else ()
    given = _names(name, value)
    if set(given) <= set(_RESOURCES):
        return tuple(one for one in _RESOURCES if one in given)
    raise _wrong(name, "True, False or some of 'surface', 'examples', 'tool'", value)


def _dialect(name: str, value: object) -> str:
    if isinstance(value, str) and value in DIALECTS:
        return value
    raise _wrong(name, f"one of {', '.join(DIALECTS)}", value)


def _store(name: str, value: object) -> object:
    made = callable(getattr(value, "get", None)) and callable(getattr(value, "set", None))
    if value is None or value == "redis" or made:
        return value
    raise _wrong(name, "'redis' or an object with `get` and `set`", value)


def _explorer(name: str, value: object) -> bool | None:
    """Refuse what this version does not have, so that nobody believes it to be there."""
    if _boolean_or_unset(name, value):
        raise TypeError(f"`{name}` is not available in this version: leave it out")
    return False if value is False else None


def _anything(_: str, value: object) -> object:
    return value


READERS: Mapping[str, Reader] = {
    "server_name": _text,
    "server_version": _text,
    "instructions": _instructions,
    "default_domain": _domain,
    "domains": _domains,
    "categories": _categories,
    "modules": _names,
    "sig_paths": _paths,
    "predicates": _predicates,
    "flags": _flags,
    "on_missing_predicate": _missing,
    "plan": _path,
    "strict_schema": _boolean_or_unset,
    "dialect": _dialect,
    "undeclared": _one_of("drop", "reject"),
    "ignored_input_keys": _names,
    "coerce": _one_of("off", "lax"),
    "limits": _limits,
    "eager": _boolean_or_unset,
    "page_size": _positive_or_unset,
    "client_ttl_ms": _count,
    "listing_cache": _store,
    "listing_cache_client": _anything,
    "listing_cache_url": _text,
    "listing_ttl": _positive,
    "allowed_origins": _origins,
    "resource_metadata": _metadata,
    "resources": _resources,
    "explorer": _explorer,
}
"""How each setting is read, by its name: there are no others."""
