"""A Python file in, the blocks that hold annotations out, each with the place it stands in."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic
from schemac.syntax.blocks import comment_blocks
from schemac.syntax.claims import claim, first_line, holds_signature
from schemac.syntax.in_docstrings import docstring_strays, standing_in_docstrings
from schemac.syntax.places import layout
from schemac.syntax.python import parse_python
from schemac.syntax.set_in import place_ended, too_deep
from schemac.syntax.standing import Standing
from schemac.syntax.stray_comments import stray_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.source import Source
    from schemac.syntax.blocks import Block
    from schemac.syntax.places import Layout, Place

__all__ = ["annotation_blocks", "is_claimed", "standing_blocks", "strays"]


def annotation_blocks(source: Source) -> tuple[tuple[Block, ...], tuple[Diagnostic, ...]]:
    """Give the blocks of a file that are annotations, prose left out, in order of their lines."""
    tree, diagnostics = parse_python(source)
    if tree is None:
        return (), diagnostics
    standing = standing_blocks(source, layout(tree, source))
    blocks = (each.block for each in standing if is_claimed(each))
    diagnostics = tuple(each.refused for each in standing if each.refused is not None)
    return tuple(sorted(blocks, key=lambda block: block.first)), diagnostics


def standing_blocks(source: Source, laid_out: Layout) -> tuple[Standing, ...]:
    """Give all blocks of a file: those in comments first, then those in docstrings."""
    if "#:" not in source.text and "@rbs" not in source.text:
        # An escape may make a marker that is written nowhere.
        return tuple(standing_in_docstrings(source, laid_out)) if "\\" in source.text else ()
    return (*_in_comments(source, laid_out), *standing_in_docstrings(source, laid_out))


def strays(source: Source, laid_out: Layout, read: Sequence[Standing]) -> tuple[Standing, ...]:
    """Give the comments and lines of docstrings that look as if they were annotations."""
    found = tuple(docstring_strays(source, laid_out, is_annotated=any(map(is_claimed, read))))
    comments = [each for each in read if each.block.kind not in {"docstring", "unread"}]
    blocks = [each.block for each in comments]
    claimed = [each.block for each in comments if is_claimed(each)]
    stray = stray_blocks(source, laid_out, blocks, claimed)
    return (*(_standing(block, laid_out) for block in stray), *found)


def _in_comments(source: Source, laid_out: Layout) -> Iterator[Standing]:
    for block in comment_blocks(source, laid_out):
        head = laid_out.head_of(block.first, block.last, block.column)
        if head is None:
            standing = _standing(block, laid_out)
        else:
            standing = Standing(block, head.parent or laid_out.places[0], head)
        if block.column and standing.refused is None and not _signs(standing):
            refused = too_deep(block, laid_out, source)
            if refused is not None:
                ended = place_ended(block, laid_out)
                standing = replace(standing, refused=refused, ended=ended)
        yield standing


def _signs(standing: Standing) -> bool:
    """Whether a block is above a function and ends with its signature, however it is set in."""
    return standing.head is not None and holds_signature(standing.block.text.text)


def _standing(block: Block, laid_out: Layout) -> Standing:
    """Give the place of a block that stands above no function, and what it is above."""
    place = laid_out.place_of(block.first, block.column)
    if block.kind == "trailing":
        place = laid_out.headed_by(block.first) or place
    below = laid_out.definition_below(block.first, block.last)
    below = below if below and below.parent is place else None
    refused = None if below is None else _among_decorators(block, below)
    return Standing(block, place, None, refused, below)


def _among_decorators(block: Block, below: Place) -> Diagnostic | None:
    """Refuse what is declared between a class and its decorator: it looks like the class's."""
    is_between = below.is_class and below.first <= block.first and block.kind in {"comment", "rbs"}
    if not is_between or (block.kind != "rbs" and claim(block.text.text) != "declarations"):
        return None
    text = f"what stands among the decorators of `{below.qualname}` is none of its declarations"
    span = block.text.span(*first_line(block.text.text))
    return Diagnostic("SC108", text, span, hint="move it into the body of the class")


def is_claimed(standing: Standing) -> bool:
    """Whether a block is an annotation, going by its first words and its place; no prose."""
    match standing.block.kind:
        case "rbs":
            return True
        case "plain" | "trailing" | "unread" | "string":
            return False
    kind = claim(standing.block.text.text)
    return kind == "declarations" or (kind == "signature" and standing.head is not None)
