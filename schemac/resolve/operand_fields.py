"""An intersection in, the fields that its operands bring out, with the gates of operands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from schemac.ir.types import Group, IntersectionType, RecordType, Tagged, UnionType, Use
from schemac.ir.walk import children
from schemac.resolve.records import EITHER_SIDE, hides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.ir.tags import Tag
    from schemac.ir.types import Field, Type
    from schemac.resolve.instances import Instance

__all__ = ["BOUNDS", "OperandField", "operand_fields", "tail_moved", "ungated"]

BOUNDS = frozenset(
    {
        *("closed", "strict", "unique", "min", "max", "exclusive_min", "exclusive_max"),
        *("multiple_of", "pattern", "format", "media_type", "encoding"),
    }
)
"""Tags that decide what an intersection comes to."""
_MOST = 500
"""Fields that are looked at."""


@dataclass(frozen=True, slots=True)
class OperandField:
    """A field of an operand; the gates of an operand are gates on each of its fields."""

    field: Field
    gates: tuple[Tag, ...]


def operand_fields(
    node: IntersectionType, types: Sequence[Instance]
) -> dict[str, list[OperandField]] | None:
    """Give the fields by name, in order of first appearance.

    None where not all operands are records, names of records or intersections of such, or where
    there are too many fields.
    """
    found: dict[str, list[OperandField]] = {}
    met: set[int] = set()
    count = 0
    todo: list[tuple[Type, tuple[Tag, ...]]] = [(node, ())]
    while todo:
        part, gates = todo.pop()
        match part:
            case RecordType(fields=fields):
                count += len(fields)
                for each in fields:
                    found.setdefault(each.name, []).append(OperandField(each, gates))
            case Tagged(inner=inner, tags=tags):
                more = tuple(tag for tag in tags if hides(tag, frozenset()))
                todo.append((inner, (*gates, *more)))
            case Use(target=target):
                body = types[target].body
                if body is None or target in met:
                    return None
                met.add(target)
                todo.append((body, gates))
            case Group() | IntersectionType():
                todo.extend((inner, gates) for inner in reversed(children(part)))
            case _:
                return None
        if count > _MOST:
            return None
    return found


def tail_moved(written: Type) -> Type:
    """Give a field's type with the tags of the field behind all of it, as the tail rule has it."""
    if not isinstance(written, UnionType):
        return written
    *others, last = written.members
    if not isinstance(last, Tagged) or any(isinstance(each, Tagged) for each in others):
        return written
    union = Group(replace(written, members=(*others, last.inner)), written.span)
    return Tagged(union, last.tags, last.span)


def ungated(written: Type) -> tuple[tuple[Tag, ...], Type]:
    """Give the gates of a field, and its type without them."""
    node = tail_moved(written)
    if not isinstance(node, Tagged):
        return (), written
    gates = tuple(tag for tag in node.tags if hides(tag, EITHER_SIDE))
    rest = tuple(tag for tag in node.tags if tag not in gates)
    return gates, replace(node, tags=rest) if rest else node.inner
