"""A span in, the lines of its host with marks underneath out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.report.display import shown, width

if TYPE_CHECKING:
    from schemac.source import Span

__all__ = ["Marked", "marked"]

_MOST_CELLS = 160
_LEAD = 40


@dataclass(frozen=True, slots=True)
class Marked:
    """A line of the host as shown, and the blanks and marks that go underneath."""

    number: int
    text: str
    indent: int
    marks: int


def marked(span: Span) -> tuple[Marked, ...]:
    """Mark the first line of a span, and its last where that is another."""
    begin, finish = span.begin, span.finish
    if begin.line == finish.line:
        return (_mark(span, begin.line, begin.column - 1, finish.column - 1),)
    first = _mark(span, begin.line, begin.column - 1, len(span.source.line(begin.line)))
    last_line = span.source.line(finish.line)
    lead = min(_lead(last_line), finish.column - 1)
    if finish.column == 1:
        return (first,)
    return (first, _mark(span, finish.line, lead, finish.column - 1))


def _lead(line: str) -> int:
    """Count what stands before the annotation on a line: blanks and the comment marker."""
    body = line.lstrip()
    blanks = len(line) - len(body)
    if not body.startswith("#:"):
        return blanks
    rest = body[2:]
    return blanks + 2 + len(rest) - len(rest.lstrip())


def _mark(span: Span, number: int, start: int, end: int) -> Marked:
    line = span.source.line(number)
    start, end = min(start, len(line)), min(max(end, start), len(line))
    before, here, after = shown(line[:start]), shown(line[start:end]), shown(line[end:])
    if width(before) + width(here) + width(after) > _MOST_CELLS:
        before, here, after = _cropped(before, here, after)
    return Marked(number, (before + here + after).rstrip(), width(before), max(width(here), 1))


def _cropped(before: str, here: str, after: str) -> tuple[str, str, str]:
    """Cut a very long line down to the surroundings of the span."""
    if len(before) > _LEAD:
        before = "…" + before[-_LEAD:]
    if len(here) > _MOST_CELLS - 2 * _LEAD:
        here = here[: _MOST_CELLS - 2 * _LEAD] + "…"
    if len(after) > _LEAD:
        after = after[:_LEAD] + "…"
    return before, here, after
