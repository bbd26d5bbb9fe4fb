"""Annotation programs as text and as nodes, and what their gates leave of them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TypeAlias

__all__ = [
    "GATES",
    "INTEGER",
    "LEAVES",
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
