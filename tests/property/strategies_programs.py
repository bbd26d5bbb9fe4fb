"""Random annotation programs as text, with values for them: every name in one occurs once."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = [
    "GATES",
    "Choice",
    "Items",
    "Keyed",
    "Leaf",
    "Map",
    "Maybe",
    "Node",
    "Pair",
    "Part",
    "Program",
    "Rec",
    "Self",
    "is_open",
    "programs",
    "value_of",
    "visible",
]

GATES: dict[str, list[set[str]]] = {
    "@requires(:a)": [{"a"}],
    "@requires(:b)": [{"b"}],
    "@feature(:c)": [{"c"}],
    "@requires(:a) @feature(:c)": [{"a", "c"}],
    "@requires(:a | :b)": [{"a"}, {"b"}],
    "@requires(:a & (:b))": [{"a", "b"}],
}
"""Gates without `!`, and the sets of flags of which one has to be held."""


@dataclass(frozen=True)
class Leaf:
    """A scalar type as written, and values of it."""

    text: str
    values: tuple[object, ...]


LEAVES = (
    Leaf("Integer", (0, 1, 2)),
    Leaf("String", ("x", "[1]", "")),
    Leaf("Float", (0.5, 2)),
    Leaf("bool", (True, False)),
    Leaf('"lit" | 3', ("lit", 3)),
    Leaf("Date", ("2024-05-06",)),
)


@dataclass(frozen=True)
class Part:
    """A field of a record, a variant of a union, or a key of a map."""

    name: str
    type: Node
    required: bool = True
    gate: str = ""
    default: bool = False
    depends_on: str = ""


@dataclass(frozen=True)
class Rec:
    """A record."""

    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Choice:
    """Records told apart by the required literal `kind`."""

    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Keyed:
    """A map of literal keys to integers."""

    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Items:
    """A list or a set."""

    item: Node
    is_set: bool = False


@dataclass(frozen=True)
class Map:
    """A map of free keys."""

    item: Node


@dataclass(frozen=True)
class Pair:
    """A tuple of two."""

    one: Node
    two: Node


@dataclass(frozen=True)
class Maybe:
    """A type or null."""

    inner: Node


@dataclass(frozen=True)
class Self:
    """The recursive type of the program, used inside itself or from outside."""


Node: TypeAlias = "Leaf | Rec | Choice | Keyed | Items | Map | Pair | Maybe | Self"


@dataclass(frozen=True)
class Program:
    """One tool: its parameters and its output, and the recursive type that both may use."""

    parameters: Rec
    output: Rec
    tree: Rec = field(default_factory=lambda: Rec(()))

    def types(self) -> str:
        """Write the declarations."""
        return f"type tree = {written(self.tree)}\ntype output = {written(self.output)}"

    def signature(self) -> str:
        """Write the signature."""
        return f"({', '.join(map(_field, self.parameters.parts))}) -> output"


def written(node: Node) -> str:
    """Write a type."""
    match node:
        case Leaf(text=text):
            return f"({text})"
        case Rec(parts=parts):
            return "{ " + ", ".join(map(_field, parts)) + " }"
        case Choice(parts=parts):
            return "(" + " | ".join(f"({written(p.type)} {p.gate})" for p in parts) + ")"
        case Keyed(parts=parts):
            keys = " | ".join(f"({json.dumps(p.name)} {p.gate})" for p in parts)
            return f"Hash[{keys}, Integer]"
        case Items(item=item, is_set=is_set):
            return f"{'Set' if is_set else 'Array'}[{written(item)}]"
        case Map(item=item):
            return f"Hash[String, {written(item)}]"
        case Pair(one=one, two=two):
            return f"[{written(one)}, {written(two)}]"
        case Maybe(inner=inner):
            return f"{written(inner)}?"
        case _:
            return "tree"


def _field(part: Part) -> str:
    tags = [part.gate, "@default(1)" if part.default else ""]
    tags.append(f"@depends_on(:{part.depends_on})" if part.depends_on else "")
    mark = "" if part.required else "?"
    return f"{mark}{part.name}: {written(part.type)} {' '.join(tags)}".rstrip()


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Draw a program of one tool."""
    maker = _Maker(draw)
    tree = maker.tree()
    return Program(maker.record(2), maker.record(2), tree)


