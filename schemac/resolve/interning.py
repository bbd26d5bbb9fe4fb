"""A node and the keys of its parts in, one number for equal types out.

Equality of deep types would recurse; numbers made from the inside out do not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, assert_never

from schemac.ir.types import (
    Anything,
    Group,
    IntersectionType,
    ListType,
    LiteralType,
    MapType,
    NameType,
    Nothing,
    OptionalType,
    RecordType,
    Scalar,
    Tagged,
    TupleType,
    UnionType,
    Use,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.ir.types import Type

__all__ = ["Interner"]

_Label: TypeAlias = tuple[object, ...]


class Interner:
    """Numbers types so that equal ones, spans and spellings aside, have one number."""

    def __init__(self) -> None:
        self._keys: dict[tuple[_Label, tuple[int, ...]], int] = {}

    def key(self, node: Type, parts: Sequence[int]) -> int:
        """Give the number of a node whose parts have the given numbers."""
        return self._keys.setdefault((_label(node), tuple(parts)), len(self._keys))


def _label(node: Type) -> _Label:
    """Give what tells a node from others with the same parts."""
    name = type(node).__name__
    match node:
        case Scalar(kind=kind):
            return (name, kind)
        case LiteralType(kind=literal, value=value):
            return (name, literal, value)
        case ListType(unique=unique):
            return (name, unique)
        case Tagged(tags=tags):
            return (name, tags)
        case RecordType(fields=fields):
            return (name, tuple((field.name, field.optional, field.doc) for field in fields))
        case Use(target=target):
            return (name, target)
        case NameType(name=written):
            return (name, written)
        case Anything() | Nothing() | Group() | MapType() | TupleType():
            return (name,)
        case OptionalType() | UnionType() | IntersectionType():
            return (name,)
        case _:
            assert_never(node)
