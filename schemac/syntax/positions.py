"""Places as `ast` counts them in, spans of the source out: `ast` counts bytes of UTF-8."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from schemac.source import Source, Span
    from schemac.syntax.places import Definition

__all__ = ["Located", "name_span", "node_span", "offset_at"]

_NAME = re.compile(r"(?:async[\s\\]+def|def|class)[\s\\]+(\w+)")


class Located(Protocol):
    """A node of `ast` that has a place."""

    lineno: int
    col_offset: int
    end_lineno: int | None
    end_col_offset: int | None


def offset_at(source: Source, line: int, column: int) -> int:
    """Give the offset of a line and a column in bytes from 0."""
    start = source.line_starts[line - 1]
    text = source.text[start : start + column]
    if text.isascii():
        return start + column
    return start + len(
        source.line(line).encode("utf-8", "replace")[:column].decode("utf-8", "replace")
    )


def node_span(source: Source, node: Located) -> Span:
    """Give the span of a node."""
    start = offset_at(source, node.lineno, node.col_offset)
    if node.end_lineno is None or node.end_col_offset is None:
        return source.span(start, start)
    return source.span(start, offset_at(source, node.end_lineno, node.end_col_offset))


def name_span(source: Source, node: Definition) -> Span:
    """Give the span of the name behind `class` or `def`."""
    start = offset_at(source, node.lineno, node.col_offset)
    found = _NAME.match(source.text, start)
    return source.span(start, start) if found is None else source.span(*found.span(1))
