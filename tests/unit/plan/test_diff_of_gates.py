"""Gates that are loosened expose what they hid, with the smallest grants that now see it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from schemac.plan.diff import Exposure, PlanDiff, compare
from schemac.plan.gates import Every, Inverse, Never, Some
from tests.unit.plan.changed_plans import A_X, A_Y, A_Z, A, inputs, outputs
from tests.unit.plan.plans import INTEGER, STRING, X, Y, Z, opt, plan_of, rec, req, tool_of

if TYPE_CHECKING:
    from schemac.plan.gates import Gate


def kinds(diff: PlanDiff) -> list[tuple[str, str, str]]:
    return [(change.pointer, change.kind, change.level) for change in diff.changes]


def test_a_loosened_gate_is_an_exposure_with_its_smallest_grants() -> None:
    old = rec(A, opt("salary", STRING, Every((X, Y))))
    new = rec(A, opt("salary", STRING, Every((Some((X, Y)), Z))))
    found = outputs(old, new)
    salary = Exposure("t", "output", "/salary", "field", "salary", (A_X, A_Z), others=True)
    assert found.exposures == (salary,)
    assert kinds(found) == [
        ("/salary", "field-shown", "safe"),
        ("/salary", "field-hidden", "breaking"),
    ]
    assert found.changes[1].grants == (A_X, A_Y)


def test_an_ungated_field_is_seen_by_all() -> None:
    exposures = outputs(rec(A, opt("s", STRING, X)), rec(A, opt("s", STRING))).exposures
    assert exposures == (Exposure("t", "output", "/s", "field", "s", ()),)


def test_tightening_exposes_nothing() -> None:
    assert outputs(rec(A, opt("s", STRING)), rec(A, opt("s", STRING, X))).exposures == ()
    assert inputs(rec(A, opt("s", STRING)), rec(A)).exposures == ()


def test_negation_counts_as_not_granted() -> None:
    exposures = outputs(rec(A, opt("s", STRING, X)), rec(A, opt("s", STRING, Inverse(Y)))).exposures
    assert [exposure.grants for exposure in exposures] == [()]
    exposures = outputs(rec(A, opt("s", STRING, Inverse(X))), rec(A, opt("s", STRING))).exposures
    assert [exposure.grants for exposure in exposures] == [(A_X,)]


def test_what_is_inside_a_new_field_points_to_it() -> None:
    new = rec(A, opt("pay", rec(req("base", INTEGER), opt("bonus", INTEGER, X))))
    assert outputs(rec(A), new).exposures == (
        Exposure("t", "output", "/pay", "field", "pay", ()),
        Exposure("t", "output", "/pay/base", "field", "base", (), "/pay"),
        Exposure("t", "output", "/pay/bonus", "field", "bonus", (A_X,)),
    )


def test_a_new_tool_and_a_tool_that_is_gone() -> None:
    old, new = tool_of(output=rec(A)), replace(tool_of(output=rec(A)), name="n", gate=X)
    found = compare(plan_of(old), plan_of(new))
    assert kinds(found) == [("", "tool-added", "safe"), ("", "tool-removed", "breaking")]
    assert found.exposures == (
        Exposure("n", None, "", "tool", "n", (A_X,)),
        Exposure("n", "output", "/a", "field", "a", (A_X,), ""),
    )


def test_a_tool_gate_gates_all_below_it() -> None:
    old = tool_of(rec(A), rec(A), gate=Every((X, Y)))
    new = tool_of(rec(A), rec(A), gate=X)
    found = compare(plan_of(old), plan_of(new))
    assert [(e.subject, e.grants, e.within) for e in found.exposures] == [
        ("tool", (A_X,), None),
        ("field", (A_X,), ""),
        ("field", (A_X,), ""),
    ]


def test_an_output_of_which_something_is_left_shows_the_tool() -> None:
    old = tool_of(output=rec(req("a", STRING, X)))
    new = tool_of(output=rec(req("a", STRING, X), req("b", STRING, Y)))
    found = compare(plan_of(old), plan_of(new))
    assert (found.exposures[0].subject, found.exposures[0].grants) == ("tool", (A_Y,))


def test_a_gate_that_nobody_can_read_is_an_exposure_without_grants() -> None:
    found = compare(plan_of(tool_of(gate=X)), plan_of(tool_of(gate=Every((X, Never())))))
    assert found.exposures == (Exposure("t", None, "", "tool", "t", None),)
    assert compare(plan_of(tool_of(gate=Never())), plan_of(tool_of(gate=Never()))).exposures == ()


@pytest.mark.parametrize(
    ("before", "after", "others"),
    [
        (Z, Some((X, Y)), True),
        (Z, Every((X, Y)), False),
        (Z, X, False),
        (Z, None, False),
        (X, Some((X, Y)), False),
        (Z, Some((X, Every((X, Y)))), False),
        (Z, Some((Every((X, Y)), Every((X, Z)))), False),
        (Never(), Some((Every((X, Y)), Every((X, Z)))), True),
    ],
)
def test_others_that_see_it_are_hinted_at(
    before: Gate,
    after: Gate | None,
    others: bool,  # noqa: FBT001 - one of two
) -> None:
    found = outputs(rec(A, opt("s", STRING, before)), rec(A, opt("s", STRING, after)))
    assert [each.others for each in found.exposures] == [others]
