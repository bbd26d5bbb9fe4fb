"""Random plans as authors write them: shared records, lists, alternatives, gates at every place."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from schemac.plan.gates import Asked, Every, Inverse, OnSide, Some
from schemac.plan.model import HandlerRef, Plan, ToolPlan
from schemac.plan.nodes import (
    NO_CONSTRAINTS,
    NO_META,
    Anything,
    Const,
    Constraints,
    Default,
    Example,
    Field,
    ListOf,
    MapOf,
    Member,
    Meta,
    NamedType,
    Record,
    Ref,
    Saying,
    Scalar,
    Union,
)
from tests.property.strategies_plan import ATOMS

if TYPE_CHECKING:
    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Node, ScalarKind

__all__ = ["authored_plans"]

_KINDS: tuple[ScalarKind, ...] = ("string", "integer", "boolean", "date", "null")
_TEXTS = ("a", "größe \ud800", "x" * 90)


@st.composite
def authored_plans(draw: st.DrawFn) -> Plan:
    """Draw a plan of one tool and up to six named types, none of which reaches itself."""
    maker = _Maker(draw)
    types = tuple(maker.named(number) for number in range(draw(st.integers(0, 6))))
    maker.count = len(types)
    return Plan(
        ATOMS,
        types,
        (
            ToolPlan(
                "t",
                maker.root(),
                maker.output(),
                HandlerRef("m:t", (), ""),
                gate=maker.gate(),
                vocabulary=(0, 1, 2),
            ),
        ),
    )


class _Maker:
    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.count = 0
        self.records: list[int] = []
        self.unions: list[int] = []

    def chance(self, of: int) -> bool:
        return self.draw(st.integers(0, of - 1)) == 0

    def named(self, number: int) -> NamedType:
        self.count = number
        kind = self.draw(st.integers(0, 9))
        body: Node
        if kind < 5:
            body = self.record(1)
            self.records.append(number)
        elif kind == 5:
            body = self.literals()
        elif kind == 6 and number:
            body = Ref(self.draw(st.integers(0, number - 1)))
        elif kind == 7 and self.records:
            body = Union(tuple(self.use_member() for _ in range(2)))
            self.unions.append(number)
        elif kind == 8:
            body = self.list(1)
        else:
            body = self.leaf()
        gate = self.gate() if self.chance(3) else None
        return NamedType(f"n{number}", body, "", "files/f.sig", "", gate)

    def gate(self) -> Gate | None:
        if not self.chance(3):
            return None
        one, other = (Asked(self.draw(st.integers(0, 2))) for _ in range(2))
        gates: tuple[Gate, ...] = (
            one,
            one,
            Inverse(one),
            Some((one, other)),
            Every((OnSide(self.draw(st.sampled_from(("input", "output")))), one)),
        )
        return self.draw(st.sampled_from(gates))

    def meta(self) -> Meta:
        if not self.chance(3):
            return NO_META
        examples = (Example('"e"', self.gate() if self.chance(4) else None),)
        return Meta(
            self.draw(st.sampled_from((None, "title"))),
            self.draw(st.sampled_from((None, *_TEXTS))),
            examples if self.chance(3) else (),
            deprecated=self.chance(5),
            sayings=(Saying(Meta("said"), self.gate()),) if self.chance(8) else (),
        )

    def root(self) -> Node:
        if self.records and self.chance(3):
            return Ref(self.draw(st.sampled_from(self.records)), meta=self.meta())
        return self.record(2)

    def output(self) -> Node:
        kind = self.draw(st.integers(0, 3))
        if kind == 0:
            return self.root()
        if kind == 1 and self.unions:
            return Ref(self.draw(st.sampled_from(self.unions)))
        return self.choice(2, nullable=False)

    def leaf(self) -> Node:
        if self.chance(12):
            return Anything(self.meta())
        bounds = Constraints(min=1) if self.chance(4) else NO_CONSTRAINTS
        kind = self.draw(st.sampled_from(_KINDS))
        return Scalar(kind, bounds if kind != "null" else NO_CONSTRAINTS, self.meta())

    def literal(self) -> Const:
        return Const("string", json.dumps(self.draw(st.sampled_from("abc"))))

    def literals(self) -> Union:
        members = [Member(self.literal(), self.gate()) for _ in range(self.draw(st.integers(1, 3)))]
        if self.count and self.chance(4):
            members.append(Member(self.use(), self.gate()))
        if self.chance(3):
            members.append(Member(Scalar("null")))
        if self.chance(4):
            members.append(Member(self.mixture(2), self.gate()))
        return Union(tuple(members), self.meta())

    def mixture(self, depth: int) -> Node:
        """Give a scalar, `untyped`, or a union of such."""
        if depth and self.chance(3):
            inner = (Member(self.mixture(depth - 1), self.gate()) for _ in range(2))
            return Union(tuple(inner), NO_META if self.chance(2) else self.meta())
        bounds = Constraints(min=1) if self.chance(3) else NO_CONSTRAINTS
        plain: tuple[Node, ...] = (Anything(), Scalar("integer", bounds), Scalar("string", bounds))
        return self.draw(st.sampled_from(plain))

    def use(self) -> Ref:
        return Ref(self.draw(st.integers(0, self.count - 1)), meta=self.meta())

    def use_member(self) -> Member:
        return Member(Ref(self.draw(st.sampled_from(self.records))), self.gate())

    def node(self, depth: int) -> Node:
        kind = self.draw(st.integers(0, 9))
        if kind < 3 and self.count:
            return self.use()
        if kind == 3:
            return self.literals()
        if kind == 4 and depth:
            return self.list(depth - 1)
        if kind == 5 and depth:
            return MapOf(Scalar("string"), self.node(depth - 1), meta=self.meta())
        if kind == 6 and depth:
            return self.record(depth - 1)
        if kind == 7 and self.count:
            return Union((Member(self.use(), self.gate()), Member(Scalar("null"))), self.meta())
        if kind == 8 and depth:
            return self.choice(depth - 1, nullable=self.chance(2))
        return self.leaf()

    def list(self, depth: int) -> ListOf:
        bounds = Constraints(min=1) if self.chance(3) else NO_CONSTRAINTS
        return ListOf(self.node(depth), self.chance(5), bounds, self.meta())

    def choice(self, depth: int, *, nullable: bool) -> Union:
        members: list[Member] = []
        for _ in range(self.draw(st.integers(1, 3))):
            if self.records and self.chance(2):
                members.append(self.use_member())
            elif self.unions and self.chance(4):
                members.append(Member(Ref(self.draw(st.sampled_from(self.unions))), self.gate()))
            else:
                members.append(Member(self.record(depth), self.gate()))
        if nullable:
            members.append(Member(Scalar("null"), self.gate()))
        return Union(tuple(members), self.meta())

    def record(self, depth: int) -> Record:
        fields = [self.field(f"f{at}", depth) for at in range(self.draw(st.integers(0, 4)))]
        if self.chance(2):
            fields.append(Field("kind", self.literal(), required=not self.chance(5)))
        return Record(tuple(fields), self.chance(8), self.meta())

    def field(self, name: str, depth: int) -> Field:
        default = None
        if self.chance(5):
            default = Default('"a"', self.gate())
        read_only = self.chance(12)
        return Field(
            name,
            self.node(depth),
            required=default is None and self.chance(2),
            gate=self.gate(),
            deprecated=self.chance(10),
            read_only=read_only,
            write_only=not read_only and self.chance(12),
            default=default,
            depends_on=("f0",) if self.chance(15) and name != "f0" else (),
        )
