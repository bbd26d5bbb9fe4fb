"""Random shapes whose names collide, and values that nearly fit them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from schemac.plan.model import Shape
from schemac.plan.nodes import (
    Anything,
    Const,
    Constraints,
    Field,
    ListOf,
    MapOf,
    Member,
    NamedType,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)

if TYPE_CHECKING:
    from schemac.plan.nodes import Node, ScalarKind

__all__ = ["Allowed", "shapes", "values"]

NAMES = ("a", "b", "c")
KINDS: tuple[ScalarKind, ...] = ("string", "integer", "number", "boolean")
LITERALS = ('"a"', '"b"', "1", "2.5", "true", "false")
_CONST_KINDS: dict[type, Any] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
}
_BOUNDS = {
    "string": Constraints(min=1, max=2),
    "integer": Constraints(min=0, max=2),
    "number": Constraints(min=0, exclusive_max=2),
}
PLAIN = ("", "a", "b", "abc", 0, 1, 2, 3, 1.0, 1.5, 2.5, -1, True, False, None)


@dataclass(frozen=True)
class Allowed:
    """What shapes may hold: `untyped` and free map keys, sets, closed records, `bot`."""

    untyped: bool = True
    sets: bool = True
    closed: bool = True
    nothing: bool = True


@st.composite
def shapes(draw: st.DrawFn, allowed: Allowed = Allowed(), *, records: bool = True) -> Shape:
    """Draw a shape of up to two named types; its root is a record where `records` says so."""
    maker = _Shapes(draw, allowed)
    types = {number: NamedType(f"n{number}", maker.record(2)) for number in range(2)}
    return Shape(maker.record(2) if records else maker.node(2), types)


class _Shapes:
    def __init__(self, draw: st.DrawFn, allowed: Allowed) -> None:
        self.draw = draw
        self.allowed = allowed

    def pick(self, *choices: Any) -> Any:
        return self.draw(st.sampled_from(choices))

    def node(self, depth: int) -> Node:
        leaves = [self.scalar, self.scalar, self.const, self.ref]
        if self.allowed.untyped:
            leaves.append(Anything)
        if depth == 0:
            return self.made(leaves)
        deeper = [self.record, self.union, self.union, self.union, self.maybe, self.list]
        return self.made([*deeper, *leaves, *deeper, self.map, self.tuple], depth)

    def made(self, makers: list[Any], depth: int = 0) -> Node:
        make = self.draw(st.sampled_from(makers))
        plain = make in (self.scalar, self.const, self.ref, Anything)
        node: Node = make() if plain else make(depth - 1)
        return node

    def scalar(self) -> Scalar:
        kind = self.pick(*KINDS)
        bounded = kind in _BOUNDS and self.pick(True, False, False)
        return Scalar(kind, _BOUNDS[kind]) if bounded else Scalar(kind)

    def const(self) -> Const:
        text = self.pick(*LITERALS)
        return Const(_CONST_KINDS[type(json.loads(text))], text)

    def ref(self) -> Ref:
        return Ref(self.pick(0, 1))

    def record(self, depth: int) -> Record:
        names = self.draw(
            st.lists(st.sampled_from(NAMES), unique=True, min_size=self.pick(1, 0), max_size=3)
        )
        fields = tuple(self.field(name, depth) for name in names)
        return Record(fields, closed=self.allowed.closed and self.pick(True, False, False, False))

    def field(self, name: str, depth: int) -> Field:
        node = self.node(max(depth - 1, 0))
        if self.allowed.nothing and self.pick(*range(20)) == 0:
            return Field(name, Nothing(), required=False)
        recursive = isinstance(node, Ref)
        return Field(name, node, required=not recursive and self.pick(True, False))

    def union(self, depth: int) -> Node:
        members: list[Node] = []
        for _ in range(self.pick(2, 3)):
            node = self.node(depth)
            inner = [each.type for each in node.members] if isinstance(node, Union) else [node]
            members += [each for each in inner if each not in members]
        members = _uncovered(members)
        return members[0] if len(members) == 1 else Union(tuple(map(Member, members)))

    def maybe(self, depth: int) -> Node:
        node = self.node(depth)
        inner = [each.type for each in node.members] if isinstance(node, Union) else [node]
        if any(isinstance(each, Anything) for each in inner):
            return node
        return Union(tuple(map(Member, [*(each for each in inner if each != NULL), NULL])))

    def list(self, depth: int) -> ListOf:
        item = self.node(depth)
        if self.allowed.sets and self.pick(True, False, False):
            return ListOf(item, is_set=True, constraints=Constraints(unique=True))
        return ListOf(item, constraints=self.pick(Constraints(), Constraints(min=1, max=2)))

    def tuple(self, depth: int) -> TupleOf:
        return TupleOf(tuple(self.node(depth) for _ in range(self.pick(0, 1, 2))))

    def map(self, depth: int) -> MapOf:
        literals = tuple(Member(Const("string", json.dumps(name))) for name in ("a", "b"))
        keys: list[Node] = [Union(literals), Const("string", '"a"')]
        if self.allowed.untyped:
            keys += [Scalar("string"), Scalar("string", Constraints(max=1))]
        return MapOf(self.pick(*keys), self.node(depth))


NULL = Scalar("null")


def _uncovered(members: list[Node]) -> list[Node]:
    """Leave out what a bare scalar or `untyped` makes needless; null comes last."""
    if any(isinstance(each, Anything) for each in members):
        return [Anything()]
    bare = {each.kind for each in members if isinstance(each, Scalar) and each == Scalar(each.kind)}
    if "number" in bare:
        bare.add("integer")
    kept = [
        each
        for each in members
        if not (isinstance(each, Const | Scalar) and each.kind in bare)
        or (isinstance(each, Scalar) and each == Scalar(each.kind) and _stays(each, bare))
    ]
    seen: list[Node] = []
    for each in kept:
        if not (isinstance(each, Const) and any(_same(each, other) for other in seen)):
            seen.append(each)
    return [each for each in seen if each != NULL] + [each for each in seen if each == NULL]


def _stays(scalar: Scalar, bare: set[ScalarKind]) -> bool:
    return not (scalar.kind == "integer" and "number" in bare)


def _same(one: Const, other: Node) -> bool:
    return isinstance(other, Const) and one.text == other.text


@st.composite
def values(draw: st.DrawFn, shape: Shape) -> Any:
    """Draw a JSON value that fits a shape, but for a slip here and there."""
    return _Values(draw, shape).of(shape.root, 5)


class _Values:
    def __init__(self, draw: st.DrawFn, shape: Shape) -> None:
        self.draw = draw
        self.shape = shape

    def chance(self, of: int) -> bool:
        return self.draw(st.integers(0, of - 1)) == 0

    def junk(self) -> Any:
        plain = self.draw(st.sampled_from(PLAIN))
        return self.draw(st.sampled_from((plain, [plain], {"a": plain}, {"a": 1, "z": [plain]})))

    def of(self, node: Node, depth: int) -> Any:  # noqa: C901, PLR0911 - a closed union's cases
        if depth == 0 or self.chance(25):
            return self.junk()
        match node:
            case Ref(target=target):
                return self.of(self.shape.types[target].body, depth)
            case Scalar(kind="null"):
                return None
            case Scalar(kind=kind):
                types = {"string": str, "boolean": bool, "integer": int}.get(kind, (int, float))
                fitting = [
                    each
                    for each in PLAIN
                    if isinstance(each, types) and (kind == "boolean") == isinstance(each, bool)
                ]
                return self.draw(st.sampled_from(fitting))
            case Const(text=text):
                return json.loads(text)
            case Union(members=members):
                return self.of(self.draw(st.sampled_from(members)).type, depth)
            case ListOf(item=item):
                return [self.of(item, depth - 1) for _ in range(self.draw(st.integers(0, 3)))]
            case TupleOf(items=items):
                return [self.of(item, depth - 1) for item in items]
            case MapOf(value=value):
                keys = self.draw(st.lists(st.sampled_from(("a", "b", "zz")), unique=True))
                return {key: self.of(value, depth - 1) for key in keys}
            case Record(fields=fields):
                return self.record(fields, depth)
            case _:
                return self.junk()

    def record(self, fields: tuple[Field, ...], depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for field in fields:
            if not self.chance(25 if field.required else 3):
                found[field.name] = self.of(field.type, depth - 1)
        for name in self.draw(st.lists(st.sampled_from((*NAMES, "z")), max_size=1)):
            found.setdefault(name, self.junk())
        return found
