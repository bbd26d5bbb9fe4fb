"""Regular expression in, the first thing in it that is no linear ECMA-262 out.

Shapes are looked at here; whether the linear engine compiles a pattern is asked by a callback, as
that engine may not be imported in this room.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.planner.pattern_escapes import PatternFault, read_escape

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Fault", "PatternJudge", "find_fault"]


_SLASHED = re.compile(r"/(?:\^.*|(?:[^\\]|\\.)*\$)/[a-z]*\Z", re.DOTALL)
"""`/^…/`, `/…$/i`: nothing could match what has an anchor inside."""
_QUANTIFIER = re.compile(r"[*+?]|\{[0-9]+(?:,[0-9]*)?\}")
_GROUP_KINDS: tuple[tuple[str, str], ...] = (
    (r"\(\?[=!]", "a look-ahead"),
    (r"\(\?<[=!]", "a look-behind"),
    (r"\(\?P[<=>]", "`(?P…)`, which is Python's spelling of a named group"),
    (r"\(\?#", "a comment, which ECMA-262 does not have"),
    (r"\(\?>", "an atomic group, which ECMA-262 does not have"),
    (r"\(\?\(", "a condition, which ECMA-262 does not have"),
    (r"\(\?[a-zA-Z-]+[):]", "inline flags, which mean something else elsewhere"),
    (r"\(\?(?!<[^\W\d]\w*>)", "a group of an unknown kind"),
)
_GROUPS = tuple((re.compile(pattern), name) for pattern, name in _GROUP_KINDS)
_POSIX = re.compile(r"\[[:.=][^\]]*[:.=]\]")
_NONE = "has a class that is empty in ECMA-262: write `\\` before a `]` in one"
_ANY = (
    "has `[^]`, which is any character in ECMA-262 alone: "
    r"write `[\s\S]`, or `\` before a `]` in a class"
)


@dataclass(frozen=True, slots=True)
class Fault:
    """What to tell people about a pattern."""

    message: str
    note: str


class PatternJudge:
    """Judges patterns; `compiles` gives what the linear engine has against one, if asked."""

    def __init__(self, compiles: Callable[[str], str | None] | None) -> None:
        self._compiles = compiles
        self._known: dict[str, Fault | None] = {}

    def fault(self, pattern: str) -> Fault | None:
        """Give what is wrong with a pattern, None where nothing is."""
        if pattern not in self._known:
            self._known[pattern] = self._judge(pattern)
        return self._known[pattern]

    def _judge(self, pattern: str) -> Fault | None:
        found = find_fault(pattern)
        if found is not None:
            where = pattern[found.start : found.end]
            return Fault(f"the pattern {found.message}", f"it is `{where}` at {found.start}")
        refusal = None if self._compiles is None else self._compiles(pattern)
        if refusal is None:
            return None
        return Fault("the pattern is no regular expression that runs in linear time", refusal)


def find_fault(pattern: str) -> PatternFault | None:
    """Give the first fault, None where the shape is fine.

    Fine is what ECMA-262 reads with the `u` flag, as JSON Schema asks for (Core, 6.4), and what the
    linear engine reads in the same way.
    """
    slashed = _SLASHED.match(pattern)
    if slashed is not None:
        return PatternFault("stands in slashes, which are part of it here", 0, slashed.end())
    at = 0
    quantifiable = False
    while at < len(pattern):
        char = pattern[at]
        if char == "\\":
            at, fault = read_escape(pattern, at)
            quantifiable = True
        elif char == "[":
            at, fault = _class(pattern, at)
            quantifiable = True
        elif char == "(":
            at, fault = _group(pattern, at)
            quantifiable = False
        else:
            at, fault, quantifiable = _plain(pattern, at, quantifiable=quantifiable)
        if fault is not None:
            return fault
    return None


def _plain(pattern: str, at: int, *, quantifiable: bool) -> tuple[int, PatternFault | None, bool]:
    found = _QUANTIFIER.match(pattern, at)
    if found is None:
        fault = _lone(pattern, at) if pattern[at] in "{}]" else None
        return at + 1, fault, pattern[at] not in "|^$"
    end = found.end()
    if not quantifiable:
        return end, PatternFault("has a quantifier with nothing before it", at, end), False
    if end < len(pattern) and pattern[end] == "?":
        end += 1
    second = _QUANTIFIER.match(pattern, end)
    if second is not None:
        return end, PatternFault("has a quantifier on a quantifier", at, second.end()), False
    return end, None, False


def _lone(pattern: str, at: int) -> PatternFault:
    mark = pattern[at]
    return PatternFault(
        f"has a `{mark}` that closes or counts nothing: write `\\{mark}`", at, at + 1
    )


def _class(pattern: str, at: int) -> tuple[int, PatternFault | None]:
    fault: PatternFault | None
    end = at + 1
    if pattern.startswith("^", end):
        end += 1
    if pattern.startswith("]", end):
        message = _ANY if pattern[at + 1] == "^" else _NONE
        return end, PatternFault(message, at, end + 1)
    while end < len(pattern) and pattern[end] != "]":
        posix = _POSIX.match(pattern, end)
        if posix is not None:
            fault = PatternFault(f"has a POSIX class, `{posix.group()}`", end, posix.end())
            return posix.end(), fault
        if pattern[end] == "[" or pattern.startswith(("&&", "--", "~~"), end):
            message = "has `[`, `&&`, `--` or `~~` in a class: write `\\` before it"
            return end, PatternFault(message, end, end + 1)
        if pattern[end] == "\\":
            end, fault = read_escape(pattern, end, in_class=True)
            if fault is not None:
                return end, fault
        else:
            end += 1
    if end >= len(pattern):
        return end, PatternFault("has a class that is not closed", at, len(pattern))
    return end + 1, None


def _group(pattern: str, at: int) -> tuple[int, PatternFault | None]:
    if not pattern.startswith("(?", at):
        return at + 1, None
    if pattern.startswith("(?:", at):
        return at + 3, None
    for kind, name in _GROUPS:
        found = kind.match(pattern, at)
        if found is not None:
            return at + 1, PatternFault(f"has {name}", at, found.end())
    end = pattern.index(">", at) + 1
    if not pattern[at + 3 : end - 1].isidentifier():
        # To Python and the linear engine more characters are digits.
        return end, PatternFault("has a group of a name that ECMA-262 does not take", at, end)
    return end, None
