"""Program types in, those that every caller sees something of out.

What is left of a type for a caller whose gates are all closed decides whether a parameter is
always passed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.ir.types import (
    Group,
    IntersectionType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    Tagged,
    TupleType,
    UnionType,
    Use,
)
from schemac.ir.walk import children
from schemac.resolve.fixpoint import Equations
from schemac.resolve.nulls import Nulls
from schemac.resolve.records import IN_INPUTS, hides, record_fields, tail_hides
from schemac.resolve.trees import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.ir.types import Type
    from schemac.resolve.instances import Instance

__all__ = ["always_visible"]


def always_visible(
    types: Sequence[Instance],
    fields: Sequence[Type],
    sides: frozenset[str] = IN_INPUTS,
    gates: frozenset[str] | None = None,
) -> list[bool]:
    """Say of the types of arguments whether some of each is there for every caller.

    `sides` are the tags that hide beside gates; `gates` the predicates that there are, None where
    every tag that is no known one is to count. `@read_only` on an argument itself, where it
    cannot stand, is reported and hides nothing.
    """
    solver = _Solver(types, sides, gates)
    asked = [_without_side(written) for written in fields]
    unknowns = [solver.field(written) for written in asked]
    holds = solver.solve()
    return [holds[unknown] for unknown in unknowns]


class _Solver:
    def __init__(
        self, types: Sequence[Instance], sides: frozenset[str], gates: frozenset[str] | None
    ) -> None:
        self.equations = Equations(len(types))
        self.types = types
        self.nulls = Nulls(types)
        self.sides = sides
        self.gates = gates
        self.open = self.equations.constant(holds=True)
        self.shut = self.equations.constant(holds=False)
        self._known: dict[int, int] = {}
        self._queue: list[tuple[int, Type]] = []
        self._met: set[int] = set()

    def field(self, written: Type) -> int:
        """Give the unknown of a field with that type."""
        return self.shut if tail_hides(written, self.sides, self.gates) else self.unknown(written)

    def unknown(self, written: Type) -> int:
        """Give the unknown of a type that somebody else holds; its equation is made later."""
        known = self._known.get(id(written))
        if known is None:
            known = self._known[id(written)] = self.equations.fresh()
            self._queue.append((known, written))
        return known

    def solve(self) -> list[bool]:
        """Make the equations that are left, and solve them all."""
        while self._queue:
            unknown, written = self._queue.pop()
            self.equations.equate(unknown, fold(written, self._equation, _outside_intersections))
        return self.equations.solve()

    def _named(self, target: int) -> int:
        instance = self.types[target]
        if instance.body is None or instance.broken:
            return self.open
        if target not in self._met:
            self._met.add(target)
            self._queue.append((target, instance.body))
        return target

    def _equation(self, node: Type, parts: Sequence[int]) -> int:
        match node:
            case Use(target=target):
                return self._named(target)
            case Tagged(tags=tags):
                hidden = any(hides(tag, self.sides, self.gates) for tag in tags)
                return self.shut if hidden else parts[0]
            case Group() | OptionalType() | ListType():
                return parts[0]
            case MapType() | TupleType():
                return self.equations.every(parts)
            case UnionType(members=members):
                return self._union(members, parts)
            case RecordType(fields=fields):
                pairs = zip(fields, parts, strict=True)
                kept = [
                    part
                    for each, part in pairs
                    if not tail_hides(each.type, self.sides, self.gates)
                ]
                return self.equations.some(kept) if fields else self.open
            case IntersectionType():
                return self._intersection(node)
            case _:
                return self.open

    def _union(self, members: Sequence[Type], parts: Sequence[int]) -> int:
        """Null alone is nothing left, unless no more was written, with no gate on any of it."""
        pairs = zip(members, parts, strict=True)
        kept = [part for member, part in pairs if not self.nulls.has(member)]
        return self.equations.some(kept) if kept else self.equations.every(parts)

    def _intersection(self, node: IntersectionType) -> int:
        merged = record_fields(node, self.types, self.gates)
        if not merged:
            return self.equations.some(map(self.unknown, node.operands))
        return self.equations.some(
            self.shut if each.gated else self.equations.every(map(self.field, each.types))
            for each in merged
        )


def _outside_intersections(node: Type) -> tuple[Type, ...]:
    return () if isinstance(node, IntersectionType) else children(node)


def _without_side(written: Type) -> Type:
    if isinstance(written, Tagged) and any(tag.name == "read_only" for tag in written.tags):
        kept = tuple(tag for tag in written.tags if tag.name != "read_only")
        return replace(written, tags=kept)
    return written
