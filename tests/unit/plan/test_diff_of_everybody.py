"""Two plans in; the smallest grants that see more are told, whatever is told around it, out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.diff import PlanDiff, compare
from schemac.plan.gates import Every, Some
from schemac.plan.nodes import Anything, MapOf, TupleOf
from schemac.report.changes import render_changes
from tests.unit.plan.plans import (
    ATOMS,
    INTEGER,
    STRING,
    X,
    Y,
    Z,
    lit,
    many,
    maybe,
    opt,
    plan_of,
    rec,
    req,
    tool_of,
    union,
)

if TYPE_CHECKING:
    from schemac.plan.nodes import Field, Node

A_X, A_Y, A_Z = ATOMS
A = req("a", STRING)


def _outputs(old: Node, new: Node) -> PlanDiff:
    return compare(plan_of(tool_of(output=old)), plan_of(tool_of(output=new)))


def _told(diff: PlanDiff) -> list[tuple[str, str, object]]:
    told = [each for each in diff.exposures if each.within is None]
    return [(each.pointer, each.what, each.grants) for each in told]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (opt("v", Anything(), X), opt("v", rec(req("salary", INTEGER)))),
        (opt("v", Anything(), X), opt("v", maybe(rec(req("salary", INTEGER))))),
        (opt("v", Anything(), X), opt("v", many(rec(req("salary", INTEGER))))),
        (opt("v", STRING, X), opt("v", union(lit("salary"), lit("bonus")))),
        (opt("v", MapOf(STRING, STRING), X), opt("v", MapOf(lit("salary"), STRING))),
        (opt("v", TupleOf((Anything(),)), X), opt("v", TupleOf((rec(req("salary", INTEGER)),)))),
        (opt("v", rec(A, opt("salary", INTEGER, Y)), X), opt("v", rec(A, opt("salary", INTEGER)))),
    ],
)
def test_nobody_is_told_to_need_what_everybody_does_without(old: Field, new: Field) -> None:
    for before, after in ((old, new), (req("o", rec(A, old)), req("o", rec(A, new)))):
        diff = _outputs(rec(A, before), rec(A, after))
        salaries = [each for each in diff.exposures if each.what.strip('"') == "salary"]
        assert [(each.grants, each.within) for each in salaries] == [((), None)]
        assert "`salary` is visible now, for everybody" in render_changes(diff).replace('"', "")
        assert "callers with" not in render_changes(diff).partition("safe")[0]


def test_a_tool_that_opens_tells_of_what_it_opens_inside() -> None:
    old = rec(req("a", rec(req("salary", INTEGER))))
    new = rec(req("a", rec(req("salary", INTEGER), opt("bonus", INTEGER))), req("b", Anything()))
    diff = compare(plan_of(tool_of(output=old, gate=X)), plan_of(tool_of(output=new)))
    assert {each.grants for each in diff.exposures} == {()}
    assert _told(diff) == [("", "t", ()), ("/b", "b", ()), ("/a/bonus", "bonus", ())]


def test_others_who_need_other_grants_are_told_apart() -> None:
    old = rec(A, opt("r", rec(A, opt("s", STRING, Z)), Every((Y, Z))))
    new = rec(A, opt("r", rec(A, opt("s", STRING)), Some((X, Every((Y, Z))))))
    assert _told(_outputs(old, new)) == [("/r", "r", (A_X,))]
    old = rec(A, opt("r", rec(A, opt("s", STRING, X)), Every((Y, Z))))
    new = rec(A, opt("r", rec(A, opt("s", STRING)), Some((X, Every((Y, Z))))))
    assert _told(_outputs(old, new)) == [
        ("/r", "r", (A_X,)),
        ("/r/s", "s", (A_X,)),
        ("/r/s", "s", (A_Y, A_Z)),
    ]
