"""A file in, the gates in its comments and docstrings whose names lack their `@` out.

Which names are predicates is configured, so nobody tells here whether `tier(:x)` is one, or words.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from schemac.diagnostics.model import Diagnostic
from schemac.ir.tags import ALWAYS_PREDICATES
from schemac.syntax.around import functions_around, scope_of
from schemac.syntax.blocks import Lines
from schemac.syntax.host import BareGate
from schemac.syntax.lexemes import words
from schemac.syntax.lookalikes import plain_places
from schemac.syntax.lost_gates import FLAG
from schemac.syntax.quoted import without_quoted_gates

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from schemac.source import Source, Text
    from schemac.syntax.blocks import Block
    from schemac.syntax.places import Layout, Place

    _Part: TypeAlias = tuple[int, str, tuple[Place, ...]]

__all__ = ["bare_gates", "bare_in", "of_module"]

_ALWAYS = "|".join(ALWAYS_PREDICATES)
_OPENED = re.compile(r"[(\uff08](?=(?:[^\S\r\n]|[!(\uff08]){0,40}+[:\uff1a])")
"""What stands behind the name of a gate, wherever it is."""
_BARE = re.compile(
    rf"(@[ \t]*+)?(?<!\w)(?<!\w\.)(?<![\s(\[{{,]:)(?<!\A:)(?<!::)(?<!/)(?!(?:{_ALWAYS})[ \t]*+\()"
    rf"([^\W\d]\w*+)[ \t]*+\([ \t!(]*+{FLAG}(?=[\w\"])[^)]*+\)?+"
)
"""One that stands by itself: a method has something in front, as has a part of a path."""
_OPENING = re.compile(r"[^\"']*+(?:\"\"\"|'''|[\"'])")
_CLOSING = re.compile(r"(?:\"\"\"|'''|[\"'])[ \t]*\Z")
_LONGEST_NAME = 80
_SAYING = ("@desc(", "@title(")
"""Tags that say something to people, who may be told of a gate there."""
_HINT = "write it with its `@` behind what it is meant for, or quote it in backticks"


def bare_gates(
    source: Source, laid_out: Layout, blocks: Iterable[Block] = ()
) -> dict[Place, list[BareGate]]:
    """Give them by the class, the function that is in none, or the module that they stand in.

    `blocks` are those that are read as annotations: what is a value there is none.
    """
    read = {line: each for each in blocks for line in range(each.first, each.last + 1)}
    values: dict[int, list[tuple[int, int]]] = {}
    found: dict[Place, list[BareGate]] = {}
    lines = Lines(source, laid_out)
    for number in _lines(source):
        start, part = source.line_starts[number - 1], _part(lines, number)
        if part is None:
            continue
        column, text, places = part
        block = read.get(number)
        if block is not None:
            if block.first not in values:
                values[block.first] = [*_values(block.text)]
            text = _without(text, start + column, values[block.first])
        for each in _told(source, text, start + column):
            for place in places:
                found.setdefault(place, []).append(each)
    return found


def bare_in(source: Source) -> tuple[BareGate, ...]:
    """Give those of a text that is annotations from end to end."""
    values: list[tuple[int, int]] | None = None
    found: list[BareGate] = []
    for number in _lines(source):
        if values is None:
            values = [*_values(source)]
        start = source.line_starts[number - 1]
        found += _told(source, _without(source.line(number), start, values), start)
    return tuple(found)


def _told(source: Source, text: str, start: int) -> Iterator[BareGate]:
    """Give those in a part of a line that begins at an offset of the file."""
    for at, end, name in _in_text(text):
        span = source.span(start + at, start + end)
        message = f"this gate stands in no annotation: `{span.text}`"
        yield BareGate(name, Diagnostic("SC108", message, span, hint=_HINT))


def _lines(source: Source) -> Iterator[int]:
    """Give the lines that may hold one; most gates are right, which is seen at once."""
    text, last = source.text, 0
    for opened in _OPENED.finditer(text):
        at = opened.start()
        sign = text.rfind("@", max(at - _LONGEST_NAME, 0), at)
        if sign >= 0 and text[sign + 1 : at].isidentifier():
            continue
        number = bisect_right(source.line_starts, at)
        if number > last:
            last = number
            yield number


def _in_text(text: str) -> Iterator[tuple[int, int, str]]:
    """Give where each begins and ends, and its name."""
    plain, places = plain_places(text)
    for found in _BARE.finditer(without_quoted_gates(plain)):
        # What is no gate as it is written, as a role before its backtick, is none without it.
        if found[1] is None and _BARE.match(plain, found.start()):
            yield places[found.start(2)], places[found.end()], found[2]


def _values(text: Text) -> Iterator[tuple[int, int]]:
    """Give where the strings and the texts of tags that are values stand in the file.

    A text may go on over lines, so a line by itself does not tell what is one.
    """
    for word in words(text.text):
        if word.kind == "string" or (word.kind == "tag" and not word.text.startswith(_SAYING)):
            span = text.span(word.start, word.end)
            yield span.start, span.end


def _without(text: str, start: int, values: Sequence[tuple[int, int]]) -> str:
    """Blank values out of a text that begins at an offset of the file."""
    left = list(text)
    at = bisect_right(values, start, key=itemgetter(1))
    while at < len(values) and values[at][0] < start + len(text):
        begin, end = max(values[at][0] - start, 0), min(values[at][1] - start, len(text))
        left[begin:end] = " " * (end - begin)
        at += 1
    return "".join(left)


def _part(lines: Lines, number: int) -> _Part | None:
    """Give the comment of a line, or what a docstring has on it, with its column and places."""
    laid_out, line = lines.layout, lines.source.line(number)
    column = lines.comment_at(number)
    if column is not None:
        indent = line[:column]
        place = None if not indent.strip() else laid_out.headed_by(number)
        place = place or laid_out.place_of(number, len(indent.expandtabs()))
        owners: tuple[Place, ...] = (_owner(place),)
        below = laid_out.definition_below(number, number) if owners[0].is_function else None
        if below is not None and (not indent.strip() or below.first <= number):
            # In a function a comment above a class or another function may be about that.
            owners = (*owners, below)
        return column, line[column:], owners
    place = laid_out.place_around(number)
    if place.node is None:
        return None
    match place.node.body[0]:
        case ast.Expr(value=ast.Constant(value=str())) as text if text.lineno <= number:
            return _of_docstring(line, number, text, place)
        case _:
            return None


def _of_docstring(line: str, number: int, text: ast.Expr, place: Place) -> _Part | None:
    """Give the part of a line that stands between the quotes of a docstring."""
    if number > (text.end_lineno or 0):
        return None
    opened = _OPENING.match(line) if number == text.lineno else None
    start = 0 if opened is None else opened.end()
    closed = _CLOSING.search(line) if number == text.end_lineno else None
    end = len(line) if closed is None else closed.start()
    return start, line[start:end], (_owner(place),)


def _owner(place: Place) -> Place:
    """Give the class around a place; where there is none, the function that it is in."""
    scope = scope_of(place)
    return scope if scope.is_class else place


def of_module(
    found: Mapping[Place, Sequence[BareGate]], is_tool: Callable[[Place], bool]
) -> Iterator[BareGate]:
    """Give those that stand in no class: what is in a function counts where that may be a tool."""
    for place, gates in found.items():
        if place.node is None or any(map(is_tool, functions_around(place))):
            yield from gates
