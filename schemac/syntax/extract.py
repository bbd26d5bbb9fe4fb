"""A Python file in, the blocks that hold annotations out, each with the place it stands in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic
from schemac.syntax.blocks import comment_blocks, stray_blocks
from schemac.syntax.claims import claim, first_line
from schemac.syntax.docstrings import docstring_blocks
from schemac.syntax.places import layout
from schemac.syntax.positions import node_span
from schemac.syntax.python import parse_python
from schemac.syntax.standing import Standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from schemac.source import Source
    from schemac.syntax.blocks import Block
    from schemac.syntax.places import Layout, Place

__all__ = ["annotation_blocks", "is_claimed", "standing_blocks", "strays"]


def annotation_blocks(source: Source) -> tuple[tuple[Block, ...], tuple[Diagnostic, ...]]:
    """Give the blocks of a file that are annotations, prose left out, in order of their lines."""
    tree, diagnostics = parse_python(source)
    if tree is None:
        return (), diagnostics
    standing, diagnostics = standing_blocks(source, layout(tree))
    blocks = (each.block for each in standing if is_claimed(each))
    return tuple(sorted(blocks, key=lambda block: block.first)), diagnostics


def standing_blocks(
    source: Source, laid_out: Layout
) -> tuple[tuple[Standing, ...], tuple[Diagnostic, ...]]:
    """Give all blocks of a file: those in comments first, then those in docstrings."""
    if "#:" not in source.text and "@rbs" not in source.text:
        return (), ()
    standing = list(_in_comments(source, laid_out))
    diagnostics: list[Diagnostic] = []
    for place in laid_out.places:
        blocks = () if place.node is None else docstring_blocks(source, place.node)
        if blocks is None:
            diagnostics.append(_split(source, place))
        else:
            standing += (_in_docstring(block, place) for block in blocks)
    if any(map(is_claimed, standing)):
        diagnostics += _of_module(source, laid_out)
    return tuple(standing), tuple(diagnostics)


def _of_module(source: Source, laid_out: Layout) -> Iterator[Diagnostic]:
    """Report what the docstring of an annotated module declares, which is nobody's."""
    for block in docstring_blocks(source, laid_out.tree) or ():
        text = block.text.text
        if claim(text) == "declarations":
            message = "annotations in the docstring of a module are not read"
            hint = "write them as `#:` comments at the top of the module"
            yield Diagnostic("SC108", message, block.text.span(*first_line(text)), hint=hint)


def strays(source: Source, laid_out: Layout, read: Iterable[Standing]) -> tuple[Standing, ...]:
    """Give the plain comments of a file that look as if they were annotations."""
    if "#:" not in source.text and "@rbs" not in source.text:
        return ()
    blocks = [each.block for each in read if each.block.kind != "docstring"]
    return tuple(
        Standing(block, laid_out.place_of(block.first, block.column), None)
        for block in stray_blocks(source, laid_out, blocks)
    )


def _in_comments(source: Source, laid_out: Layout) -> Iterator[Standing]:
    for block in comment_blocks(source, laid_out):
        head = laid_out.heads.get(block.last + 1)
        if head is None:
            place = laid_out.place_of(block.first, block.column)
        else:
            place = head.parent or laid_out.places[0]
        yield Standing(block, place, head)


def _in_docstring(block: Block, place: Place) -> Standing:
    """Let a docstring of a function speak for the function, one of a class for the class."""
    if place.is_function and place.parent is not None:
        return Standing(block, place.parent, place)
    return Standing(block, place, None)


def _split(source: Source, place: Place) -> Diagnostic:
    span = source.span(0, 0) if place.node is None else node_span(source, place.node.body[0])
    text = f"annotations in the docstring of `{place.qualname}` cannot be read"
    hint = "write the docstring as one string, without putting several together"
    return Diagnostic("SC108", text, span, hint=hint)


def is_claimed(standing: Standing) -> bool:
    """Whether a block is an annotation, going by its first words and its place; no prose."""
    match standing.block.kind:
        case "rbs":
            return True
        case "plain":
            return False
    kind = claim(standing.block.text.text)
    return kind == "declarations" or (kind == "signature" and standing.head is not None)
