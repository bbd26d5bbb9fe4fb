"""Tools that share types in; what differs in those is found once and told of every tool, out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from schemac.plan.diff import PlanDiff, compare, walk
from schemac.plan.diff.formula import OPEN, current, measured
from schemac.plan.diff.places import Half, Place
from schemac.plan.diff.telling import Spot
from schemac.plan.diff.walk import Seen, Walk
from schemac.plan.gates import Asked, Atom
from schemac.plan.nodes import Ref
from tests.unit.plan.plans import STRING, X, Y, lit, named, opt, plan_of, rec, req, tool_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.plan.gates import Gate
    from schemac.plan.model import Plan, ToolPlan

LEVELS = 5
ATOMS = tuple(Atom("requires", f"g{at}") for at in range(2 * LEVELS + 2))


def chained(tools: Sequence[ToolPlan], shift: int) -> Plan:
    """Give tools over types that each hold the next twice, behind gates of their own."""
    types = [
        named(
            f"t{at}",
            rec(
                req(f"v{at}", STRING),
                opt("n", Ref(at + 1), Asked(at + shift)),
                opt("m", Ref(at + 1), Asked(LEVELS + 1 + at)),
            ),
        )
        for at in range(LEVELS)
    ]
    types.append(named(f"t{LEVELS}", rec(req("v", STRING))))
    return replace(plan_of(tools[0], *types), atoms=ATOMS, tools=tuple(tools))


def tool(name: str, gate: Gate | None = None) -> ToolPlan:
    output = rec(req("ok", lit(name)), req("d", Ref(0)))
    return replace(tool_of(rec(opt("of", Ref(0))), output, gate=gate), name=name)


def of_one(diff: PlanDiff, name: str) -> tuple[list[object], list[object]]:
    """Give what is told of a tool, its name aside."""
    return (
        [replace(each, tool="") for each in diff.changes if each.tool == name],
        [replace(each, tool="") for each in diff.exposures if each.tool == name],
    )


def both(*tools: ToolPlan) -> PlanDiff:
    return compare(chained(tools, 0), chained(tools, 1))


def test_each_tool_is_told_what_it_is_told_alone() -> None:
    tools = (tool("one"), tool("two"), tool("gated", X), tool("three"), tool("other", Y))
    together = both(*tools)
    assert {each.tool for each in together.changes} == {each.name for each in tools}
    for each in tools:
        told = of_one(together, each.name)
        assert told[0]
        assert told[1]
        assert told == of_one(both(each), each.name)


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[Place]:
    places: list[Place] = []
    look = Walk._place

    def counted(self: Walk, place: Place) -> Iterator[Place]:
        places.append(place)
        return look(self, place)

    monkeypatch.setattr(Walk, "_place", counted)
    return places


def test_shared_types_are_looked_at_once(looked_at: list[Place]) -> None:
    both(tool("one"))
    once = len(looked_at)
    assert once > 2**LEVELS
    looked_at.clear()
    both(*(tool(f"t{number}") for number in range(10)))
    assert len(looked_at) < 2 * once


def test_without_room_they_are_looked_at_again(
    looked_at: list[Place], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = both(tool("one"), tool("two"))
    looked_at.clear()
    monkeypatch.setattr(walk, "_MOST_KEPT", 0)
    assert both(tool("one"), tool("two")) == told
    assert len(looked_at) > 2 ** (LEVELS + 2)


def test_what_was_found_with_the_budget_spent_is_not_kept() -> None:
    place = Place("", Half(STRING, OPEN), Half(STRING, OPEN))
    for left, is_kept in ((1, True), (0, True), (-1, False)):
        seen = Seen()
        with measured():
            current().left = left
            seen.keep(place, Spot(), [])
        assert (seen.at(place) is not None) is is_kept
