"""Types that may be null in, what is told of them as if they stood alone, out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.diff import compare
from schemac.plan.nodes import Anything, Constraints, MapOf, Member, Ref, Scalar, TupleOf
from tests.unit.plan.plans import (
    BOOLEAN,
    INTEGER,
    NULL,
    NUMBER,
    STRING,
    X,
    lit,
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
    from collections.abc import Callable

    from schemac.plan.diff import PlanDiff
    from schemac.plan.nodes import Node

OK = rec(req("ok", BOOLEAN))
AB, CDE = (rec(*(req(name, STRING) for name in names)) for names in ("ab", "cde"))
TYPES = (named("ab", AB), named("cde", CDE))
CHANGES: list[tuple[Node, Node]] = [
    (STRING, INTEGER),
    (INTEGER, NUMBER),
    (NUMBER, INTEGER),
    (STRING, lit("a")),
    (lit("a"), STRING),
    (lit("a"), lit("b")),
    (lit("a"), INTEGER),
    (Scalar("date"), STRING),
    (STRING, Scalar("string", Constraints(max=5))),
    (many(STRING), MapOf(STRING, STRING)),
    (many(STRING), many(INTEGER)),
    (many(STRING), TupleOf((STRING, STRING))),
    (TupleOf((STRING, STRING)), many(STRING)),
    (AB, CDE),
    (AB, rec(*AB.fields, *(opt(name, STRING) for name in "cdefg"))),
    (rec(*AB.fields, *(opt(name, STRING) for name in "cdefg")), AB),
    (AB, MapOf(STRING, STRING)),
    (MapOf(STRING, STRING), AB),
    (Ref(0), Ref(1)),
    (Ref(0), STRING),
    (Anything(), AB),
    (AB, Anything()),
    (STRING, union(Member(INTEGER))),
    (STRING, union(INTEGER, BOOLEAN)),
    (union(STRING, many(STRING)), INTEGER),
    (union(AB, STRING), union(many(AB), INTEGER)),
]


def outputs(old: Node, new: Node) -> PlanDiff:
    plans = (plan_of(tool_of(output=rec(req("v", part))), *TYPES) for part in (old, new))
    return compare(*plans)


def inputs(old: Node, new: Node) -> PlanDiff:
    plans = (plan_of(tool_of(rec(req("v", part)), output=OK), *TYPES) for part in (old, new))
    return compare(*plans)


def changes(diff: PlanDiff) -> set[tuple[str, str, str, object]]:
    found = {(each.pointer, each.kind, each.detail, each.grants) for each in diff.changes}
    return {each for each in found if not each[1].startswith("null-")}


def exposures(diff: PlanDiff) -> set[tuple[str, str, object]]:
    return {(each.pointer, each.what, each.grants) for each in diff.exposures}


@pytest.mark.parametrize("compared", [inputs, outputs])
@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_what_may_be_null_is_compared_as_what_may_not(
    compared: Callable[[Node, Node], PlanDiff], old: Node, new: Node
) -> None:
    plain, both = compared(old, new), compared(union(old, NULL), union(new, NULL))
    assert changes(both) == changes(plain)
    assert {each.level for each in both.changes} == {each.level for each in plain.changes}
    assert exposures(both) == exposures(plain)
    inside = compared(many(union(old, NULL)), many(union(new, NULL)))
    assert {(f"/v/*{pointer[2:]}", *rest) for pointer, *rest in changes(plain)} == changes(inside)


@pytest.mark.parametrize(("old", "new"), CHANGES[:1] + CHANGES[13:14])
def test_null_that_comes_or_goes_is_told_beside_it(old: Node, new: Node) -> None:
    come, gone = outputs(old, union(new, NULL)), outputs(union(old, NULL), new)
    assert changes(come) == changes(gone) == changes(outputs(old, new))
    assert "null-added" in {each.kind for each in come.changes}
    assert "null-removed" in {each.kind for each in gone.changes}


def test_null_alone_is_a_type_of_its_own() -> None:
    assert {each.kind for each in outputs(NULL, STRING).changes} == {"type-changed"}
    assert {each.kind for each in outputs(union(STRING, NULL), NULL).changes} == {"variant-removed"}
    assert {each.kind for each in outputs(NULL, union(STRING, NULL)).changes} == {"variant-added"}


@pytest.mark.parametrize(
    ("old", "new", "grants"),
    [
        (union(STRING, BOOLEAN), union(INTEGER, many(STRING)), ()),
        (union(STRING, Member(BOOLEAN, X)), union(INTEGER, BOOLEAN), ()),
        (union(STRING, BOOLEAN), union(INTEGER, BOOLEAN), None),
        (union(STRING, AB), union(lit("a"), INTEGER), None),
        (union(lit("a"), INTEGER), union(lit("b"), NUMBER), None),
        (union(STRING, INTEGER), Anything(), None),
        (union(many(STRING), Scalar("date")), STRING, None),
        (union(lit("a"), lit("b")), union(lit("c"), lit("d")), None),
        (union(Member(STRING, X), BOOLEAN), union(Member(INTEGER, X), BOOLEAN), None),
        (union(Member(STRING, X), lit(1)), union(Member(STRING, X), BOOLEAN), ()),
        (
            union(Member(STRING, X), NULL, OK),
            union(Member(INTEGER, X), NULL, Member(OK)),
            None,
        ),
    ],
)
def test_a_union_of_which_nothing_stays_breaks_who_reads_it(
    old: Node, new: Node, grants: object
) -> None:
    for members in (old, new), (union(old, NULL), union(new, NULL)):
        broken = [each for each in outputs(*members).changes if each.level == "breaking"]
        assert [each.grants for each in broken] == ([] if grants is None else [grants])
        assert all(" → " in each.detail for each in broken)


def test_a_union_of_which_nothing_stays_for_some_breaks_them() -> None:
    old = union(Member(STRING, X), many(STRING))
    new = union(Member(STRING, X), INTEGER)
    broken = [each for each in outputs(old, new).changes if each.level == "breaking"]
    assert [(each.kind, each.grants) for each in broken] == [("type-changed", ())]
