"""Text in, positions out: named sources, spans, and sub-sources mapped back to their host.

Offsets count characters from 0; lines and columns, derived only when asked for, count from 1.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Protocol

__all__ = ["Position", "Source", "Span", "SubSource", "Text"]

_LINE_BREAK = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a source: line and column, both from 1, the column in characters."""

    line: int
    column: int


@dataclass(frozen=True)
class Source:
    """A named text. `name` is what people are shown: a path, or a tool's name."""

    name: str
    text: str

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Offsets at which lines begin (LF, CRLF or CR end a line, nothing else does)."""
        if "\r" in self.text:
            return (0, *[found.end() for found in _LINE_BREAK.finditer(self.text)])
        *lines, _ = self.text.split("\n")
        return tuple(accumulate([len(line) + 1 for line in lines], initial=0))

    def position(self, offset: int) -> Position:
        """Give line and column of an offset; one past the end is a place too."""
        return Position(*self.place(offset))

    def place(self, offset: int) -> tuple[int, int]:
        """Give line and column of an offset as bare numbers."""
        starts = self.line_starts
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Give the offset of a line and column (both from 1)."""
        return self.line_starts[line - 1] + column - 1

    def line(self, number: int) -> str:
        """Give the text of a line without its line break."""
        starts = self.line_starts
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")

    def span(self, start: int, end: int) -> Span:
        """Give the span from `start` up to `end`."""
        return _drafted(self, start, end)


@dataclass(frozen=True, slots=True)
class Span:
    """A run of characters of a source, `end` not included."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters of the span."""
        return self.source.text[self.start : self.end]

    @property
    def begin(self) -> Position:
        """Where the span begins."""
        return self.source.position(self.start)

    @property
    def finish(self) -> Position:
        """Where the span ends (one past its last character)."""
        return self.source.position(self.end)

    def to(self, other: Span) -> Span:
        """Give the span from the start of this one to the end of the other."""
        return _drafted(self.source, self.start, max(self.end, other.end))


class _SpanDraft:
    """A span that is being made; see `_drafted`."""

    __slots__ = ("end", "source", "start")

    source: Source
    start: int
    end: int


def _drafted(source: Source, start: int, end: int) -> Span:
    """Give a span; the constructor takes twice as long, and there is one for each word.

    It sets each attribute by a call, as nothing frozen is to be set. Here an object with the same
    slots is filled, and then becomes the span; Python refuses that where the slots are others.
    """
    draft = _SpanDraft()
    draft.source, draft.start, draft.end = source, start, end
    draft.__class__ = Span  # type: ignore[assignment] # that is what it is for
    return draft  # type: ignore[return-value] # it is one now


class Text(Protocol):
    """What the parser reads: a text whose offsets map to spans of a host source."""

    @property
    def text(self) -> str:
        """The characters to read."""

    def span(self, start: int, end: int) -> Span:
        """Map offsets of this text to a span of the host."""


@dataclass(frozen=True, slots=True)
class SubSource:
    """Pieces of a host joined by line breaks: the text of a comment block.

    `pieces` are (offset in the host, text); each piece is one line of the sub-source, and the
    character after it is a line break that maps to the end of that piece.
    """

    host: Source
    pieces: tuple[tuple[int, str], ...]
    text: str = field(init=False)
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts: list[int] = []
        at = 0
        for _, text in self.pieces:
            starts.append(at)
            at += len(text) + 1
        object.__setattr__(self, "text", "\n".join(text for _, text in self.pieces))
        object.__setattr__(self, "_starts", tuple(starts))

    def host_offset(self, offset: int) -> int:
        """Give the host's offset of an offset in this text."""
        if not self.pieces:
            return 0
        index = max(bisect_right(self._starts, offset) - 1, 0)
        begin, text = self.pieces[index]
        return begin + min(max(offset - self._starts[index], 0), len(text))

    def span(self, start: int, end: int) -> Span:
        """Map offsets of this text to a span of the host."""
        starts = self._starts
        index = bisect_right(starts, start) - 1
        if index >= 0 and start < end <= starts[index] + len(self.pieces[index][1]):
            shift = self.pieces[index][0] - starts[index]
            return _drafted(self.host, start + shift, end + shift)
        first = self.host_offset(start)
        last = self.host_offset(end - 1) + 1 if end > start else first
        return Span(self.host, first, max(last, first))
