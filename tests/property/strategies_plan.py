"""Random plans: every kind of node, gates at every place, names that occur once each."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, get_args

from hypothesis import strategies as st

from schemac.plan.gates import Asked, Atom, Every, Inverse, Never, OnSide, Some
from schemac.plan.model import DescriptionMember, HandlerRef, Plan, ToolPlan
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
    Nothing,
    Record,
    Ref,
    Saying,
    Scalar,
    ScalarKind,
    TupleOf,
    Union,
)

if TYPE_CHECKING:
    from schemac.plan.gates import Answer, Gate
    from schemac.plan.nodes import Node

__all__ = ["ATOMS", "Options", "answers", "grants", "plans"]

ATOMS = (Atom("requires", "a"), Atom("requires", "b"), Atom("feature", "c"))
_KINDS: tuple[ScalarKind, ...] = get_args(ScalarKind)
_BOUNDS: dict[str, Constraints] = {
    "string": Constraints(min=1, max=9),
    "integer": Constraints(min=0, max=90),
    "number": Constraints(exclusive_min=0, exclusive_max=1.5),
}


@dataclass(frozen=True)
class Options:
    """What random plans may hold.

    `negation`: gates with `!`. `recursion`: names that reach themselves. `bounds_at_uses`:
    constraints on names. `covering`: bare scalars and `untyped` in unions, which make other
    members needless. `sayings`: words under gates, which stand upon those for all.
    """

    negation: bool = True
    recursion: bool = True
    bounds_at_uses: bool = True
    covering: bool = True
    sayings: bool = True


@st.composite
def plans(draw: st.DrawFn, options: Options = Options()) -> Plan:
    """Draw a plan of one tool and up to five named types."""
    count = draw(st.integers(0, 5))
    maker = _Maker(draw, options, count)
    types = tuple(maker.named(number) for number in range(count))
    maker.number = count
    root: Node = maker.record(2)
    records = [at for at, named in enumerate(types) if isinstance(named.body, Record)]
    if records and maker.chance(2):
        root = Ref(draw(st.sampled_from(records)))
    output: Node = maker.record(2)
    if records and maker.chance(2):
        output = Union(tuple(Member(Ref(at), maker.gate()) for at in records))
    if maker.chance(8):
        output = Union((Member(Nothing(), maker.gate()), Member(output)))
    tool = ToolPlan(
        "t",
        root,
        output,
        HandlerRef("m:t", (), ""),
        descriptions=(DescriptionMember(maker.token("d"), maker.gate()),),
        gate=maker.gate(),
        vocabulary=(0, 1, 2),
    )
    return Plan(ATOMS, types, (tool,))


def answers() -> st.SearchStrategy[dict[int, Answer]]:
    """Draw an answer to each atom, or none."""
    known: st.SearchStrategy[Answer] = st.sampled_from((0, 1, 2))
    return st.dictionaries(st.sampled_from((0, 1, 2)), known)


def grants() -> st.SearchStrategy[frozenset[int]]:
    """Draw the atoms that are answered yes."""
    return st.frozensets(st.sampled_from((0, 1, 2)))


class _Maker:
    def __init__(self, draw: st.DrawFn, options: Options, count: int) -> None:
        self.draw = draw
        self.options = options
        self.count = count
        self.number = 0
        self._tokens = 0
        self._covers: set[int] = set()

    def token(self, letter: str) -> str:
        self._tokens += 1
        return f"{letter}{self._tokens:04d}x"

    def named(self, number: int) -> NamedType:
        self.number = number
        body = self.node(2)
        if isinstance(body, Ref) and body.target >= number:
            body = ListOf(body)
        if isinstance(body, Scalar | Const | Anything | Nothing | Ref):
            self._covers.add(number)
        name = self.draw(st.sampled_from((f"N{number}", "shared", "größe")))
        arguments = self.draw(st.sampled_from(("", "", "item", "Array[item]")))
        shown = self.draw(st.sampled_from((None, None, "shared", "page[item]")))
        spelled = self.draw(st.sampled_from((None, None, "a.sig:item", "b.sig:item")))
        place = (f"files/f{number % 2}.sig", "", self.gate())
        return NamedType(name, body, arguments, *place, shown=shown, spelled=spelled)

    def chance(self, of: int) -> bool:
        return self.draw(st.integers(0, of - 1)) == 0

    def gate(self) -> Gate | None:
        return self.some_gate(2) if self.chance(3) else None

    def some_gate(self, depth: int) -> Gate:
        if depth == 0 or self.chance(2):
            return self.draw(st.sampled_from((Asked(0), Asked(1), Asked(2))))
        kind = self.draw(st.integers(0, 5))
        if kind == 0:
            return OnSide(self.draw(st.sampled_from(("input", "output"))))
        if kind == 1:
            return Never()
        if kind == 2 and self.options.negation:
            return Inverse(self.some_gate(depth - 1))
        parts = (self.some_gate(depth - 1), self.some_gate(depth - 1))
        return Every(parts) if kind % 2 else Some(parts)

    def meta(self) -> Meta:
        if not self.chance(6):
            return NO_META
        words = self.words()
        if not self.options.sayings:
            return words
        some = range(self.draw(st.integers(0, 2)) if self.chance(3) else 0)
        return replace(words, sayings=tuple(Saying(self.words(), self.gate()) for _ in some))

    def words(self) -> Meta:
        title = self.token("t") if self.chance(2) else None
        description = self.token("d") if self.chance(2) else None
        examples = (Example(json.dumps(self.token("e")), self.gate()),) if self.chance(2) else ()
        return Meta(title, description, examples, deprecated=self.chance(4))

    def node(self, depth: int) -> Node:
        if depth == 0:
            return self.leaf()
        makers: list[Any] = [self.leaf, self.record, self.record, self.union, self.list]
        makers += [self.map, self.tuple, self.maybe]
        make = self.draw(st.sampled_from(makers))
        result: Node = make() if make == self.leaf else make(depth - 1)
        return result

    def leaf(self) -> Node:
        kind = self.draw(st.integers(0, 9))
        limit = self.count if self.options.recursion else self.number
        if kind <= 3 and limit:
            return self.ref(limit)
        if kind == 4:
            return Anything(self.meta())
        if kind == 5:
            return self.const(self.meta())
        if kind == 6 and self.chance(4):
            return Nothing(self.meta())
        return self.scalar()

    def ref(self, limit: int) -> Ref:
        target = self.draw(st.integers(0, limit - 1))
        bounds = NO_CONSTRAINTS
        if self.options.bounds_at_uses and self.chance(5):
            bounds = Constraints(min=2)
        closed = not self.options.recursion and self.chance(6)
        return Ref(target, bounds, closed=closed, meta=self.meta())

    def scalar(self) -> Scalar:
        kind = self.draw(st.sampled_from(_KINDS))
        bounds = _BOUNDS.get(kind, NO_CONSTRAINTS) if self.chance(3) else NO_CONSTRAINTS
        return Scalar(kind, bounds, self.meta())

    def const(self, meta: Meta) -> Const:
        kind = self.draw(st.integers(0, 7))
        if kind == 0:
            return Const("boolean", self.draw(st.sampled_from(("true", "false"))), meta)
        if kind == 1:
            return Const("integer", str(self.draw(st.integers(0, 2))), meta)
        if kind == 2:
            return Const("number", self.draw(st.sampled_from(("1.0", "1.5"))), meta)
        return Const("string", json.dumps(self.token("v")), meta)

    def record(self, depth: int) -> Record:
        names: list[str] = []
        fields: list[Field] = []
        for _ in range(self.draw(st.integers(0, 4))):
            fields.append(self.field(depth, names))
            names.append(fields[-1].name)
        if self.chance(3):
            fields.append(Field("kind", self.const(NO_META)))
        return Record(tuple(fields), self.chance(8), self.meta())

    def field(self, depth: int, names: list[str]) -> Field:
        depends = names[-1:] if self.chance(4) else []
        default = Default(json.dumps(self.token("e")), self.gate()) if self.chance(6) else None
        read_only = self.chance(12)
        return Field(
            self.token("f"),
            self.node(depth),
            required=default is None and self.chance(2),
            gate=self.gate(),
            deprecated=self.chance(10),
            read_only=read_only,
            write_only=not read_only and self.chance(12),
            default=default,
            depends_on=tuple(depends),
        )

    def union(self, depth: int) -> Union:
        members = [self.member(depth) for _ in range(self.draw(st.integers(1, 4)))]
        return Union(tuple(members), self.meta())

    def maybe(self, depth: int) -> Union:
        return Union((self.member(depth), Member(Scalar("null"))))

    def member(self, depth: int) -> Member:
        """Draw a member; a name in it is an earlier one, so that none stands for itself."""
        kind = self.draw(st.integers(0, 6))
        if kind <= 2:
            node: Node = self.const(self.meta())
        elif kind == 3 and self.number:
            ref = self.ref(self.number)
            is_needless = ref.target in self._covers and not self.options.covering
            node = ListOf(ref) if is_needless else ref
        elif kind == 4 and depth:
            node = self.union(depth - 1)
        elif kind == 5 and self.options.covering:
            node = Anything() if self.chance(8) else self.scalar()
        elif kind == 6 and depth:
            node = self.list(depth - 1)
        else:
            node = self.record(max(depth - 1, 0))
        return Member(node, self.gate())

    def list(self, depth: int) -> ListOf:
        bounds = Constraints(min=1, unique=True) if self.chance(4) else NO_CONSTRAINTS
        is_set = self.chance(6)
        return ListOf(self.node(depth), is_set, bounds, self.meta())

    def map(self, depth: int) -> MapOf:
        key: Node = Scalar("string")
        if self.chance(3):
            words = (Const("string", json.dumps(self.token("v"))) for _ in range(3))
            key = Union(tuple(Member(word, self.gate()) for word in words))
        return MapOf(key, self.node(depth), NO_CONSTRAINTS, self.meta())

    def tuple(self, depth: int) -> TupleOf:
        count = self.draw(st.integers(0, 3))
        return TupleOf(tuple(self.node(depth) for _ in range(count)), self.meta())
