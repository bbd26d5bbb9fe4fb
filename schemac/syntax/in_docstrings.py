"""A Python file in, what its docstrings hold of annotations out, and what nearly is one."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic
from schemac.source import SubSource
from schemac.syntax.blocks import Block
from schemac.syntax.claims import claim, first_line, is_meant, near_miss
from schemac.syntax.docstrings import MARKED, docstring_blocks, docstring_value, read_docstring
from schemac.syntax.escapes import joined_lines, misleading_escape
from schemac.syntax.positions import node_span
from schemac.syntax.standing import Standing
from schemac.syntax.unmarked import suspicious, unmarked_lines, unread_block

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.source import Source
    from schemac.syntax.docstrings import Docstring
    from schemac.syntax.places import Definition, Layout, Place

_IN_STRING = re.compile(
    r"[ \t\f]*(?:__doc__[ \t]*=[ \t]*)?(?:[A-Za-z]{0,2}(?:\"\"\"|'''|\"|'))?[ \t\f]*#:"
)
_STRING = "write them in comments, or in the docstring: a plain string, before all else in the body"

__all__ = ["docstring_strays", "standing_in_docstrings"]


def standing_in_docstrings(source: Source, laid_out: Layout) -> Iterator[Standing]:
    """Give the blocks in the docstrings of classes and functions."""
    for place in laid_out.places:
        docstring = None if place.node is None else _marked(source, place.node)
        if docstring is None:
            continue
        for block in docstring_blocks(docstring):
            refused = _misread(docstring, block) if docstring.whole else _split(source, place)
            yield _standing(block, place, refused)


def docstring_strays(source: Source, laid_out: Layout, *, is_annotated: bool) -> Iterator[Standing]:
    """Give the lines of docstrings that look as if they were annotations, and are not read."""
    if not suspicious(source.text) and "\\" not in source.text:
        return
    for place in laid_out.places:
        if place.node is not None and suspicious(docstring_value(place.node) or ""):
            yield from _unread(source, place)
    if is_annotated:
        yield from _of_module(source, laid_out)
        for place in laid_out.places:
            yield from _no_docstrings(source, place, (place.node or laid_out.tree).body)


def _marked(source: Source, node: Definition | ast.Module) -> Docstring | None:
    lines = (docstring_value(node) or "").splitlines()
    return read_docstring(source, node) if any(map(MARKED.match, lines)) else None


def _unread(source: Source, place: Place) -> Iterator[Standing]:
    docstring = None if place.node is None else read_docstring(source, place.node)
    if docstring is None:
        return
    joined = list(joined_lines(docstring)) if docstring.whole else []
    following = [start for start, _, _ in joined[1:]]
    for (start, end, finding), after in zip_longest(joined, following):
        # The lines of a long run are one line: each is read up to the next, not to the end of all.
        block = unread_block(docstring.text, start, min(end, after or end))
        if _is_meant(block.text.text):
            yield _standing(block, place, finding)
    told = {end for _, end, _ in joined}
    for start, end in unmarked_lines(docstring.text.text):
        if end not in told:
            yield _standing(unread_block(docstring.text, start, end), place, None)


def _standing(block: Block, place: Place, refused: Diagnostic | None) -> Standing:
    """Let a docstring of a function speak for the function, one of a class for the class."""
    if place.is_function and place.parent is not None:
        return Standing(block, place.parent, place, refused)
    return Standing(block, place, None, refused)


def _misread(docstring: Docstring, block: Block) -> Diagnostic | None:
    """Report an escape in a block that is meant as an annotation, as it is read or written."""
    found = misleading_escape(docstring, block)
    if found is None:
        return None
    host = docstring.text.host
    lines = [host.line(number) for number in range(block.first, block.last + 1)]
    written = "\n".join(line[marked.end() :] for line in lines if (marked := MARKED.match(line)))
    return found if _is_meant(block.text.text) or _is_meant(written) else None


def _is_meant(text: str) -> bool:
    return claim(text) != "prose" or near_miss(text) is not None


def _split(source: Source, place: Place) -> Diagnostic:
    span = source.span(0, 0) if place.node is None else node_span(source, place.node.body[0])
    text = f"annotations in the docstring of `{place.qualname}` cannot be read"
    hint = "write the docstring as one string, without putting several together"
    return Diagnostic("SC108", text, span, hint=hint)


def _no_docstrings(source: Source, place: Place, body: Sequence[ast.stmt]) -> Iterator[Standing]:
    """Refuse what is written in strings that look like a docstring: a later one, or an `f"…"`."""
    for number, item in enumerate(_statements(body)):
        if not _is_text(item, is_first=number == 0):
            continue
        first, last = item.lineno, item.end_lineno or item.lineno
        pieces = [
            (source.offset(line, found.end() + 1), found.string[found.end() :])
            for line in range(first, last + 1)
            if (found := _IN_STRING.match(source.line(line)))
        ]
        text = SubSource(source, tuple(pieces))
        if is_meant(text.text):
            message = "annotations in a string that is no docstring are not read"
            refused = Diagnostic("SC108", message, text.span(*first_line(text.text)), hint=_STRING)
            yield Standing(
                Block(text, "unread", first, last, item.col_offset), place, None, refused
            )


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Give the statements of a body, and those inside others that are no definitions."""
    pending = list(reversed(body))
    while pending:
        item = pending.pop()
        yield item
        if not isinstance(item, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            inner = (each for each in ast.iter_child_nodes(item) if isinstance(each, ast.stmt))
            pending.extend(reversed(list(inner)))


def _is_text(item: ast.stmt, *, is_first: bool) -> bool:
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


def _of_module(source: Source, laid_out: Layout) -> Iterator[Standing]:
    """Refuse what the docstring of an annotated module declares, which is nobody's."""
    docstring = _marked(source, laid_out.tree)
    for block in () if docstring is None else docstring_blocks(docstring):
        text = block.text.text
        if claim(text) == "declarations" or near_miss(text) is not None:
            message = "annotations in the docstring of a module are not read"
            hint = "write them as `#:` comments at the top of the module"
            span = block.text.span(*first_line(text))
            refused = Diagnostic("SC108", message, span, hint=hint)
            yield Standing(replace(block, kind="unread"), laid_out.places[0], None, refused)
