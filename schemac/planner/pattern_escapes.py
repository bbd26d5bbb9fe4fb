"""A backslash in a regular expression in, where its escape ends and what is wrong with it out.

Allowed is what ECMA-262 has with the `u` flag and what the linear engine reads in the same way. All
else is a fault, since readers of other flavours give most letters a meaning.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from schemac.planner.unicode_properties import is_property

__all__ = ["PatternFault", "read_escape"]


@dataclass(frozen=True, slots=True)
class PatternFault:
    """What is wrong, and where in the pattern's text."""

    message: str
    start: int
    end: int


_REFERENCE: Final = re.compile(r"\\(?:[1-9][0-9]*|k<[^>]*>|k)")
_PLAIN: Final = re.compile(r"\\(?:[dDwWsSfnrtv^$\\.*+?()\[\]{}|/]|c[A-Za-z]|x[0-9A-Fa-f]{2})")
_UNIT: Final = re.compile(r"\\u(?:([0-9A-Fa-f]{4})|\{([0-9A-Fa-f]+)\})")
_PROPERTY: Final = re.compile(r"\\[pP]\{([^{}]*)\}")
_LAST: Final = 0x10FFFF
_SURROGATES: Final = range(0xD800, 0xE000)
_BOUNDARIES: Final = ("\\b", "\\B")


def read_escape(
    pattern: str, at: int, *, in_class: bool = False
) -> tuple[int, PatternFault | None]:
    """Read the escape that begins at a backslash."""
    reference = _REFERENCE.match(pattern, at)
    if reference is not None:
        end = reference.end()
        return end, PatternFault("has a back-reference", at, end)
    if at + 1 == len(pattern):
        return at + 1, PatternFault("ends in a lone backslash", at, at + 1)
    for allowed in (_PLAIN.match(pattern, at), _point(pattern, at), _property(pattern, at)):
        if allowed is not None:
            return allowed.end(), None
    if in_class and pattern.startswith("\\-", at):
        return at + 2, None
    return at + 2, PatternFault(_fault(pattern[at : at + 2], in_class=in_class), at, at + 2)


def _point(pattern: str, at: int) -> re.Match[str] | None:
    """Read one character by its number; halves of one are none to the linear engine."""
    found = _UNIT.match(pattern, at)
    if found is None:
        return None
    point = int(found[1] or found[2], 16)
    return found if point <= _LAST and point not in _SURROGATES else None


def _property(pattern: str, at: int) -> re.Match[str] | None:
    found = _PROPERTY.match(pattern, at)
    return found if found is not None and is_property(found[1]) else None


def _fault(escape: str, *, in_class: bool) -> str:
    mark = escape[1]
    if escape in _BOUNDARIES:
        if in_class:
            return f"has `{escape}` in a class: a backspace is `\\x08`"
        return f"has `{escape}`: which letters make words differs between readers"
    if mark == "0":
        return "has `\\0`: write `\\x00`"
    if mark in "pP":
        return f"has `{escape}` without a name of ECMA-262 in braces, such as `{escape}{{Lu}}`"
    if mark in "ux":
        return f"has `{escape}` without the number of a character, such as `\\u00e9`"
    if mark.isascii() and mark.isalnum():
        return f"has `{escape}`, which is no ECMA-262"
    return f"has `{escape}`, which is no ECMA-262: `{mark}` needs no `\\` here"
