"""An operand of an intersection in, the fields it may bring out, each with what may hide it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from schemac.ir.types import Group, IntersectionType, RecordType, Tagged, UnionType, Use
from schemac.ir.walk import children
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
"""Gates on a field; None where one stands inside its type, which may hide a part of it."""


@dataclass(slots=True)
class Operand:
    """What hides each field that an operand may bring, and whether variants of it bring them."""

    fields: dict[str, Hiding] = field(default_factory=dict)
    is_union: bool = False


def operand(written: Type, types: Sequence[Instance], gated: GatedTypes) -> Operand | None:
    """Judge an operand; None for what is not made of records alone."""
    found = Operand()
    met: set[int] = set()
    todo: list[tuple[Type, tuple[Tag, ...]]] = [(written, ())]
    while todo:
        node, gates = todo.pop()
        match node:
            case RecordType(fields=fields):
                for each in fields:
                    own, inner = ungated(each.type)
                    hiding = None if gated.holds_gate(inner) else (*gates, *own)
                    known = found.fields.get(each.name, ())
                    found.fields[each.name] = _together(known, hiding)
            case Use(target=target):
                body = types[target].body
                if body is None:
                    return None
                if target not in met:
                    met.add(target)
                    todo.append((body, gates))
            case Tagged(inner=inner, tags=tags):
                more = tuple(tag for tag in tags if hides(tag, frozenset()))
                todo.append((inner, (*gates, *more)))
            case Group() | IntersectionType() | UnionType():
                found.is_union = found.is_union or isinstance(node, UnionType)
                todo.extend((inner, gates) for inner in children(node))
            case _:
                return None
    return found


def hiding_beside(operands: Sequence[Operand]) -> list[dict[str, Hiding]]:
    """Give for each operand what hides the fields that another one has, too."""
    gates: dict[str, dict[Tag, None]] = {}
    inside: dict[str, list[int]] = {}
    counts: Counter[str] = Counter()
    for at, each in enumerate(operands):
        counts.update(each.fields.keys())
        for name, hiding in each.fields.items():
            if hiding is None:
                inside.setdefault(name, []).append(at)
            else:
                gates.setdefault(name, {}).update(dict.fromkeys(hiding))

    def hidden(name: str, at: int) -> Hiding:
        if any(other != at for other in inside.get(name, ())[:2]):
            return None
        # Its own gates are among these, and stand on the way to a place in it anyway.
        return tuple(gates.get(name, ()))

    return [
        {name: hidden(name, at) for name in each.fields if counts[name] > 1}
        for at, each in enumerate(operands)
    ]


def _together(known: Hiding, more: Hiding) -> Hiding:
    return None if known is None or more is None else (*known, *more)
