"""A Python file and its layout in, blocks of comment lines that may be annotations out."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from schemac.source import SubSource
from schemac.syntax.brackets import reach
from schemac.syntax.comments import comment_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from schemac.source import Source, Text
    from schemac.syntax.places import Layout, Statement

__all__ = ["Block", "Lines", "comment_blocks"]

_MARKED = re.compile(r"(?<![^\r\n])([ \t\f]*)#(?::|[ \t]*@rbs[ \t]+(?=(?:type|import)\b))")
_PLAIN = re.compile(r"[ \t\f]*#(?!:|[ \t]*@rbs\b)")


@dataclass(frozen=True, slots=True)
class Block:
    """Consecutive lines that may hold annotations, markers removed.

    `kind` says how they were written: `#:` lines, the older `# @rbs`, `#:` lines of a docstring; or
    a plain comment, one "trailing" behind code, or "unread" lines of a docstring or of another
    "string", which may only look as if they were read.
    `first` and `last` are lines of the host, `column` is how far its first marker is set in.
    """

    text: Text
    kind: Literal["comment", "rbs", "docstring", "plain", "trailing", "unread", "string"]
    first: int
    last: int
    column: int


def comment_blocks(source: Source, layout: Layout) -> tuple[Block, ...]:
    """Give the blocks of a file outside its docstrings, in order."""
    lines = Lines(source, layout)
    blocks: list[Block] = []
    run: list[_Line] = []
    for line in lines.marked():
        if run and not (line.rbs or run[0].rbs) and run[-1].follows(line):
            run.append(line)
            continue
        if run:
            blocks.append(lines.block(run))
        run = [line]
    if run:
        blocks.append(lines.block(run))
    return tuple(blocks)


@dataclass(slots=True)
class _Line:
    """A marked line: its number, indentation, and where its text begins and what it is.

    There are very many, for a moment each, and freezing takes longer than the rest.
    """

    number: int
    indent: str
    start: int
    text: str
    rbs: bool

    def follows(self, other: _Line) -> bool:
        return other.number == self.number + 1 and other.indent == self.indent


@dataclass(frozen=True)
class Lines:
    """The lines of one file, and which of them are comments."""

    source: Source
    layout: Layout
    _last_lines: dict[Statement, int] = field(default_factory=dict)

    def marked(self) -> Iterator[_Line]:
        """Give the comment lines that begin with a marker."""
        source = self.source
        for found in _MARKED.finditer(source.text):
            number = bisect_right(source.line_starts, found.start(1))
            if self.is_comment(number):
                text = source.text[found.end() : self._end(number)]
                rbs = not found.group().endswith(":")
                yield _Line(number, found.group(1), found.end(), text, rbs)

    def block(self, run: list[_Line]) -> Block:
        """Make a block of a run of lines; an older one goes on over plain comment lines."""
        first = run[0]
        pieces = [(line.start, line.text) for line in run]
        if first.rbs:
            self._go_on(pieces, first.number)
        last = first.number + len(pieces) - 1
        kind: Literal["comment", "rbs"] = "rbs" if first.rbs else "comment"
        text = SubSource(self.source, tuple(pieces))
        return Block(text, kind, first.number, last, len(first.indent.expandtabs()))

    def _go_on(self, pieces: list[tuple[int, str]], number: int) -> None:
        """Add the plain comment lines that an older annotation goes on over."""
        plain = [(start, text) for _, start, text in self.plain_below(number)]
        count = reach([text for _, text in (*pieces, *plain)])
        pieces += plain[: count - len(pieces)]

    def plain_below(self, number: int) -> Iterator[tuple[int, int, str]]:
        """Give the plain comments right below a line, each with the place of its text."""
        while number < len(self.source.line_starts):
            number += 1
            start = self.source.line_starts[number - 1]
            found = _PLAIN.match(self.source.text, start, self._end(number))
            if found is None or not self.is_comment(number):
                return
            yield number, found.end(), self.source.text[found.end() : self._end(number)]

    def single(
        self, number: int, start: int, kind: Literal["plain", "trailing"] = "plain"
    ) -> Block:
        """Make a block of a part of a line that reaches up to its end."""
        line = self.source.line(number)
        column = len(line[: len(line) - len(line.lstrip())].expandtabs())
        text = self.source.text[start : self._end(number)]
        return Block(SubSource(self.source, ((start, text),)), kind, number, number, column)

    def _end(self, number: int) -> int:
        return self.source.line_starts[number - 1] + len(self.source.line(number))

    def is_comment(self, number: int) -> bool:
        """Whether a line that looks like a comment is one, and no part of a string."""
        node = self.layout.statement_at(number)
        if node is None or self._last_line(node) < number:
            return True
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return False
        column = self._comments.get(number)
        return column is not None and not self.source.line(number)[:column].strip()

    def comment_at(self, number: int) -> int | None:
        """Give the column at which the comment of a line begins, None where it has none."""
        line = self.source.line(number)
        bare = line.lstrip(" \t\f")
        if bare[:1] == "#":
            return len(line) - len(bare) if self.is_comment(number) else None
        return self._comments.get(number)

    def _last_line(self, node: Statement) -> int:
        """Give the last line of a statement's head, found out once: comments may stand in it."""
        if node not in self._last_lines:
            self._last_lines[node] = _last_line(node)
        return self._last_lines[node]

    @cached_property
    def _comments(self) -> Mapping[int, int]:
        return comment_lines(self.source)


def _last_line(node: Statement) -> int:
    """Give the last line of a simple statement, or of what a compound one begins with."""
    if not hasattr(node, "body") and not hasattr(node, "cases"):
        return node.end_lineno or node.lineno
    return max((child.end_lineno or 0 for child in _head(node)), default=node.lineno)


def _head(node: ast.AST) -> Iterator[ast.expr]:
    """Give the expressions that a compound statement begins with."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            yield child
        elif isinstance(child, ast.arguments | ast.arg | ast.withitem | ast.keyword):
            yield from _head(child)
