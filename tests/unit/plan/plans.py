"""Short words in, plans out: nodes and plans for tests, written by hand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from schemac.emit import emit_schema
from schemac.plan.gates import Asked, Atom
from schemac.plan.model import HandlerRef, Plan, ToolPlan
from schemac.plan.nodes import (
    NO_META,
    Const,
    Default,
    Field,
    ListOf,
    Member,
    NamedType,
    Record,
    Ref,
    Scalar,
    Union,
)
from schemac.plan.view import view_tool

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from schemac.plan.gates import Answer, Gate
    from schemac.plan.model import Shape
    from schemac.plan.nodes import Meta, Node

STRING = Scalar("string")
INTEGER = Scalar("integer")
NUMBER = Scalar("number")
BOOLEAN = Scalar("boolean")
NULL = Scalar("null")
EMPTY = Record(())

X, Y, Z = Asked(0), Asked(1), Asked(2)
ATOMS = (Atom("requires", "x"), Atom("requires", "y"), Atom("requires", "z"))


def lit(value: str | float | bool) -> Const:  # noqa: FBT001 - the value is what it is about
    if isinstance(value, bool):
        return Const("boolean", json.dumps(value))
    if isinstance(value, str):
        return Const("string", json.dumps(value, ensure_ascii=False))
    return Const("integer" if isinstance(value, int) else "number", json.dumps(value))


def union(*members: Node | Member, meta: Meta = NO_META) -> Union:
    parts = tuple(part if isinstance(part, Member) else Member(part) for part in members)
    return Union(parts, meta)


def maybe(node: Node) -> Union:
    return union(node, NULL)


def rec(*fields: Field, closed: bool = False, meta: Meta = NO_META) -> Record:
    return Record(fields, closed, meta)


def req(name: str, node: Node, gate: Gate | None = None, **more: Any) -> Field:
    return Field(name, node, required=True, gate=gate, **more)


def opt(name: str, node: Node, gate: Gate | None = None, **more: Any) -> Field:
    return Field(name, node, required=False, gate=gate, **more)


def defaulted(name: str, node: Node, value: str, gate: Gate | None = None) -> Field:
    return Field(name, node, required=False, default=Default(value, gate))


def many(node: Node) -> ListOf:
    return ListOf(node)


def named(name: str, body: Node, **more: Any) -> NamedType:
    return NamedType(name, body, **more)


def tool_of(root: Node = EMPTY, output: Node = EMPTY, **more: Any) -> ToolPlan:
    return ToolPlan("t", root, output, HandlerRef("m:t", (), ""), **more)


def plan_of(tool: ToolPlan, *types: NamedType) -> Plan:
    return Plan(ATOMS, types, (tool,))


def granted(*gates: Asked) -> dict[int, Answer]:
    answers: dict[int, Answer] = dict.fromkeys(range(len(ATOMS)), 0)
    answers.update((gate.atom, 1) for gate in gates)
    return answers


def output_shape(
    output: Node, *types: NamedType, answers: Mapping[int, Answer] | None = None
) -> Shape | None:
    tool = tool_of(output=output)
    view = view_tool(plan_of(tool, *types), tool, granted() if answers is None else answers)
    return None if view is None else view.output


def input_shape(
    root: Node, *types: NamedType, answers: Mapping[int, Answer] | None = None
) -> Shape:
    tool = tool_of(root)
    view = view_tool(plan_of(tool, *types), tool, granted() if answers is None else answers)
    assert view is not None
    return view.input


def text(schema: object) -> str:
    return json.dumps(schema, ensure_ascii=False, separators=(",", ":"))


def output_text(output: Node, *types: NamedType, grants: Iterable[Asked] = ()) -> str | None:
    shape = output_shape(output, *types, answers=granted(*grants))
    return None if shape is None else text(emit_schema(shape))


def input_text(root: Node, *types: NamedType, grants: Iterable[Asked] = ()) -> str:
    return text(emit_schema(input_shape(root, *types, answers=granted(*grants))))


def field_text(node: Node, *types: NamedType, grants: Iterable[Asked] = ()) -> str | None:
    """Give the schema of a node as a field's type, None where the field is hidden."""
    shape = input_shape(rec(opt("v", node)), *types, answers=granted(*grants))
    properties = emit_schema(shape)["properties"]
    return text(properties["v"]) if "v" in properties else None


def refs(count: int) -> tuple[Ref, ...]:
    return tuple(Ref(number) for number in range(count))
