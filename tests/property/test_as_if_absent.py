"""Random plans and answers in, schemas of the plan and of what is open in it alone out: equal."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemac.emit import emit_schema
from schemac.emit.canonical import dumps
from schemac.plan import towers
from schemac.plan.facts import facts
from schemac.plan.gates import Asked
from schemac.plan.layers import describe
from schemac.plan.model import HandlerRef, Plan, ToolPlan
from schemac.plan.nodes import (
    NO_META,
    Default,
    Field,
    ListOf,
    MapOf,
    Member,
    Meta,
    NamedType,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.plan.seen import Seen
from schemac.plan.view import view_tool
from tests.property.strategies_plan import ATOMS, answers, plans

if TYPE_CHECKING:
    from schemac.plan.gates import Answer, Side
    from schemac.plan.model import Shape
    from schemac.plan.nodes import Node

TEXT = Scalar("string")
NULL = Scalar("null")


@st.composite
def unions_in_unions(draw: st.DrawFn) -> Plan:
    """Draw a plan of unions that are members of one another: a plan of towers, circles and both."""
    count = draw(st.integers(2, 6))
    gates = st.sampled_from((None, None, Asked(0), Asked(1)))

    def use(number: int) -> Node:
        """Give a member that is an earlier one, or at times leads round."""
        is_far = number == 0 or draw(st.integers(0, 7)) == 0
        target = draw(st.integers(0, count - 1 if is_far else number - 1))
        members = (Member(Ref(target, meta=draw(words)), draw(gates)), Member(TEXT, draw(gates)))
        return Union((*members, Member(NULL)))

    def member(number: int) -> Member:
        kind = draw(st.integers(0, 3))
        if kind == 1 and draw(st.booleans()):
            return Member(NULL, draw(gates))
        if kind == 0 and number:
            # An earlier one, so that none stands for itself.
            return Member(Ref(draw(st.integers(0, number - 1))), draw(gates))
        name = f"k{number}"
        few = range(draw(st.integers(0, 3)) if number else 0)
        fields = [Field(f"f{at}", use(number), required=False) for at in few]
        return Member(Record((Field(name, TEXT), *fields)), draw(gates))

    words = st.sampled_from((*[NO_META] * 6, Meta("t"), Meta(None, "d")))
    types = []
    for number in range(count):
        members = [member(number) for _ in range(draw(st.integers(1, 3)))]
        types.append(NamedType(f"u{number}", Union(tuple(members), draw(words)), file="f.sig"))
    fields = tuple(Field(f"r{at}", use(count), required=False) for at in range(3))
    tool = ToolPlan("t", Record(fields), Record(fields), HandlerRef("m:t", (), ""))
    return Plan(ATOMS, tuple(types), (tool,))


modest = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "60")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


class Author:
    """Writes down what is open to one caller on one side, as if there had never been more."""

    def __init__(self, plan: Plan, given_answers: dict[int, Answer], side: Side) -> None:
        self.plan = plan
        self.side = side
        self.seen = Seen(plan.types, facts(plan), given_answers, side)
        for _ in plan.types:
            self.seen.left |= {
                at
                for at, named in enumerate(plan.types)
                if self.seen.is_open(named.gate) and self.seen.has_left(named.body)
            }

    def rewritten(self) -> Plan | None:
        """Give the plan, None where nothing is left; the other side is of no account."""
        [tool] = self.plan.tools
        root = tool.input if self.side == "input" else tool.output
        if not self.seen.has_left(root):
            return None
        types = tuple(self.named(at, named) for at, named in enumerate(self.plan.types))
        other, own = Record(()), self.node(root)
        roots = (own, other) if self.side == "input" else (other, own)
        tool = replace(tool, gate=None, input=roots[0], output=roots[1])
        return replace(self.plan, types=types, tools=(tool,))

    def named(self, at: int, named: NamedType) -> NamedType:
        body = self.node(named.body) if self.seen.is_left(at) else Record(())
        return replace(named, body=body, gate=None)

    def node(self, node: Node) -> Node:
        node = replace(node, meta=self.seen.meta(node.meta))
        match node:
            case Union():
                parts = [
                    self.node(member.type)
                    for member in node.members
                    if self.seen.is_open(member.gate) and self.seen.has_left(member.type)
                ]
                if len(parts) == 1:
                    return describe(parts[0], node.meta)
                return replace(node, members=tuple(map(Member, parts)))
            case Record():
                shown = [each for each in node.fields if self.shows(each)]
                names = {each.name for each in shown}
                return replace(node, fields=tuple(self.field(each, names) for each in shown))
            case ListOf():
                return replace(node, item=self.node(node.item))
            case MapOf():
                return replace(node, key=self.node(node.key), value=self.node(node.value))
            case TupleOf():
                return replace(node, items=tuple(map(self.node, node.items)))
            case _:
                return node

    def shows(self, field: Field) -> bool:
        return self.seen.shows(field) and self.seen.has_left(field.type)

    def field(self, field: Field, names: set[str]) -> Field:
        default = field.default
        if default is not None:
            default = Default(default.value) if self.seen.is_open(default.gate) else None
        return replace(
            field,
            type=self.node(field.type),
            gate=None,
            default=default,
            depends_on=tuple(name for name in field.depends_on if name in names),
        )


def text(shape: Shape) -> str:
    return dumps(emit_schema(shape))


def told(plan: Plan, given_answers: dict[int, Answer], side: Side) -> str | None:
    view = view_tool(plan, plan.tools[0], given_answers)
    if view is None:
        return None
    return text(view.input if side == "input" else view.output)


@pytest.mark.parametrize("limits", [None, (1, 4), (2, 8)])
@pytest.mark.parametrize("side", ["input", "output"])
@modest
@given(plan=plans() | unions_in_unions(), given_answers=answers())
def test_what_is_hidden_changes_no_byte(
    plan: Plan, given_answers: dict[int, Answer], side: Side, limits: tuple[int, int] | None
) -> None:
    most, tallest = limits or (64, 150)
    with patch.multiple(towers, _MOST=most, _TALLEST=tallest):
        schema = told(plan, given_answers, side)
        rewritten = Author(plan, given_answers, side).rewritten()
        if schema is not None and rewritten is not None:
            assert told(rewritten, {}, side) == schema
