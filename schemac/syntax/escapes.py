"""A block of a docstring in, the first escape that makes it read otherwise than it looks out.

People review what is written. A line break, a `#` or a quotation mark that only Python sees can
take a gate away that stands there for everybody else.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic
from schemac.syntax.docstrings import ESCAPE, MARKED, meant_by

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.syntax.blocks import Block
    from schemac.syntax.docstrings import Docstring

__all__ = ["joined_lines", "misleading_escape"]

_QUOTES = frozenset("\"'")
_BREAKS = frozenset("\n\f\r\u2028\u2029")
"""Other characters that cannot be seen are told where the text is read."""

_HINT = 'begin the docstring with `r"""`, and write every character itself'


def misleading_escape(docstring: Docstring, block: Block) -> Diagnostic | None:
    """Report an escape in the lines of a block, the breaks around them included."""
    if docstring.raw or "\\" not in docstring.text.host.text[docstring.start : docstring.end]:
        return None
    return next(_misleading(docstring, *_reach(docstring, block)), None)


def joined_lines(docstring: Docstring) -> Iterator[tuple[int, int, Diagnostic]]:
    """Give where lines begin and end that are written behind `#:`, but joined to one that is none.

    The places are those of the text as Python reads it.
    """
    if docstring.raw:
        return
    host, text = docstring.text.host, docstring.text.text
    for found in ESCAPE.finditer(host.text, docstring.start, docstring.end):
        marked = MARKED.match(host.text, found.end(), docstring.end)
        if found.start() == docstring.start or meant_by(found.group()) or marked is None:
            continue
        start = bisect_left(docstring.text.starts, marked.end())
        if MARKED.match(text, text.rfind("\n", 0, start) + 1) is None:
            finding = _finding(docstring, found.start(), found.end(), "")
            yield start, _line_end(text, start), finding


def _reach(docstring: Docstring, block: Block) -> tuple[int, int]:
    """Give from where to where in the host the lines of a block stand."""
    cooked = docstring.text
    length = len(block.text.text)
    first = bisect_left(cooked.starts, block.text.span(0, 1).start)
    last = bisect_left(cooked.starts, block.text.span(max(length - 1, 0), length).start)
    before = cooked.text.rfind("\n", 0, first)
    after = _line_end(cooked.text, last)
    start = docstring.start if before < 0 else cooked.starts[before]
    return start, docstring.end if after == len(cooked.text) else cooked.ends[after]


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _misleading(docstring: Docstring, start: int, end: int) -> Iterator[Diagnostic]:
    host = docstring.text.host
    for found in ESCAPE.finditer(host.text, start, end):
        meant = meant_by(found.group())
        if found.group()[0] != "\\" or (not meant and found.start() == docstring.start):
            continue
        # A backslash that is made by another makes the quotation mark behind it a part of a text.
        is_quoting = meant == "\\" and host.text[found.end() : found.end() + 1] in _QUOTES
        if not meant or is_quoting or meant == "#" or meant in _QUOTES | _BREAKS:
            yield _finding(docstring, found.start(), found.end(), meant)


def _finding(docstring: Docstring, start: int, end: int, meant: str) -> Diagnostic:
    span = docstring.text.host.span(start, end)
    written = span.text.strip()
    if not meant:
        message = "a backslash at the end of its line joins an annotation to the next line"
    elif meant == "\\":
        message = f"`{written}` is one backslash, which quotes what stands behind it"
    elif meant == "#" or meant in _QUOTES:
        message = f"the escape `{written}` is read as `{meant}` in an annotation"
    else:
        message = f"the escape `{written}` is read as a line break in an annotation"
    return Diagnostic("SC111", message, span, hint=_HINT)
