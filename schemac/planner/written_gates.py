"""Resolved types as written in, the gates under which something of them is left out.

What cannot be told easily is closed: what depends on it is told to nobody.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.ir.tags import TAGS
from schemac.ir.types import (
    Group,
    IntersectionType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    Scalar,
    Tagged,
    TupleType,
    UnionType,
    Use,
)
from schemac.ir.walk import bare, children, with_type
from schemac.plan.gates import Never, OnSide
from schemac.plan.nodes import Ref
from schemac.planner.findings import Scope
from schemac.planner.gates import every, is_larger, some
from schemac.planner.placement import split_tags
from schemac.resolve.trees import fold, nodes, rebuilt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.ir.tags import Tag
    from schemac.ir.types import Type
    from schemac.plan.gates import Gate
    from schemac.planner.predicates import GateReader
    from schemac.planner.visibility import Visibility
    from schemac.resolve.program import Program

__all__ = ["WrittenGates", "outside_intersections", "with_tails"]

_SCOPE = Scope("type", 0)
_MOST_FIELDS = 2_000
_DEEPEST = 20
"""Intersections in fields of intersections that are looked into."""
_LARGEST = 200


def outside_intersections(node: Type) -> tuple[Type, ...]:
    """Give what is inside a node, but for operands, which are looked at together."""
    return () if isinstance(node, IntersectionType) else children(node)


def with_tails(written: Type) -> Type:
    """Give a type in which tags that the tail rule moves to a field stand on all of its union."""

    def combine(node: Type, parts: Sequence[Type]) -> Type:
        if not isinstance(node, RecordType):
            return rebuilt(node, parts)
        pairs = zip(node.fields, parts, strict=True)
        fields = tuple(with_type(field, _with_tail(field.type, part)) for field, part in pairs)
        return replace(node, fields=fields)

    return fold(written, combine)


def _with_tail(written: Type, part: Type) -> Type:
    """Give the type of a field; `part` is the same with what is inside it done."""
    if not isinstance(written, UnionType) or not isinstance(part, UnionType):
        return part
    _, tags = split_tags(written)
    last = part.members[-1]
    if not tags or not isinstance(last, Tagged):
        return part
    whole = replace(part, members=(*part.members[:-1], last.inner))
    return Tagged(whole, tags, part.span)


class WrittenGates:
    """Reads gates off types of the program, tails in their places; nothing is reported."""

    def __init__(self, program: Program, gates: GateReader, visibility: Visibility) -> None:
        """Take a reader of gates whose findings nobody reads."""
        self._types = program.types
        self._gates = gates
        self._visibility = visibility
        self._bodies: dict[int, Type] = {}
        self._fields = 0
        self._depth = 0

    def body(self, target: int) -> Type:
        """Give the right side of a type, tails in their places."""
        if target not in self._bodies:
            self._bodies[target] = with_tails(self._types[target].body)
        return self._bodies[target]

    def of_tags(self, tags: Sequence[Tag]) -> Gate | None:
        """Give the gate of tags, those included that hide on one side."""
        gate: Gate | None = None
        for tag in tags:
            if tag.name == "read_only":
                gate = every(gate, OnSide("output"))
            elif tag.name == "write_only":
                gate = every(gate, OnSide("input"))
            elif tag.name not in TAGS:
                gate = every(gate, self._gates.of_tag(tag, _SCOPE))
        return gate

    def left(self, written: Type) -> Gate | None:
        """Give the gate under which something of a type is left."""
        return _bounded(fold(written, self._left, outside_intersections))

    def is_null(self, written: Type) -> bool:
        """Tell whether a member is null and nothing else."""
        node = bare(written)
        if isinstance(node, Use):
            return self._visibility.is_null(Ref(node.target))
        return isinstance(node, Scalar) and node.kind == "null"

    def of_members(
        self, members: Sequence[Type], gates: Sequence[Gate | None]
    ) -> list[Gate | None]:
        """Give the gates of the members of a union: null alone is nothing left."""
        nulls = [self.is_null(member) for member in members]
        if all(nulls):
            return list(gates)
        pairs = list(zip(gates, nulls, strict=True))
        told = _bounded(some(*(gate for gate, is_null in pairs if not is_null)))
        return [every(gate, told) if is_null else gate for gate, is_null in pairs]

    def of_use(self, use: Use) -> Gate | None:
        """Give the gate under which something of a named type is left."""
        gate = self._visibility.of(Ref(use.target))
        return Never() if self._visibility.gave_up else gate

    def fields(self, written: Type) -> dict[str, Gate | None] | None:
        """Give the gate of each field of the one record that a type is; None where it is none."""
        if self._depth == 0:
            self._fields = 0
        self._depth += 1
        found = None if self._depth > _DEEPEST else self._merged(written)
        self._depth -= 1
        return found

    def throughout(self, written: Type) -> Gate | None:
        """Give the gate under which nothing in a type is hidden, names in it included."""
        gate: Gate | None = None
        seen: set[int] = set()
        todo = [written]
        while todo:
            for node in nodes(todo.pop()):
                if isinstance(node, Tagged):
                    gate = every(gate, self.of_tags(node.tags))
                elif isinstance(node, Use) and node.target not in seen:
                    seen.add(node.target)
                    todo.append(self.body(node.target))
            if is_larger(gate, _LARGEST) or len(seen) > _LARGEST:
                return Never()
        return gate

    def _left(self, node: Type, parts: Sequence[Gate | None]) -> Gate | None:
        match node:
            case Use():
                return self.of_use(node)
            case Tagged(tags=tags):
                return every(self.of_tags(tags), parts[0])
            case Group() | OptionalType() | ListType():
                return parts[0]
            case MapType() | TupleType():
                return every(*parts)
            case UnionType(members=members):
                return some(*self.of_members(members, parts))
            case RecordType(fields=fields):
                return some(*parts) if fields else None
            case IntersectionType():
                merged = self.fields(node)
                if merged is None:
                    return self.throughout(node)
                return some(*merged.values()) if merged else None
            case _:
                return None

    def _merged(self, written: Type) -> dict[str, Gate | None] | None:
        merged: dict[str, Gate | None] = {}
        met: set[tuple[int, Gate | None]] = set()
        pending: list[tuple[Type, Gate | None]] = [(written, None)]
        while pending:
            node, gate = pending.pop()
            match node:
                case RecordType(fields=fields):
                    self._fields += len(fields)
                    for field in fields:
                        own = Never() if self._fields > _MOST_FIELDS else self.left(field.type)
                        whole = every(merged.get(field.name), gate, own)
                        merged[field.name] = _bounded(whole)
                case Group(inner=inner):
                    pending.append((inner, gate))
                case Tagged(inner=inner, tags=tags):
                    pending.append((inner, every(gate, self.of_tags(tags))))
                case IntersectionType(operands=operands):
                    pending.extend((operand, gate) for operand in operands)
                case Use(target=target):
                    if (target, gate) not in met:
                        met.add((target, gate))
                        pending.append((self.body(target), gate))
                case _:
                    return None
        return merged


def _bounded(gate: Gate | None) -> Gate | None:
    return Never() if is_larger(gate, _LARGEST) else gate