class _Maker:
    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.count = 0
        self.names_tree = False

    def tree(self) -> Rec:
        """Draw the recursive type: only a list in it, which may be absent, holds it again."""
        found = self.record(1)
        self.names_tree = True
        again = Part(self.name("f"), Items(Self()), required=False, gate=self.gate())
        return Rec((*found.parts, again))

    def chance(self, of: int) -> bool:
        return self.draw(st.integers(0, of - 1)) == 0

    def name(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count:03d}x"

    def gate(self) -> str:
        return self.draw(st.sampled_from(list(GATES))) if self.chance(2) else ""

    def node(self, depth: int) -> Node:
        if depth == 0:
            return Self() if self.names_tree and self.chance(5) else self.leaf()
        kind = self.draw(st.integers(0, 8))
        below = depth - 1
        if kind <= 1:
            return self.record(below)
        if kind == 2:
            return self.choice(below)
        if kind == 3:
            return Keyed(tuple(Part(self.name("k"), INTEGER, gate=self.gate()) for _ in "12"))
        if kind == 4:
            return Map(self.node(below))
        if kind == 5:
            return Pair(self.node(below), self.leaf())
        if kind == 6:
            return Maybe(self.record(below))
        return Items(self.node(below), is_set=self.chance(2))

    def leaf(self) -> Leaf:
        return self.draw(st.sampled_from(LEAVES))

    def record(self, depth: int) -> Rec:
        found: list[Part] = []
        for _ in range(self.draw(st.integers(1, 3))):
            found.append(self.part(depth, found))
        if all(part.gate for part in found) and self.chance(2):
            found.append(Part(self.name("f"), INTEGER))
        return Rec(tuple(found))

    def part(self, depth: int, before: list[Part]) -> Part:
        node = self.node(depth)
        default = node == INTEGER and self.chance(2)
        required = not default and self.chance(2)
        other = before[-1].name if before and not required and self.chance(4) else ""
        return Part(self.name("f"), node, required, self.gate(), default, other)

    def choice(self, depth: int) -> Choice:
        parts = []
        for _ in range(self.draw(st.integers(2, 3))):
            word = self.name("v")
            kind = Part("kind", Leaf(json.dumps(word), (word,)))
            inner = Rec((kind, *self.record(depth).parts))
            parts.append(Part(word, inner, gate=self.gate()))
        return Choice(tuple(parts))


INTEGER = LEAVES[0]


def is_open(gate: str, held: frozenset[str]) -> bool:
    """Say whether a gate is open for who holds these flags."""
    return not gate or any(flags <= held for flags in GATES[gate])


def visible(node: Node, program: Program, held: frozenset[str]) -> set[str]:
    """Give the names that a caller sees of a type; none where it has nothing left."""
    return _left(node, program, held, again=None)[1] - {"kind"}


def _left(
    node: Node, program: Program, held: frozenset[str], *, again: bool | None
) -> tuple[bool, set[str]]:
    """Say whether anything is left of a type, and what is seen of it; by the rules of 3.3.

    `again` is what is taken for the recursive type inside itself: first that nothing is left.
    """

    def left(each: Node) -> tuple[bool, set[str]]:
        return _left(each, program, held, again=again)

    match node:
        case Rec(parts=parts) | Choice(parts=parts) | Keyed(parts=parts):
            seen: set[str] = set()
            some = False
            for part in parts:
                is_left, names = left(part.type)
                if is_open(part.gate, held) and is_left:
                    some = True
                    seen |= names | {part.name}
            return some, seen if some else set()
        case Items(item=item) | Map(item=item):
            return left(item)
        case Pair(one=one, two=two):
            first, second = left(one), left(two)
            both = first[0] and second[0]
            return both, first[1] | second[1] if both else set()
        case Maybe(inner=inner):
            return left(inner)
        case Self() if again is None:
            alone, _ = _left(program.tree, program, held, again=False)
            return _left(program.tree, program, held, again=alone)
        case Self():
            return bool(again), set()
        case _:
            return True, set()


def value_of(draw: Callable[..., Any], node: Node, program: Program, *, slips: bool) -> Any:
    """Draw a value as somebody would give it who sees all, with a slip here and there."""
    return _Value(draw, program, slips=slips).of(node, 4)


class _Value:
    def __init__(self, draw: Callable[..., Any], program: Program, *, slips: bool) -> None:
        self.draw = draw
        self.program = program
        self.slips = slips

    def chance(self, of: int) -> bool:
        found: int = self.draw(st.integers(0, of - 1))
        return found == 0

    def of(self, node: Node, depth: int) -> Any:
        match node:
            case Leaf(values=values):
                return self.draw(st.sampled_from(values))
            case Rec(parts=parts):
                return dict(self.parts(parts, depth))
            case Choice(parts=parts):
                return self.of(self.draw(st.sampled_from(parts)).type, depth)
            case Keyed(parts=parts):
                return {part.name: self.draw(st.integers(0, 2)) for part in parts}
            case Items(item=item):
                most = 2 if depth > 0 else 0
                return [self.of(item, depth - 1) for _ in range(self.draw(st.integers(0, most)))]
            case Map(item=item):
                return {key: self.of(item, depth - 1) for key in ("p", "q")[: depth and 2]}
            case Pair(one=one, two=two):
                return [self.of(one, depth - 1), self.of(two, depth - 1)]
            case Maybe(inner=inner):
                return None if self.chance(3) else self.of(inner, depth)
            case _:
                return self.of(self.program.tree, depth - 1)

    def parts(self, parts: tuple[Part, ...], depth: int) -> Iterator[tuple[str, Any]]:
        for part in parts:
            if part.required or not self.chance(3):
                slip = self.slips and part.name != "kind" and self.chance(12)
                yield part.name, ({"odd": []} if slip else self.of(part.type, depth))
        if self.chance(4):
            yield "undeclared", {"x": [1]}
