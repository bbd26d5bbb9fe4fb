"""Pairs of random plans, compared; what the comparison says is held against their views."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemac.plan.diff import compare
from schemac.plan.nodes import Const, ListOf, MapOf, Record, Ref, TupleOf, Union
from schemac.plan.view import view_tool
from tests.property.strategies_changes import changed, widened
from tests.property.strategies_plan import Options, plans

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from schemac.plan.gates import Answer, Gate
    from schemac.plan.model import Plan
    from schemac.plan.nodes import Node

Item: TypeAlias = tuple[str, str, str]
"""A side, a pointer, and the name of a field or value."""

TOKEN = re.compile(r"[fv][0-9]{4}x")
OPTIONS = Options(covering=False)
FLAT = Options(recursion=False)
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


def seen(plan: Plan, names: frozenset[int], *, with_places: bool = False) -> set[Item]:
    """Give the sides and names of fields and values that one caller is shown.

    With the places where they stand, names are looked into as often as they are used: they must
    not hold themselves then.
    """
    view = view_tool(plan, plan.tools[0], granting(names))
    if view is None:
        return set()
    found: set[Item] = {("", "", "t")}
    for side, shape in (("input", view.input), ("output", view.output)):
        todo: list[tuple[str, Node]] = [("", shape.root)]
        entered: set[int] = set()
        while todo:
            pointer, node = todo.pop()
            if isinstance(node, Ref) and (with_places or node.target not in entered):
                entered.add(node.target)
                todo.append((pointer, shape.types[node.target].body))
            name = node.text.strip('"') if isinstance(node, Const) else ""
            for part, inner in within(node):
                place = f"{pointer}{part}"
                todo.append((place, inner))
                if isinstance(node, Record) and TOKEN.fullmatch(part[1:]):
                    found.add((side, place if with_places else "", part[1:]))
            if TOKEN.fullmatch(name):
                found.add((side, pointer if with_places else "", name))
    return found


def within(node: Node) -> Iterator[tuple[str, Node]]:
    """Give what is directly inside a node with what leads to it in a pointer."""
    match node:
        case Record():
            yield from ((f"/{field.name}", field.type) for field in node.fields)
        case Union():
            yield from (("", member.type) for member in node.members)
        case ListOf():
            yield "/*", node.item
        case MapOf():
            yield "/@key", node.key
            yield "/*", node.value
        case TupleOf():
            yield from ((f"/{at}", item) for at, item in enumerate(node.items))
        case _:
            return


def assert_all_is_reported(old: Plan, new: Plan, *, with_places: bool = False) -> None:
    smallest: dict[Item, int] = {}
    was, shown = (
        {names: seen(plan, names, with_places=with_places) for names in SETS} for plan in (old, new)
    )
    for names in SETS:
        for item in shown[names] - was[names]:
            smallest.setdefault(item, len(names))
    reported: dict[Item, list[int]] = {}
    told: dict[Item, list[int]] = {}
    numbers = {atom: number for number, atom in enumerate(new.atoms)}
    for exposure in compare(old, new).exposures:
        if exposure.grants is None:
            continue
        name = exposure.what.strip('"')
        if exposure.subject == "variant" or not (name == "t" or TOKEN.fullmatch(name)):
            continue
        key = (exposure.side or "", exposure.pointer if with_places else "", name)
        reported.setdefault(key, []).append(len(exposure.grants))
        if exposure.within is None:
            told.setdefault(key, []).append(len(exposure.grants))
        names = frozenset(numbers[atom] for atom in exposure.grants)
        assert key in shown[names]
        # What is part of something new is told with it, though another variant may have shown it.
        assert key not in was[names] or not with_places or exposure.within is not None
    for item, size in smallest.items():
        assert item in reported
        assert min(reported[item]) <= size
        assert not with_places or min(told.get(item, [size])) <= size, "more told than is needed"


@modest
@given(pairs())
def test_every_new_sight_is_reported_with_a_smallest_set(pair: tuple[Plan, Plan]) -> None:
    assert_all_is_reported(*pair)


@modest
@given(plans(OPTIONS), st.randoms(use_true_random=True))
def test_and_so_it_is_whatever_else_changed(old: Plan, random: Random) -> None:
    assert_all_is_reported(old, changed(old, random))


@modest
@given(plans(OPTIONS), st.randoms(use_true_random=True))
def test_a_name_is_reported_where_a_wider_type_stood(new: Plan, random: Random) -> None:
    assert_all_is_reported(widened(new, random), new)


@modest
@given(plans(FLAT), st.randoms(use_true_random=True))
def test_and_so_it_is_at_each_place(new: Plan, random: Random) -> None:
    assert_all_is_reported(widened(new, random), new, with_places=True)


@modest
@given(plans(FLAT), st.randoms(use_true_random=True))
def test_what_is_wider_shows_no_name(old: Plan, random: Random) -> None:
    assert_all_is_reported(old, widened(old, random), with_places=True)


@modest
@given(plans())
def test_a_plan_does_not_differ_from_itself(plan: Plan) -> None:
    found = compare(plan, replace(plan))
    assert found.exposures == ()
    assert found.changes == ()
    assert found.level == "safe"
