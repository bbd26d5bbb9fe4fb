"""A TOML text and the path of a key in, where the key stands out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.source import Source, Span

__all__ = ["key_span", "syntax_span"]

_HEADER = re.compile(r"\s*\[\[?([^\]]*)\]")
_KEY = re.compile(
    r"""(?:^|[{,])\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"))*)\s*="""
)
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


def key_span(source: Source, path: Sequence[str]) -> Span:
    """Give the span of a key, of the nearest table around it, or else of the file's start.

    A table that is only written as part of a longer name is found there.
    """
    best: tuple[int, Span] = (0, source.span(0, 0))
    for found, span in _keys(source):
        shared = _shared(found, path)
        if shared in {len(found), len(path)} and shared > best[0]:
            best = (shared, span)
    return best[1]


def syntax_span(source: Source, message: str) -> Span:
    """Give the place that a message of the TOML reader names."""
    found = _PLACE.search(message)
    if found is None:
        return source.span(len(source.text), len(source.text))
    line = min(int(found.group(1)), len(source.line_starts))
    start = min(source.offset(line, int(found.group(2))), len(source.text))
    return source.span(start, min(start + 1, len(source.text)))


def _keys(source: Source) -> Iterator[tuple[tuple[str, ...], Span]]:
    """Give every key that begins a line or stands in an inline table, with its full path."""
    table: tuple[str, ...] = ()
    for number, start in enumerate(source.line_starts, 1):
        line = source.line(number)
        header = _HEADER.match(line)
        if header is not None:
            table = _parts(header.group(1))
            yield table, source.span(start + header.start(1), start + header.end(1))
            continue
        outer = table
        for at, key in enumerate(_KEY.finditer(line)):
            name = _parts(key.group(1))
            yield outer + name, source.span(start + key.start(1), start + key.end(1))
            if at == 0:
                outer = table + name


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(text))


def _shared(found: Sequence[str], path: Sequence[str]) -> int:
    count = 0
    for left, right in zip(found, path, strict=False):
        if left != right:
            break
        count += 1
    return count
