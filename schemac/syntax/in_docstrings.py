"""A Python file in, what its docstrings hold of annotations out, and what nearly is one."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic
from schemac.syntax.claims import claim, first_line, near_miss
from schemac.syntax.docstrings import MARKED, docstring_blocks, docstring_value, read_docstring
from schemac.syntax.escapes import joined_lines, misleading_escape
from schemac.syntax.in_strings import string_strays
from schemac.syntax.positions import node_span
from schemac.syntax.standing import Standing
from schemac.syntax.unmarked import suspicious, unmarked_lines, unread_block

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterator

    from schemac.source import Source
    from schemac.syntax.blocks import Block
    from schemac.syntax.docstrings import Docstring
    from schemac.syntax.places import Definition, Layout, Place

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
    yield from string_strays(source, laid_out, is_annotated=is_annotated)
    if is_annotated:
        yield from _of_module(source, laid_out)


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
