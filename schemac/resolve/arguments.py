"""The literal value of a decorator's argument in, checked data or what is wrong with it out."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Literal

__all__ = [
    "EXAMPLE_KEYS",
    "Wrong",
    "category",
    "domains",
    "examples",
    "flag",
    "flags",
    "gate_map",
    "icons",
    "json_object",
    "text",
    "undeclared",
]

EXAMPLE_KEYS = frozenset({"input", "output", "error", "name"})
_DOMAIN = re.compile(r"[A-Za-z0-9_.~-]{1,64}")
_CATEGORY = re.compile(r"[a-z0-9_]+")


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong with a value: the end of a sentence that begins with the argument's name."""

    why: str
    code: str = "SC613"


def text(value: object) -> str | Wrong | None:
    """Check a text; None is none, and so is the empty one."""
    if value is None or (isinstance(value, str) and _encodes(value)):
        return value or None
    return Wrong("must be a text")


def category(value: object) -> str | Wrong:
    """Check the key of a category."""
    if isinstance(value, str) and _CATEGORY.fullmatch(value):
        return value
    return Wrong("must be a text of the characters a-z, 0-9 and `_`")


def flag(value: object) -> bool | Wrong:
    """Check that it is True or False."""
    return value if isinstance(value, bool) else Wrong("must be True or False")


def undeclared(value: object) -> Literal["drop", "reject"] | Wrong:
    """Check one of the two words."""
    match value:
        case "drop" | "reject":
            return value
        case _:
            return Wrong('must be "drop" or "reject"')


def flags(value: object) -> tuple[str, ...] | Wrong:
    """Check one flag expression or several; an empty one would be no gate at all."""
    listed = (value,) if isinstance(value, str) else value
    if not isinstance(listed, list | tuple) or not all(isinstance(each, str) for each in listed):
        return Wrong("must be a flag expression, or a list of them", "SC401")
    if not listed or not all(each.strip() for each in listed):
        return Wrong("is empty: leave it out where everyone may use the tool", "SC401")
    return tuple(listed) if all(map(_encodes, listed)) else Wrong("must be a text", "SC401")


def gate_map(value: object) -> tuple[tuple[str, str], ...] | Wrong:
    """Check flag expressions by predicate; give pairs."""
    if not isinstance(value, dict):
        return Wrong("must map predicates to flag expressions", "SC401")
    pairs: list[tuple[str, str]] = []
    for predicate, given in value.items():
        if not isinstance(predicate, str) or not predicate.isidentifier():
            return Wrong(f"has the key {predicate!r}, which names no predicate", "SC401")
        checked = flags(given)
        if isinstance(checked, Wrong):
            return Wrong(f"has a gate `{predicate}` that {checked.why}", "SC401")
        pairs += [(predicate, each) for each in checked]
    return tuple(pairs)


def domains(value: object) -> tuple[str, ...] | Wrong:
    """Check names of domains, one at least."""
    listed = (value,) if isinstance(value, str) else value
    if not isinstance(listed, list | tuple) or not listed:
        return Wrong("must be a list of names, and not empty")
    for each in listed:
        if not isinstance(each, str) or not _DOMAIN.fullmatch(each):
            return Wrong(
                f"holds {each!r}: a name is 1 to 64 characters of A-Z, a-z, 0-9 and `_.~-`"
            )
        if each in {"explorer", ".", ".."}:
            return Wrong(f"holds `{each}`, which is taken")
    return tuple(dict.fromkeys(listed))


def icons(value: object) -> str | Wrong:
    """Check a list of objects; give JSON."""
    if not isinstance(value, list | tuple) or not all(isinstance(each, dict) for each in value):
        return Wrong("must be a list of objects")
    return _json(list(value))


def json_object(value: object) -> str | Wrong:
    """Check an object; give JSON."""
    return _json(value) if isinstance(value, dict) else Wrong("must be an object")


def examples(value: object) -> tuple[str, ...] | Wrong:
    """Check examples of calls; give each as JSON."""
    if not isinstance(value, list | tuple) or not all(isinstance(each, dict) for each in value):
        return Wrong("must be a list of objects")
    out: list[str] = []
    for each in value:
        if "input" not in each or not EXAMPLE_KEYS.issuperset(each):
            return Wrong("must hold objects with `input`, and perhaps `output`, `error` and `name`")
        written = _json(each)
        if isinstance(written, Wrong):
            return written
        out.append(written)
    return tuple(out)


def _json(value: object) -> str | Wrong:
    try:
        written = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError):
        return Wrong("must be plain JSON")
    return written if _encodes(written) else Wrong("must be plain JSON")


def _encodes(value: str) -> bool:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
