"""A docstring in, its lines that look like annotations and are none for want of a marker out."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from schemac.syntax.blocks import Block
from schemac.syntax.claims import is_meant
from schemac.syntax.cut import begins_declaration
from schemac.syntax.docstrings import MARKED
from schemac.syntax.lookalikes import plain_places
from schemac.syntax.lost_gates import PERHAPS_GATE, find_gate, is_decorator

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.syntax.docstrings import CookedText

__all__ = ["suspicious", "unmarked_lines", "unread_block"]

_GATE = r"@[^\W\d]\w*\([ \t!(]*:"
_HASH, _COLON = "[#\uff03\ufe5f\u266f\u2d4c]", "(?:[:;\uff1a\ufe55]|[^\x00-\x7f])"
_LEAD = r"[^\w\"'`@(){}\[\]|&?=,]"
"""What people put in front of a line: bullets, marks of quotations, spaces of all kinds."""

_SUSPICIOUS = re.compile(
    rf"{PERHAPS_GATE.pattern}|{_HASH}[^A-Za-z0-9_\r\n]{{0,40}}?{_COLON}", re.IGNORECASE
)
_WORN = re.compile(rf"{_LEAD}*?#\s*[:;]\s*")
_BEGINS = re.compile(
    rf"({_LEAD}*+)(?:(?={_GATE})|(?=(@rbs\b)([ \t]+(?:type|import)\b)?))", re.IGNORECASE
)
_BEHIND = re.compile(r"(?<=[^`\"'#\w])#:[ \t]*((?:[^#\n]++|#(?!:))*+)")
"""A marker behind other text, and what stands up to the next one; that of `C#:` is none."""
_FIELD = re.compile(r"@[^\W\d]\w*+(?!\()")
"""`@param x` and the like, which tell people of parameters."""


def suspicious(text: str) -> bool:
    """Whether a docstring may hold such lines at all."""
    return _SUSPICIOUS.search(text) is not None


def unmarked_lines(text: str) -> Iterator[tuple[int, int]]:
    """Give the lines that begin with a gate or `@rbs`, are nearly marked, or go on with a block.

    Of each is given where its text begins and ends, what stands in the place of a marker aside.
    They are judged where they stand: prose in a class without annotations is prose.
    """
    at, lines = 0, text.split("\n")
    below, above = _reached(lines), _reached(lines[::-1])[::-1]
    for number, line in enumerate(lines):
        if not MARKED.match(line):
            found = _begin(*plain_places(line))
            if found is None and (below[number] or above[number]):
                found = _beside(line, is_below=below[number])
            if found is not None:
                yield at + found, at + len(line)
        at += len(line) + 1


def unread_block(text: CookedText, start: int, end: int) -> Block:
    """Make a block of a part of one line."""
    host = text.host
    number = bisect_right(host.line_starts, text.starts[start])
    column = start - text.text.rfind("\n", 0, start) - 1
    return Block(text.part(start, end), "unread", number, number, column)


def _begin(line: str, places: Sequence[int]) -> int | None:
    """Give where a line begins to look like an annotation, wherever it stands."""
    found = _BEGINS.match(line)
    if found and (not found[2] or found[3] or "#" in found[1]):
        return places[found.end()]
    if (found := _WORN.match(line)) and is_meant(line[found.end() :]):
        return places[found.end()]
    for found in _BEHIND.finditer(line):
        if is_meant(found[1]) or re.match(_GATE, found[1]):
            return places[found.start(1)]
    if find_gate(line) is None or is_decorator(line):
        return None
    return places[len(line) - len(line.lstrip())]


def _beside(line: str, *, is_below: bool) -> int | None:
    """Give where a line begins that stands right below or above lines that are read."""
    bare = line.strip()
    if _FIELD.match(bare) or (bare[:1] == "|" and bare[-1:] == "|"):
        return None
    is_part = is_meant(bare) if is_below else begins_declaration(bare)
    return len(line) - len(line.lstrip()) if is_part else None


def _reached(lines: Sequence[str]) -> list[bool]:
    """Say of each line whether one that is read stands before it, with no empty line between."""
    found: list[bool] = []
    is_reached = False
    for line in lines:
        found.append(is_reached and bool(line.strip()))
        is_reached = bool(line.strip()) and (is_reached or MARKED.match(line) is not None)
    return found
