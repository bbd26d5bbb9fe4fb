"""A plan and a tool in, everything in it that stands under a gate out, with pointer and place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from schemac.plan.decisions import evaluate
from schemac.plan.gates import Asked, Every, Inverse, Never, OnSide, Some
from schemac.plan.nodes import (
    Anything,
    Const,
    ListOf,
    MapOf,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from schemac.plan.gates import Answer, Atom, Gate, Side
    from schemac.plan.model import Plan, Shape, ToolPlan
    from schemac.plan.nodes import Field, Member, NamedType, Node, Origin

__all__ = ["Gated", "gate_text", "gated_parts", "is_seen", "why_hidden"]


@dataclass(frozen=True, slots=True)
class Gated:
    """A part of a tool under a gate. `side` is None for the tool itself and its description.

    `below` is what stands under the gate; None where that is the tool or words.
    """

    side: Side | None
    pointer: str
    what: str
    gate: Gate
    origin: Origin | None
    below: Node | None = None


def gated_parts(plan: Plan, tool: ToolPlan) -> tuple[Gated, ...]:
    """Give all parts in reading order; a named type is looked into where it is first used."""
    return (
        *_on_tool(tool),
        *_Walk(plan, "input").parts(tool.input),
        *_Walk(plan, "output").parts(tool.output),
    )


def _on_tool(tool: ToolPlan) -> Iterator[Gated]:
    if tool.gate is not None:
        yield Gated(None, "", "tool", tool.gate, tool.origin)
    for member in tool.descriptions:
        if member.gate is not None:
            yield Gated(None, "", "description", member.gate, member.origin)


def gate_text(gate: Gate, atoms: Sequence[Atom]) -> str:
    """Write a gate as an expression of `predicate:flag`."""
    match gate:
        case Asked(atom):
            return f"{atoms[atom].predicate}:{atoms[atom].flag}"
        case Inverse(inner):
            return f"!{_inside(inner, atoms)}"
        case Every(parts):
            return " & ".join(_inside(part, atoms) for part in parts)
        case Some(parts):
            return " | ".join(_inside(part, atoms) for part in parts)
        case OnSide(side):
            return f"{side}s only"
        case Never():
            return "what cannot be read"
        case _:
            assert_never(gate)


def why_hidden(plan: Plan, tool: ToolPlan, answers: Mapping[int, Answer]) -> str:
    """Say which of a hidden tool's gates these answers do not open, and which nobody can read."""
    gate = tool.gate
    parts = gate.parts if isinstance(gate, Every) else () if gate is None else (gate,)
    closed = [part for part in parts if evaluate(part, answers, "input") != 1]
    texts = [f"`{gate_text(part, plan.atoms)}`" for part in closed if not _is_unread(part)]
    said = []
    if texts:
        is_are = "is" if len(texts) == 1 else "are"
        said.append(f"{' and '.join(texts)} {is_are} closed")
    if any(map(_is_unread, closed)):
        said.append("a gate of it cannot be read without running the code")
    return ", and ".join(said) or "no part of its output is visible"


def _is_unread(gate: Gate) -> bool:
    return isinstance(gate, Never)


def is_seen(shape: Shape, pointer: str) -> bool:
    """Say whether a view has something at a pointer: keys, and `*` or numbers for items."""
    nodes: list[Node] = [shape.root]
    for written in pointer.split("/")[1:]:
        key = written.replace("~1", "/").replace("~0", "~")
        nodes = [inner for node in nodes for inner in _step(node, key, shape.types)]
    return bool(nodes)


def _inside(gate: Gate, atoms: Sequence[Atom]) -> str:
    text = gate_text(gate, atoms)
    return f"({text})" if isinstance(gate, Every | Some) else text


def _step(node: Node, key: str, types: Mapping[int, NamedType]) -> list[Node]:
    """Go one key further; a union is looked through, and so are names."""
    found: list[Node] = []
    todo, seen = [node], set[int]()
    while todo:
        match todo.pop():
            case Ref(target):
                if target not in seen:
                    seen.add(target)
                    todo.append(types[target].body)
            case Union(members):
                todo += [member.type for member in members]
            case Record(fields):
                found += [field.type for field in fields if field.name == key]
            case ListOf(item):
                found += [item] if key == "*" or key.isdecimal() else []
            case TupleOf(items):
                found += [item for at, item in enumerate(items) if key in {"*", str(at)}]
            case MapOf(_, value):
                found.append(value)
            case Scalar() | Const() | Anything() | Nothing():
                pass
    return found


class _Walk:
    """Goes through one side of a tool."""

    def __init__(self, plan: Plan, side: Side) -> None:
        self._plan = plan
        self._side = side
        self._seen: set[int] = set()

    def parts(self, root: Node) -> Iterator[Gated]:
        todo: list[tuple[str, Node]] = [("", root)]
        while todo:
            pointer, node = todo.pop()
            below: list[tuple[str, Node]] = []
            yield from self._at(pointer, node, below)
            todo += reversed(below)

    def _at(self, pointer: str, node: Node, below: list[tuple[str, Node]]) -> Iterator[Gated]:
        """Give the gates directly on a node's parts, and add those parts to `below`."""
        match node:
            case Record(fields):
                yield from self._fields(pointer, fields, below)
            case Union(members):
                yield from self._members(pointer, members, below)
            case ListOf(item):
                below.append((f"{pointer}/*", item))
            case TupleOf(items):
                below += [(f"{pointer}/{at}", item) for at, item in enumerate(items)]
            case MapOf(key, value):
                below += [(pointer, key), (f"{pointer}/*", value)]
            case Ref(target):
                yield from self._named(pointer, target, below)
            case Scalar() | Const() | Anything() | Nothing():
                pass
            case _:
                assert_never(node)

    def _fields(
        self, pointer: str, fields: Sequence[Field], below: list[tuple[str, Node]]
    ) -> Iterator[Gated]:
        for field in fields:
            place = f"{pointer}/{field.name.replace('~', '~0').replace('/', '~1')}"
            below.append((place, field.type))
            if field.gate is not None:
                yield Gated(self._side, place, "field", field.gate, field.origin, field.type)

    def _members(
        self, pointer: str, members: Sequence[Member], below: list[tuple[str, Node]]
    ) -> Iterator[Gated]:
        for at, member in enumerate(members, 1):
            below.append((pointer, member.type))
            if member.gate is not None:
                what = self._called(member, at)
                yield Gated(self._side, pointer, what, member.gate, member.origin, member.type)

    def _named(self, pointer: str, target: int, below: list[tuple[str, Node]]) -> Iterator[Gated]:
        named = self._plan.types[target]
        if named.gate is not None:
            what = f"type {named.name}"
            yield Gated(self._side, pointer, what, named.gate, named.origin, named.body)
        if target not in self._seen:
            self._seen.add(target)
            below.append((pointer, named.body))

    def _called(self, member: Member, at: int) -> str:
        match member.type:
            case Const(_, text):
                return f"value {text}"
            case Ref(target):
                return f"variant {self._plan.types[target].name}"
            case _:
                return f"variant {at}"
