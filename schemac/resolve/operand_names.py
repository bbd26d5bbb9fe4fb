"""An operand of an intersection in, the fields it may bring out, each with what may hide it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from schemac.ir.types import (
    Anything,
    Group,
    IntersectionType,
    OptionalType,
    RecordType,
    Tagged,
    UnionType,
    Use,
)
from schemac.ir.walk import bare, children
from schemac.resolve.operand_fields import ungated
from schemac.resolve.records import hides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.ir.tags import Tag
    from schemac.ir.types import Type
    from schemac.resolve.gated_types import GatedTypes
    from schemac.resolve.instances import Instance

__all__ = ["Hiding", "Operand", "hiding_beside", "operand"]

Hiding: TypeAlias = "tuple[Tag, ...] | None"
"""Gates on a field; None where one inside its type may hide a part of it."""


_MOST = 20
"""Types of one field that are compared."""


@dataclass(slots=True)
class _Declared:
    """What an operand says of a field: gates on it, and types of it with gates inside."""

    gates: list[Tag] = field(default_factory=list)
    gated: list[Type] = field(default_factory=list)


@dataclass(slots=True)
class Operand:
    """What an operand says of each field, and whether variants of it do."""

    fields: dict[str, _Declared] = field(default_factory=dict)
    is_union: bool = False


def operand(written: Type, types: Sequence[Instance], gated: GatedTypes) -> Operand | None:
    """Judge an operand; None for what brings no record: nothing is known of what it comes to.

    Variants that are no records meet none, and bring nothing.
    """
    found = Operand()
    is_record = False
    met: set[int] = set()
    todo: list[tuple[Type, tuple[Tag, ...]]] = [(written, ())]
    while todo:
        node, gates = todo.pop()
        match node:
            case RecordType(fields=fields):
                is_record = True
                for each in fields:
                    own, inner = ungated(each.type)
                    known = found.fields.setdefault(each.name, _Declared())
                    known.gates += (*gates, *own)
                    known.gated += [bare(inner)] if gated.holds_gate(inner) else []
            case Anything():
                is_record = True
            case Use(target=target):
                body = types[target].body
                if body is not None and target not in met:
                    met.add(target)
                    todo.append((body, gates))
            case Tagged(inner=inner, tags=tags):
                more = tuple(tag for tag in tags if hides(tag, frozenset()))
                todo.append((inner, (*gates, *more)))
            case Group() | IntersectionType() | UnionType() | OptionalType():
                is_union = isinstance(node, UnionType | OptionalType)
                found.is_union = found.is_union or is_union
                todo.extend((inner, gates) for inner in children(node))
            case _:
                pass
    return found if is_record else None


def hiding_beside(operands: Sequence[Operand]) -> list[dict[str, Hiding]]:
    """Give for each operand what hides the fields that another one has, too."""
    gates: dict[str, dict[Tag, None]] = {}
    inside: dict[str, list[tuple[int, Type]]] = {}
    counts: Counter[str] = Counter()
    for at, each in enumerate(operands):
        counts.update(each.fields.keys())
        for name, declared in each.fields.items():
            gates.setdefault(name, {}).update(dict.fromkeys(declared.gates))
            inside.setdefault(name, []).extend((at, part) for part in declared.gated)

    def hidden(name: str, at: int) -> Hiding:
        own = [part for where, part in inside[name] if where == at][:1]
        # The same type hides no more of itself than it does alone.
        if any(where != at and [part] != own for where, part in inside[name][:_MOST]):
            return None
        # Its own gates are among these, and stand on the way to a place in it anyway.
        return None if len(inside[name]) > _MOST else tuple(gates[name])

    return [
        {name: hidden(name, at) for name in each.fields if counts[name] > 1}
        for at, each in enumerate(operands)
    ]
