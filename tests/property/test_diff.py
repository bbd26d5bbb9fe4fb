"""Pairs of random plans, compared; what the comparison says is held against their views."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemac.plan.diff import compare
from schemac.plan.nodes import Const, ListOf, MapOf, Record, TupleOf, Union
from schemac.plan.view import view_tool
from schemac.plan.walk import walk
from tests.property.strategies_changes import changed
from tests.property.strategies_plan import Options, plans

if TYPE_CHECKING:
    from random import Random

    from schemac.plan.gates import Answer, Gate
    from schemac.plan.model import Plan
    from schemac.plan.nodes import Node

TOKEN = re.compile(r"[fv][0-9]{4}x")
OPTIONS = Options(covering=False)
SETS = [frozenset(part) for size in range(4) for part in combinations(range(3), size)]
modest = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "60")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Plan, Plan]:
    """Draw a plan, and the same with some of its gates put elsewhere."""
    plan = draw(plans(OPTIONS))
    spare = [part.gate for part in draw(plans(OPTIONS)).types]

    def gate(old: Gate | None) -> Gate | None:
        if draw(st.integers(0, 3)):
            return old
        return draw(st.sampled_from([None, *spare]))

    def node(part: Node) -> Node:
        match part:
            case Record():
                fields = tuple(
                    replace(field, gate=gate(field.gate), type=node(field.type))
                    for field in part.fields
                )
                return replace(part, fields=fields)
            case Union():
                members = tuple(
                    replace(member, gate=gate(member.gate), type=node(member.type))
                    for member in part.members
                )
                return replace(part, members=members)
            case ListOf():
                return replace(part, item=node(part.item))
            case MapOf():
                return replace(part, key=node(part.key), value=node(part.value))
            case TupleOf():
                return replace(part, items=tuple(node(item) for item in part.items))
            case _:
                return part

    types = tuple(replace(part, gate=gate(part.gate), body=node(part.body)) for part in plan.types)
    tool = plan.tools[0]
    changed = replace(tool, gate=gate(tool.gate), input=node(tool.input), output=node(tool.output))
    return plan, replace(plan, types=types, tools=(changed,))


def granting(names: frozenset[int]) -> dict[int, Answer]:
    return {atom: 1 if atom in names else 0 for atom in range(3)}


def seen(plan: Plan, names: frozenset[int]) -> set[tuple[str, str]]:
    """Give the sides and names of fields and values that one caller sees."""
    view = view_tool(plan, plan.tools[0], granting(names))
    if view is None:
        return set()
    found: set[tuple[str, str]] = {("", "t")}
    for side, shape in (("input", view.input), ("output", view.output)):
        for body in (shape.root, *(named.body for named in shape.types.values())):
            for node in walk(body):
                if isinstance(node, Record):
                    found |= {(side, field.name) for field in node.fields}
                if isinstance(node, Const):
                    found |= {(side, token) for token in TOKEN.findall(node.text)}
    return {(side, name) for side, name in found if name == "t" or TOKEN.fullmatch(name)}


def assert_all_is_reported(old: Plan, new: Plan) -> None:
    smallest: dict[tuple[str, str], int] = {}
    for names in SETS:
        for item in seen(new, names) - seen(old, names):
            smallest.setdefault(item, len(names))
    reported: dict[tuple[str, str], list[int]] = {}
    numbers = {atom: number for number, atom in enumerate(new.atoms)}
    for exposure in compare(old, new).exposures:
        if exposure.grants is None:
            continue
        key = (exposure.side or "", exposure.what.strip('"'))
        if exposure.subject == "variant" or not (key[1] == "t" or TOKEN.fullmatch(key[1])):
            continue
        reported.setdefault(key, []).append(len(exposure.grants))
        names = frozenset(numbers[atom] for atom in exposure.grants)
        assert key in seen(new, names)
    for item, size in smallest.items():
        assert item in reported
        assert min(reported[item]) <= size


@modest
@given(pairs())
def test_every_new_sight_is_reported_with_a_smallest_set(pair: tuple[Plan, Plan]) -> None:
    assert_all_is_reported(*pair)


@modest
@given(plans(OPTIONS), st.randoms(use_true_random=True))
def test_and_so_it_is_whatever_else_changed(old: Plan, random: Random) -> None:
    assert_all_is_reported(old, changed(old, random))


@modest
@given(plans())
def test_a_plan_does_not_differ_from_itself(plan: Plan) -> None:
    found = compare(plan, replace(plan))
    assert found.exposures == ()
    assert found.changes == ()
    assert found.level == "safe"
