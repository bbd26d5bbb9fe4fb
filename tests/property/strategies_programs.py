"""Random programs, with random values for them: every name in one occurs once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from tests.property.annotated_programs import (
    GATES,
    INTEGER,
    LEAVES,
    Choice,
    Items,
    Keyed,
    Leaf,
    Map,
    Maybe,
    Node,
    Pair,
    Part,
    Program,
    Rec,
    Self,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["programs", "value_of"]


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
