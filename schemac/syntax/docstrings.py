"""A class or function in, the annotation lines of its docstring out, and the docstring without.

Escapes are read as Python reads them, and every character knows where it was written.
"""

from __future__ import annotations

import ast
import inspect
import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from schemac.syntax.blocks import Block
from schemac.syntax.positions import node_span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.source import Source, Span
    from schemac.syntax.places import Definition

__all__ = [
    "ESCAPE",
    "MARKED",
    "CookedText",
    "Docstring",
    "docstring_blocks",
    "docstring_value",
    "first_paragraph",
    "meant_by",
    "plain_docstring",
    "read_docstring",
    "read_string",
]

_LITERAL = re.compile(r"(?s)([rRuUfF]*)(\"\"\"|'''|\"|')((?:\\.|(?!\2).)*)\2")
ESCAPE = re.compile(
    r"\r\n|\r|\\(?:\r\n|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\}|.)",
    re.DOTALL,
)
"""A line break that is no `\\n`, or an escape, in a string that is not raw."""
_BREAK = re.compile(r"\r\n?")
MARKED = re.compile(r"([ \t\f]*)#:")
"""A line of a docstring that is read."""


@dataclass(frozen=True, slots=True)
class CookedText:
    """A text with escapes resolved: character `n` was written from `starts[n]` to `ends[n]`."""

    host: Source
    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, start: int, end: int) -> Span:
        """Map offsets of this text to a span of the host."""
        if start >= len(self.starts):
            last = self.ends[-1] if self.ends else 0
            return self.host.span(last, last)
        first = self.starts[start]
        last = self.ends[min(end, len(self.ends)) - 1] if end > start else first
        return self.host.span(first, max(last, first))

    def part(self, start: int, end: int) -> CookedText:
        """Cut a part out."""
        return CookedText(
            self.host, self.text[start:end], self.starts[start:end], self.ends[start:end]
        )


@dataclass(frozen=True, slots=True)
class Docstring:
    """What is between the quotes of a docstring, from `start` to `end` of the host.

    `raw` says that backslashes in it mean themselves, `whole` that it is one string; where it is
    put together from several, nobody can say where a character of it was written.
    """

    text: CookedText
    start: int
    end: int
    raw: bool
    whole: bool


def plain_docstring(node: Definition) -> str | None:
    """Give the docstring as people read it: no annotation lines, no common indentation."""
    value = docstring_value(node)
    if value is None:
        return None
    # Characters that end a line for others are a part of the annotations that they stand in.
    kept = "\n".join(line for line in value.split("\n") if not MARKED.match(line))
    return inspect.cleandoc(kept).strip() or None


def first_paragraph(docstring: str | None) -> str | None:
    """Give the first paragraph of a docstring as one line, annotations in it left out."""
    lines: list[str] = []
    written = inspect.cleandoc(docstring or "").split("\n")
    read = (line for line in written if not line.strip().startswith("#:"))
    for text in (part.strip() for line in read for part in line.splitlines() or [""]):
        if text.startswith("#:") or (not text and not lines):
            continue
        if not text:
            break
        lines.append(text)
    return " ".join(lines) or None


def docstring_value(node: Definition | ast.Module) -> str | None:
    """Give the docstring as Python reads it."""
    value = _docstring(node)
    return None if value is None else str(value.value)


def read_docstring(source: Source, node: Definition | ast.Module) -> Docstring | None:
    """Give the docstring of a class, function or module, None where it has none."""
    value = _docstring(node)
    return None if value is None else read_string(source, value)


def read_string(source: Source, value: ast.Constant | ast.JoinedStr) -> Docstring:
    """Give a string in the same way, wherever it stands; of an `f"…"` all that is written."""
    span = node_span(source, value)
    found = _LITERAL.fullmatch(source.text, span.start, span.end)
    if found is None:
        text = str(value.value) if isinstance(value, ast.Constant) else span.text
        places = (span.start,) * len(text), (span.end,) * len(text)
        cooked = CookedText(source, text, *places)
        return Docstring(cooked, span.start, span.end, raw=True, whole=False)
    raw = "r" in found.group(1).lower()
    start, end = found.span(3)
    return Docstring(_cooked(source, start, end, raw=raw), start, end, raw=raw, whole=True)


def docstring_blocks(docstring: Docstring) -> tuple[Block, ...]:
    """Give the blocks of a docstring; of one put together from several strings a single one."""
    if docstring.whole:
        return tuple(_blocks(docstring.text))
    run = list(_marked_lines(docstring.text.text))
    return (replace(_block(docstring.text, run), kind="unread"),) if run else ()


def _marked_lines(text: str) -> Iterator[tuple[int, int, str]]:
    at = 0
    for line in text.split("\n"):
        if found := MARKED.match(line):
            yield at + found.end(), at + len(line), found.group(1)
        at += len(line) + 1


def _docstring(node: Definition | ast.Module) -> ast.Constant | None:
    first = node.body[0] if node.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        return first.value if isinstance(first.value.value, str) else None
    return None


def _cooked(source: Source, start: int, end: int, *, raw: bool) -> CookedText:
    texts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    at = start
    for found in (_BREAK if raw else ESCAPE).finditer(source.text, start, end):
        texts.append(source.text[at : found.start()])
        starts += range(at, found.start())
        ends += range(at + 1, found.start() + 1)
        meant = meant_by(found.group())
        texts.append(meant)
        starts += [found.start()] * len(meant)
        ends += [found.end()] * len(meant)
        at = found.end()
    texts.append(source.text[at:end])
    starts += range(at, end)
    ends += range(at + 1, end + 1)
    return CookedText(source, "".join(texts), tuple(starts), tuple(ends))


def meant_by(written: str) -> str:
    """Give what a line break or an escape means; Python has accepted it, so it is a right one."""
    if written in {"\r", "\r\n"}:
        return "\n"
    if written[1:] in {"\n", "\r", "\r\n"}:
        return ""
    if written[1:2].isalnum() and written[1] in "abfnrtv01234567xuUN":
        return str(ast.literal_eval(f'"{written}"'))
    return written[1:] if written[1:] in {"\\", "'", '"'} else written


def _blocks(text: CookedText) -> Iterator[Block]:
    run: list[tuple[int, int, str]] = []
    at = 0
    lines = text.text.split("\n")
    for line in lines:
        found = MARKED.match(line)
        indent = found.group(1) if found else ""
        # The first line follows the quotes, so its indentation says nothing.
        if run and not (found and (run[-1][2] == indent or run[-1][1] == len(lines[0]))):
            yield _block(text, run)
            run = []
        if found:
            run.append((at + found.end(), at + len(line), indent))
        at += len(line) + 1
    if run:
        yield _block(text, run)


def _block(text: CookedText, run: list[tuple[int, int, str]]) -> Block:
    """Join the lines of a run; the breaks between them map to the ends of the lines."""
    host = text.host
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, end, _ in run:
        part = text.part(start, end)
        if chars:
            chars.append("\n")
            edge = ends[-1] if ends else text.starts[start]
            starts.append(edge)
            ends.append(edge)
        chars.append(part.text)
        starts += part.starts
        ends += part.ends
    first = bisect_right(host.line_starts, text.starts[run[0][0] - 1])
    last = bisect_right(host.line_starts, text.starts[run[-1][0] - 1])
    cooked = CookedText(host, "".join(chars), tuple(starts), tuple(ends))
    return Block(cooked, "docstring", first, last, len(run[0][2].expandtabs()))
