"""A plan and a source of chance in, the same plan changed here and there out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.plan.gates import Asked, Inverse
from schemac.plan.nodes import (
    NO_CONSTRAINTS,
    Anything,
    Const,
    Constraints,
    Field,
    ListOf,
    MapOf,
    Member,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)

if TYPE_CHECKING:
    from random import Random

    from schemac.plan.gates import Gate
    from schemac.plan.model import Plan
    from schemac.plan.nodes import Node

__all__ = ["changed", "widened"]

_LEAVES: tuple[Node, ...] = (
    Scalar("string"),
    Scalar("integer"),
    Scalar("number", Constraints(min=1)),
    Scalar("string", Constraints(min=2)),
    Scalar("null"),
    Const("string", '"new"'),
    Const("integer", "1"),
    Record((Field("more", Scalar("boolean"), required=False),)),
)
_TEXTS = ("date", "datetime", "duration", "uuid", "decimal", "bytes")
_BOUNDS = (NO_CONSTRAINTS, Constraints(min=1), Constraints(max=2), Constraints(unique=True))


def changed(plan: Plan, random: Random) -> Plan:
    """Change some parts of the plan's types and of its one tool."""
    changes = _Changes(random)
    types = tuple(
        replace(named, body=changes.node(named.body), gate=changes.gate(named.gate))
        for named in plan.types
    )
    tool = plan.tools[0]
    new = replace(tool, input=changes.node(tool.input), output=changes.node(tool.output))
    return replace(plan, types=types, tools=(new,))


def widened(plan: Plan, random: Random) -> Plan:
    """Put types that take all values of what stands there, here and there in the plan.

    The input stays the record that it is.
    """
    changes = _Widenings(random)
    tool = plan.tools[0]
    kept = tool.input.target if isinstance(tool.input, Ref) else None
    types = tuple(
        replace(named, body=(changes.inside if at == kept else changes.node)(named.body))
        for at, named in enumerate(plan.types)
    )
    new = replace(tool, input=changes.inside(tool.input), output=changes.node(tool.output))
    return replace(plan, types=types, tools=(new,))


class _Widenings:
    def __init__(self, random: Random) -> None:
        self._random = random
        self._rare = random.choice((3, 6, 12))

    def node(self, node: Node) -> Node:
        if self._random.randrange(self._rare):
            return self.inside(node)
        wider = self._wider(node)
        beside = Union((Member(node), Member(wider, Asked(self._random.randrange(3)))))
        return self._random.choice((wider, wider, beside))

    def _wider(self, node: Node) -> Node:
        if isinstance(node, Const) and self._random.randrange(3):
            return Scalar(node.kind)
        if isinstance(node, Record) and self._random.randrange(3) == 0:
            return MapOf(Scalar("string"), Anything())
        if isinstance(node, Scalar) and node.kind in _TEXTS and self._random.randrange(2):
            return Scalar("string")
        if isinstance(node, TupleOf) and self._random.randrange(2):
            return ListOf(Anything())
        return Anything()

    def inside(self, node: Node) -> Node:
        match node:
            case Record():
                fields = (replace(field, type=self.node(field.type)) for field in node.fields)
                return replace(node, fields=tuple(fields))
            case Union():
                members = (replace(each, type=self.node(each.type)) for each in node.members)
                return replace(node, members=tuple(members))
            case ListOf():
                return node if node.is_set else replace(node, item=self.node(node.item))
            case MapOf():
                is_wider = self._random.randrange(self._rare) == 0
                key = Scalar("string") if is_wider else node.key
                return replace(node, key=key, value=self.node(node.value))
            case TupleOf():
                return replace(node, items=tuple(self.node(item) for item in node.items))
            case _:
                return node


class _Changes:
    def __init__(self, random: Random) -> None:
        self._random = random
        self._rare = random.choice((4, 8, 20))

    def _hit(self) -> bool:
        return self._random.randrange(self._rare) == 0

    def gate(self, gate: Gate | None) -> Gate | None:
        asked = Asked(self._random.randrange(3))
        return self._random.choice((None, asked, Inverse(asked))) if self._hit() else gate

    def node(self, node: Node) -> Node:
        match node:
            case Record():
                return self._record(node)
            case Union():
                return self._union(node)
            case ListOf():
                bounds = node.constraints
                if self._hit() and not node.is_set:
                    bounds = self._random.choice(_BOUNDS)
                return replace(node, item=self.node(node.item), constraints=bounds)
            case MapOf():
                return replace(node, value=self.node(node.value))
            case TupleOf():
                items = [self.node(item) for item in node.items]
                more = [self._random.choice(_LEAVES)] if self._hit() else []
                return replace(node, items=(*items, *more))
            case Scalar() | Const():
                return self._random.choice(_LEAVES) if self._hit() else node
            case _:
                return node

    def _record(self, node: Record) -> Record:
        kept = [field for field in node.fields if not (self._hit() and self._random.randrange(3))]
        fields = [self._field(field) for field in kept]
        if self._hit():
            leaf, required = self._random.choice(_LEAVES), self._random.random() < 0.5
            fields.append(Field("added", leaf, required=required, gate=self.gate(None)))
        names = [field.name for field in fields]
        fields = [replace(field, depends_on=self._needs(field, names)) for field in fields]
        closed = node.closed is not (self._hit() and self._random.randrange(2) == 0)
        return replace(node, fields=tuple(fields), closed=closed)

    def _field(self, field: Field) -> Field:
        type_ = self.node(field.type)
        if self._hit():
            wrapped = (ListOf(type_), Union((Member(type_), Member(Scalar("null")))))
            type_ = self._random.choice(wrapped)
        is_other = self._hit()
        return replace(
            field,
            type=type_,
            gate=self.gate(field.gate),
            required=field.required is not is_other,
            default=None if is_other else field.default,
        )

    def _needs(self, field: Field, names: list[str]) -> tuple[str, ...]:
        needs = tuple(name for name in field.depends_on if name in names)
        other = self._random.choice(names)
        return (other,) if self._hit() and other != field.name else needs

    def _union(self, node: Union) -> Union:
        members = [
            replace(member, type=self.node(member.type), gate=self.gate(member.gate))
            for member in node.members
            if not self._hit() or len(node.members) == 1
        ]
        if self._hit() or not members:
            members.append(Member(self._random.choice(_LEAVES), self.gate(None)))
        if self._hit():
            self._random.shuffle(members)
        return replace(node, members=tuple(members))
