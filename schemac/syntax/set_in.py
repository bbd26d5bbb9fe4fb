"""A block that is set in deeper than the statements around it in, why it is not read, out.

Python lets comments stand like that, and to an eye it is of the class that ended above; it would be
of what these statements are in.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic
from schemac.syntax.claims import claim, first_line

if TYPE_CHECKING:
    from schemac.source import Source
    from schemac.syntax.blocks import Block
    from schemac.syntax.places import Layout, Place, Statement

__all__ = ["place_ended", "too_deep"]

_HINT = "set it in as far as the statements of the class or module that it is meant for"


def too_deep(block: Block, laid_out: Layout, source: Source) -> Diagnostic | None:
    """Refuse declarations that are set in deeper than the statement before them, a plain one.

    One that is set in as far as what stands below is of the same body.
    """
    above = laid_out.statement_at(block.first)
    if above is None or (above.end_lineno or above.lineno) >= block.first:
        return None
    above = laid_out.statement_on(above.lineno)
    if not isinstance(above, ast.stmt) or hasattr(above, "body") or hasattr(above, "cases"):
        return None
    below = laid_out.statement_below(block.last)
    if not _column(above, source) < block.column or (
        below is not None and _column(below, source) >= block.column
    ):
        return None
    if block.kind != "rbs" and claim(block.text.text) != "declarations":
        return None
    text = "these declarations are set in deeper than the statement above them"
    span = block.text.span(*first_line(block.text.text))
    return Diagnostic("SC108", text, span, hint=_HINT)


def place_ended(block: Block, laid_out: Layout) -> Place | None:
    """Give the innermost class or function that ended above a block, and is set in less."""
    for place in laid_out.around(block.first):
        if place.last >= block.first:
            return None
        if place.column < block.column:
            return place
    return None


def _column(node: Statement, source: Source) -> float:
    """Count how far a statement is set in; one behind others on its line is so far that none is."""
    before = source.line(node.lineno)[: node.col_offset]
    return float("inf") if before.strip() else len(before.expandtabs())
