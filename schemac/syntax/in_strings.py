"""A Python file in, what its strings that are no docstrings hold of annotations out.

A later string of a body, an `f"…"` or what is given to `__doc__` is taken for a docstring by who
writes it, and is told like one.
"""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic
from schemac.source import SubSource
from schemac.syntax.blocks import Block
from schemac.syntax.claims import first_line, is_meant
from schemac.syntax.docstrings import MARKED, read_string
from schemac.syntax.standing import Standing
from schemac.syntax.unmarked import suspicious, unmarked_lines, unread_block

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.source import Source
    from schemac.syntax.places import Layout, Place, Statement

__all__ = ["string_strays"]

_IN_STRING = re.compile(
    r"[ \t\f]*(?:__doc__[ \t]*=[ \t]*)?(?:[A-Za-z]{0,2}(?:\"\"\"|'''|\"|'))?[ \t\f]*#:"
)
_STRING = "write them in comments, or in the docstring: a plain string, before all else in the body"
_KINDS = frozenset({ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign})
"""The statements that may hold such a text."""


def string_strays(source: Source, laid_out: Layout, *, is_annotated: bool) -> Iterator[Standing]:
    """Give what is written in strings that look like a docstring: a later one, or an `f"…"`.

    In an annotated file its blocks are refused; all else is judged where it stands, as are the
    lines of docstrings.
    """
    for item in laid_out.statements:
        if type(item) not in _KINDS or not _is_text(item, is_first=False):
            continue
        first, last = item.lineno, item.end_lineno or item.lineno
        ends = source.line_starts[last] if last < len(source.line_starts) else len(source.text)
        text = source.text[source.line_starts[first - 1] : ends]
        if not suspicious(text) and "\\" not in text:
            continue
        place = laid_out.place_around(first)
        if not _is_text(item, is_first=item is (place.node or laid_out.tree).body[0]):
            continue
        block = _marked_block(source, item)
        if is_meant(block.text.text):
            yield Standing(block, place, None, _refused(block) if is_annotated else None)
        elif place.node is not None:
            yield from _unmarked(source, item, place)


def _marked_block(source: Source, item: Statement) -> Block:
    first, last = item.lineno, item.end_lineno or item.lineno
    pieces = [
        (source.offset(line, found.end() + 1), found.string[found.end() :])
        for line in range(first, last + 1)
        if (found := _IN_STRING.match(source.line(line)))
    ]
    return Block(SubSource(source, tuple(pieces)), "string", first, last, item.col_offset)


def _refused(block: Block) -> Diagnostic:
    message = "annotations in a string that is no docstring are not read"
    span = block.text.span(*first_line(block.text.text))
    return Diagnostic("SC108", message, span, hint=_STRING)


def _unmarked(source: Source, item: Statement, place: Place) -> Iterator[Standing]:
    """Give the lines that would be looked at in a docstring, or read if it were one."""
    for node in _strings(item):
        string = read_string(source, node)
        for start, end in (*_marked(string.text.text), *unmarked_lines(string.text.text)):
            block = unread_block(string.text, start, end)
            yield Standing(replace(block, kind="string"), place, None)


def _marked(text: str) -> Iterator[tuple[int, int]]:
    """Give the lines whose marker begins no line of the file, or is written as an escape."""
    at = 0
    for line in text.split("\n"):
        found = MARKED.match(line)
        if found is not None and is_meant(line[found.end() :]):
            yield at + found.end(), at + len(line)
        at += len(line) + 1


def _strings(item: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    """Give the strings that are written in a statement; the parts of an `f"…"` are of that."""
    pending = [item]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.JoinedStr):
            yield node
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                yield node
        else:
            pending.extend(reversed(list(ast.iter_child_nodes(node))))


def _is_text(item: Statement, *, is_first: bool) -> bool:
    """Whether a statement holds a text that may be taken for a docstring, and is none."""
    match item:
        case ast.Expr(value=ast.Constant(value=str())):
            return not is_first
        case ast.Expr(value=value):
            return _begins_with_text(value)
        case ast.Assign(targets=targets, value=value):
            return any(map(_is_docstring, targets)) and _holds_text(value)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            return _is_docstring(target) and _holds_text(value)
        case ast.AugAssign(target=target, value=value):
            return _is_docstring(target) and _holds_text(value)
        case _:
            return False


def _is_docstring(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id == "__doc__"


def _begins_with_text(node: ast.expr) -> bool:
    """Whether an expression is a text, or made of one at once; arguments of calls are others'."""
    while True:
        match node:
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in _TEXTS:
                return _holds_text(node)
            case ast.Call(func=inner) | ast.Attribute(value=inner) | ast.BinOp(left=inner):
                node = inner
            case ast.Subscript(value=inner) | ast.IfExp(body=inner):
                node = inner
            case ast.Tuple(elts=[inner, *_]) | ast.BoolOp(values=[inner, *_]):
                node = inner
            case _:
                return isinstance(node, ast.JoinedStr | ast.Constant)


_TEXTS = frozenset({"dedent", "cleandoc"})
"""What takes a docstring and gives one."""


def _holds_text(value: ast.expr) -> bool:
    """Whether a text is written in an expression: joined, cut, dedented or chosen from some."""
    return any(
        isinstance(each, ast.JoinedStr)
        or (isinstance(each, ast.Constant) and isinstance(each.value, str | bytes))
        for each in ast.walk(value)
    )
