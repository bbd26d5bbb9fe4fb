"""What stands for a type that nobody knows, as a mistake in its place was reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.types import NameType

if TYPE_CHECKING:
    from schemac.ir.types import Type
    from schemac.source import Span

__all__ = ["hole", "is_hole"]

_HOLE = "untyped"


def hole(span: Span) -> NameType:
    """Give what stands for a type that nobody knows: a name that no author can write."""
    return NameType(_HOLE, (), span, span)


def is_hole(node: Type) -> bool:
    """Whether a type is one that nobody knows."""
    return isinstance(node, NameType) and node.name == _HOLE
