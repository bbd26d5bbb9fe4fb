"""A Lark failure in, a diagnostic in human words out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark.exceptions import UnexpectedCharacters, UnexpectedInput

from schemac.diagnostics.model import Diagnostic

if TYPE_CHECKING:
    from schemac.source import Text
    from schemac.syntax.cut import Piece

__all__ = ["explain"]


def explain(text: Text, piece: Piece, failure: UnexpectedInput) -> Diagnostic:
    """Say what is wrong where reading stopped."""
    at = failure.pos_in_stream or piece.start
    if not isinstance(failure, UnexpectedCharacters) and failure.token.type == "$END":
        at = piece.end
    return Diagnostic("SC101", "unexpected text", text.span(at, min(at + 1, piece.end)))
