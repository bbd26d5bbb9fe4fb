"""Diagnostics in, text for people out: place, line, carets, labels, notes and a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.catalog import severity
from schemac.diagnostics.model import Severity
from schemac.report.display import one_line, shown
from schemac.report.snippet import marked
from schemac.report.summary import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.diagnostics.model import Diagnostic, Label
    from schemac.report.snippet import Marked
    from schemac.source import Source, Span

__all__ = ["place", "render_text"]

_RESET = "\x1b[0m"
_BOLD, _RED, _YELLOW, _BLUE, _CYAN = "\x1b[1m", "\x1b[1;31m", "\x1b[1;33m", "\x1b[1;34m", "\x1b[36m"


class _Paint:
    """Colours, or none."""

    def __init__(self, *, colour: bool) -> None:
        self._colour = colour

    def __call__(self, style: str, text: str) -> str:
        return f"{style}{text}{_RESET}" if self._colour and text else text


def render_text(
    diagnostics: Sequence[Diagnostic], *, limit: int | None = None, colour: bool = False
) -> str:
    """Render diagnostics, `limit` of them at most, and a last line that counts them all.

    Gives "" for none.
    """
    if not diagnostics:
        return ""
    paint = _Paint(colour=colour)
    blocks = ["\n".join(_block(found, paint)) for found in diagnostics[:limit]]
    return "\n\n".join([*blocks, counted(diagnostics, limit)]) + "\n"


def place(span: Span | None) -> str:
    """Give `path:line:column` of a span in its host."""
    if span is None:
        return ""
    begin = span.begin
    return f"{shown(span.source.name)}:{begin.line}:{begin.column}"


def _block(found: Diagnostic, paint: _Paint) -> Iterator[str]:
    bad = severity(found)
    style = _RED if bad is Severity.ERROR else _YELLOW
    head = place(found.span)
    title = paint(style, f"{bad.value}[{found.code}]") + ": " + one_line(found.message)
    yield paint(_BOLD, f"{head}:") + " " + title if head else title
    gutter = _gutter(found)
    if found.span is not None:
        yield from _snippets(found.span, found.labels, gutter, paint, style)
    lead = " " * gutter + " " + paint(_BLUE, "=") + " "
    for note in found.notes:
        yield lead + paint(_BOLD, "note") + ": " + one_line(note)
    if found.hint is not None:
        yield lead + paint(_CYAN, "hint") + ": " + one_line(found.hint)


def _gutter(found: Diagnostic) -> int:
    """Give the width of the largest line number that is shown."""
    if found.span is None:
        return 1
    spans = (found.span, *(label.span for label in found.labels))
    return max(len(str(span.finish.line)) for span in spans)


def _snippets(
    span: Span, labels: Sequence[Label], gutter: int, paint: _Paint, style: str
) -> Iterator[str]:
    bar = " " * gutter + " " + paint(_BLUE, "|")
    yield bar
    lines = marked(span)
    yield from _marked_lines(lines, "^", "", gutter, paint, style)
    last = (span.source, lines[-1])
    for label in labels:
        yield from _label(label, last, gutter, paint)
        last = (label.span.source, marked(label.span)[-1])


def _label(label: Label, last: tuple[Source, Marked], gutter: int, paint: _Paint) -> Iterator[str]:
    lines = marked(label.span)
    if label.span.source != last[0]:
        yield " " * gutter + " " + paint(_BLUE, ":::") + " " + place(label.span)
    elif last[1].number != lines[0].number:
        yield " " * gutter + " " + paint(_BLUE, "|")
    elif len(lines) == 1 and lines[0].text == last[1].text:
        # The line stands there already, and a long one is cut down to the same part of it.
        yield _underline(lines[0], "-", label.text, gutter, paint, _BLUE)
        return
    yield from _marked_lines(lines, "-", label.text, gutter, paint, _BLUE)


def _marked_lines(
    lines: Sequence[Marked], mark: str, text: str, gutter: int, paint: _Paint, style: str
) -> Iterator[str]:
    for at, line in enumerate(lines):
        if at and line.number > lines[at - 1].number + 1:
            yield paint(_BLUE, "...")
        number = paint(_BLUE, f"{line.number:>{gutter}} |")
        yield f"{number} {line.text}".rstrip()
        yield _underline(line, mark, text if line is lines[-1] else "", gutter, paint, style)


def _underline(line: Marked, mark: str, text: str, gutter: int, paint: _Paint, style: str) -> str:
    drawn = mark * line.marks + (f" {one_line(text)}" if text else "")
    return " " * gutter + " " + paint(_BLUE, "|") + " " + " " * line.indent + paint(style, drawn)
