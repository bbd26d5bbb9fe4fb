"""Plans that are the same in part, or altogether, in; nothing told of that, soon, out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from schemac.plan.diff import compare, walk
from schemac.plan.gates import Asked, Atom, Gate
from schemac.plan.nodes import Member, Meta, NamedType, Node, Ref
from tests.counted import calls_at_most
from tests.unit.plan.plans import (
    INTEGER,
    STRING,
    X,
    Y,
    many,
    named,
    opt,
    plan_of,
    rec,
    req,
    tool_of,
    union,
)

if TYPE_CHECKING:
    from schemac.plan.model import Plan

K = req("k", INTEGER)


def tower(levels: int, leaf: Node) -> Plan:
    """Give types that each hold the one below twice, behind gates of their own."""
    atoms = tuple(Atom("requires", f"g{at}") for at in range(2 * levels + 1))
    types = [named("t0", leaf)]
    for at in range(1, levels + 1):
        one, other = Asked(2 * at - 1), Asked(2 * at)
        below = Ref(at - 1)
        types.append(named(f"t{at}", rec(opt("a", below, one), opt("b", below, other), K)))
    return replace(plan_of(tool_of(output=Ref(levels)), *types), atoms=atoms)


LEAF = rec(req("k", STRING), opt("s", STRING, Asked(0)))


@pytest.mark.parametrize("levels", [15, 200])
def test_a_plan_is_at_once_the_same_as_itself(levels: int) -> None:
    with calls_at_most(1_000_000):
        found = compare(tower(levels, LEAF), tower(levels, LEAF))
    assert (found.exposures, found.changes) == ((), ())


def test_what_is_the_same_spends_no_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "_MOST_PLACES", 3)

    def plan(gate: Gate | None) -> Plan:
        low = tower(15, LEAF)
        output = rec(req("big", Ref(15)), req("z", rec(K, opt("secret", STRING, gate))))
        return replace(low, tools=(tool_of(output=output),))

    found = compare(plan(Asked(0)), plan(None))
    assert [each.pointer for each in found.exposures] == ["/z/secret"]
    assert found.changes[0].kind == "field-shown"


def test_gates_are_the_same_by_what_they_ask_for() -> None:
    plan = plan_of(tool_of(output=Ref(0)), named("r", rec(K, opt("s", STRING, X))))
    turned = replace(plan, atoms=(plan.atoms[1], plan.atoms[0], *plan.atoms[2:]))
    assert [each.pointer for each in compare(plan, turned).exposures] == ["/s"]
    moved = named("r", rec(K, opt("s", STRING, Y)))
    assert compare(plan, replace(turned, types=(moved,))).exposures == ()


def circle(inner: NamedType) -> Plan:
    """Give types that hold each other, one of which another holds that is in no circle."""
    types = (
        named("top", rec(K, opt("a", Ref(1)))),
        named("one", rec(K, opt("next", many(Ref(2))))),
        named("two", rec(K, opt("next", Ref(1)), opt("low", Ref(3)))),
        inner,
    )
    return plan_of(tool_of(output=Ref(0)), *types)


LOW = rec(K, opt("s", STRING, X), req("u", union(STRING, Member(INTEGER, X))))


@pytest.mark.parametrize(
    "changed",
    [
        named("low", rec(K, opt("s", STRING), LOW.fields[2])),
        named("low", rec(*LOW.fields[:2], req("u", union(STRING, INTEGER)))),
        named("low", rec(K, opt("s", replace(STRING, meta=Meta("words")), X), LOW.fields[2])),
        named("low", replace(LOW, closed=True)),
        replace(named("low", LOW), gate=Y),
        named("low", rec(*LOW.fields, opt("more", Ref(1)))),
    ],
)
def test_what_differs_far_inside_is_found(changed: NamedType) -> None:
    before = circle(named("low", LOW))
    assert compare(before, circle(named("low", LOW))).changes == ()
    found = compare(before, circle(changed))
    assert found.changes
    assert all(each.pointer.startswith("/a/next/*/low") for each in found.changes)


def test_types_of_one_name_are_told_from_each_other() -> None:
    def plan(first: Gate | None, second: Gate | None) -> Plan:
        types = (
            named("same", rec(K, opt("s", STRING, first), opt("o", Ref(1)))),
            named("same", rec(K, opt("s", STRING, second), opt("o", Ref(0)))),
        )
        return plan_of(tool_of(output=Ref(0)), *types)

    assert compare(plan(X, Y), plan(X, Y)).changes == ()
    told = {each.pointer for each in compare(plan(X, Y), plan(Y, X)).exposures}
    assert told >= {"/s", "/o/s"}
