"""What `@tool(…)` was given in, checked data out. Every doubt is an error, never a public tool."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

from schemac.runtime.errors import ContractError
from schemac.runtime.hints import HINTS
from schemac.runtime.icons import checked_icons
from schemac.runtime.names import checked_category, checked_domain

if TYPE_CHECKING:
    from schemac.runtime.pipeline import Middleware

__all__ = [
    "ToolOptions",
    "Words",
    "check_options",
    "read_domains",
    "read_gates",
    "read_hints",
    "read_json_options",
    "read_middleware",
    "read_words",
]

Flags: TypeAlias = "str | Sequence[str]"
Words: TypeAlias = object
"""A text: a `str`, or an object that becomes one when a request asks (a lazy string)."""

_EXAMPLE_KEYS = frozenset({"input", "output", "error", "name"})
_OURS = "schemac/"
_NO_WORDS = (bool, int, float, complex, bytes, bytearray, list, tuple, dict, set, frozenset)


class ToolOptions(TypedDict, total=False):
    """The keyword arguments of `@tool` besides the name.

    `requires` and `gates` are flag expressions, all of which must be open. Of `read_only`,
    `destructive`, `idempotent` and `open_world` only those that are given are sent to clients.
    """

    requires: Flags
    gates: Mapping[str, Flags]
    domains: Flags
    category: str
    summary: Words
    title: Words
    description: Words
    read_only: bool
    destructive: bool
    idempotent: bool
    open_world: bool
    icons: Sequence[Mapping[str, Any]]
    meta: Mapping[str, Any]
    deferred: bool
    internal: bool
    examples: Sequence[Mapping[str, Any]]
    middleware: Sequence[Middleware]
    undeclared: Literal["drop", "reject"]


def check_options(options: ToolOptions) -> None:
    """Refuse unknown names, and flags that are no booleans."""
    known = ToolOptions.__annotations__
    for name in options:
        if name not in known:
            raise ContractError(f"`{name}` is no argument of a tool; there are {', '.join(known)}")
    for name in ("deferred", "internal", *HINTS):
        if not isinstance(options.get(name, False), bool):
            raise ContractError(f"`{name}` must be True or False")
    if options.get("undeclared", "drop") not in ("drop", "reject"):
        raise ContractError('`undeclared` must be "drop" or "reject"')
    if "category" in options:
        checked_category(options["category"])


def read_gates(options: ToolOptions) -> tuple[tuple[str, str], ...]:
    """Give (predicate, flag expression) pairs: those of `requires`, then those of `gates`."""
    gates: list[tuple[str, str]] = []
    if "requires" in options:
        gates += [("requires", flag) for flag in _flags("requires", options["requires"])]
    given = options.get("gates", {})
    if not isinstance(given, Mapping):
        raise ContractError("`gates` must map predicates to flag expressions")
    for predicate, flags in given.items():
        gates += [(_predicate(predicate), flag) for flag in _flags(predicate, flags)]
    return tuple(gates)


def _predicate(name: object) -> str:
    if isinstance(name, str) and name.isidentifier():
        return name
    raise ContractError(f"{name!r} cannot be a predicate: it names no method")


def _flags(predicate: str, flags: object) -> list[str]:
    listed: object = [flags] if isinstance(flags, str) else flags
    if isinstance(listed, list | tuple) and listed:
        found = [flag for flag in listed if isinstance(flag, str) and flag.strip()]
        if len(found) == len(listed):
            return found
    raise ContractError(
        f"the gate `{predicate}` must be a flag expression or some of them, and none empty: "
        f"leave the gate out where everyone may use the tool"
    )


def read_domains(options: ToolOptions) -> tuple[str, ...]:
    """Give the domains, () where none is given: then the tool is in the default domain."""
    if "domains" not in options:
        return ()
    given = options["domains"]
    listed = (given,) if isinstance(given, str) else given
    if not isinstance(listed, list | tuple) or not listed:
        raise ContractError("`domains` must be a list of names, and not empty")
    return tuple(dict.fromkeys(checked_domain(domain) for domain in listed))


def read_hints(options: ToolOptions) -> tuple[tuple[str, bool], ...]:
    """Give the hints that were set, by their Python names, in a fixed order."""
    return tuple((name, bool(options.get(name))) for name in HINTS if name in options)


def read_words(options: ToolOptions, name: Literal["title", "summary", "description"]) -> Words:
    """Give a text, or the lazy object that stands for one; None where none or "" was given."""
    words = options.get(name)
    if isinstance(words, _NO_WORDS) or (isinstance(words, str) and not _is_unicode(words)):
        raise ContractError(f"`{name}` must be a text")
    return None if isinstance(words, str) and not words else words


def _is_unicode(text: str) -> bool:
    """Whether it holds whole characters: half of one cannot be sent."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def read_json_options(options: ToolOptions) -> tuple[str | None, str | None, tuple[str, ...]]:
    """Give icons, meta and examples as compact JSON texts."""
    icons = options.get("icons")
    meta = options.get("meta")
    return (
        None if icons is None else _json("icons", checked_icons(icons)),
        None if meta is None else _json("meta", _meta(meta)),
        _examples(options.get("examples", ())),
    )


def _meta(meta: object) -> dict[str, object]:
    """Take what an author adds to `_meta`; keys of ours would be taken for what we say."""
    if not isinstance(meta, Mapping) or not all(isinstance(key, str) for key in meta):
        raise ContractError("`meta` must be an object with texts as keys")
    for key in meta:
        if key.lower().startswith(_OURS):
            raise ContractError(f"`meta` cannot have `{key}`: names of `{_OURS}` are schemac's own")
    return dict(meta)


def _examples(examples: object) -> tuple[str, ...]:
    if not isinstance(examples, list | tuple) or not _objects(examples):
        raise ContractError("`examples` must be a list of objects")
    for example in examples:
        if "input" not in example or not set(example) <= _EXAMPLE_KEYS:
            raise ContractError(
                "an example has `input`, and may have `output` or `error`, and `name`; "
                f"this one has {', '.join(map(str, example)) or 'nothing'}"
            )
    return tuple(_json("examples", dict(example)) for example in examples)


def read_middleware(options: ToolOptions) -> tuple[Middleware, ...]:
    """Give the tool's own middlewares, the first one outermost."""
    middleware = options.get("middleware", ())
    if not isinstance(middleware, list | tuple) or not all(map(callable, middleware)):
        raise ContractError("`middleware` must be a list of callables `(call, call_next)`")
    return tuple(middleware)


def _objects(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(item, Mapping) for item in value)


def _json(name: str, value: object) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        text.encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise ContractError(f"`{name}` must be plain JSON: {error}") from None
    return text
