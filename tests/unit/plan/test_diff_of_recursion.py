"""Types that hold themselves, or twice as much at each step, are compared to an end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.diff import compare
from schemac.plan.nodes import Member, Node, Ref
from tests.counted import calls_at_most
from tests.unit.plan.changed_plans import A
from tests.unit.plan.plans import (
    BOOLEAN,
    INTEGER,
    STRING,
    X,
    lit,
    many,
    maybe,
    named,
    opt,
    plan_of,
    rec,
    req,
    tool_of,
    union,
)

if TYPE_CHECKING:
    from schemac.plan.gates import Asked
    from schemac.plan.model import Plan


def test_recursive_types_end() -> None:
    def plan(gate: Asked | None) -> Plan:
        body = rec(A, opt("cost", INTEGER, gate), opt("children", many(Ref(0))))
        return plan_of(tool_of(output=Ref(0)), named("node", body))

    assert [exposure.pointer for exposure in compare(plan(X), plan(None)).exposures] == [
        "/cost",
        "/children/*/cost",
    ]


def test_doubling_types_take_no_time() -> None:
    def plan(gate: Asked | None) -> Plan:
        types = [named("a0", rec(A, opt("s", STRING, gate)))]
        for number in range(1, 31):
            ref = Ref(number - 1)
            types.append(named(f"a{number}", rec(req("l", ref), req("r", ref))))
        return plan_of(tool_of(output=Ref(30)), *types)

    with calls_at_most(500_000):
        found = compare(plan(X), plan(None))
    assert {exposure.what for exposure in found.exposures} == {"s", "not-listed"}
    assert len(found.exposures) < 2_000
    assert "not-listed" in {change.kind for change in found.changes}


EXPRESSION = union(STRING, rec(req("op", lit("+")), req("of", many(maybe(Ref(0))))), many(Ref(0)))
RECURSIVE = union(*EXPRESSION.members, INTEGER)


@pytest.mark.parametrize("use", [maybe(Ref(0)), union(Ref(0), BOOLEAN), many(union(Ref(0)))])
def test_a_recursive_union_as_a_member(use: Node) -> None:
    old = plan_of(tool_of(output=rec(req("x", use))), named("expr", EXPRESSION))
    new = plan_of(tool_of(output=rec(req("x", use))), named("expr", RECURSIVE))
    assert compare(old, old).changes == compare(new, new).changes == ()
    wider = compare(old, new)
    assert {(change.kind, change.level) for change in wider.changes} == {("variant-added", "risky")}
    narrower = compare(new, old)
    assert {(change.kind, change.level) for change in narrower.changes} == {
        ("variant-removed", "safe")
    }
    gated = union(*EXPRESSION.members, Member(INTEGER, X))
    shown = compare(plan_of(tool_of(output=rec(req("x", use))), named("expr", gated)), new)
    assert {exposure.subject for exposure in shown.exposures} == {"variant"}
