"""Unions with several members of one kind in; each told apart by its bounds and words, out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from schemac.plan.diff import compare
from schemac.plan.nodes import Anything, Constraints, ListOf, Member, Meta, Ref
from tests.unit.plan.plans import (
    INTEGER,
    NUMBER,
    STRING,
    X,
    lit,
    named,
    opt,
    plan_of,
    rec,
    req,
    tool_of,
    union,
)

if TYPE_CHECKING:
    from schemac.plan.diff import PlanDiff
    from schemac.plan.nodes import Node, Scalar

K = req("k", INTEGER)


def has(scalar: Scalar, **bounds: float | str) -> Scalar:
    return replace(scalar, constraints=Constraints(**bounds))  # type: ignore[arg-type]


def says(node: Node, words: str) -> Node:
    return replace(node, meta=Meta(description=words))


def outputs(old: Node, new: Node) -> PlanDiff:
    types = named("r", rec(K))
    plans = (plan_of(tool_of(output=rec(K, req("x", part))), types) for part in (old, new))
    return compare(*plans)


def inputs(old: Node, new: Node) -> PlanDiff:
    return compare(*(plan_of(tool_of(rec(req("x", part)))) for part in (old, new)))


LOW, HIGH = has(INTEGER, max=5), has(INTEGER, min=100)


@pytest.mark.parametrize(
    ("open_one", "gated", "what"),
    [
        (LOW, HIGH, "integer"),
        (HIGH, LOW, "integer"),
        (has(STRING, pattern="^a$"), has(STRING, pattern="^secret$"), "string"),
        (has(STRING, max=2), has(STRING, max=50), "string"),
        (says(STRING, "one"), says(STRING, "two"), "string"),
        (Ref(0), says(Ref(0), "secretword"), "r"),
        (Ref(0), says(ListOf(STRING), "list"), "list"),
    ],
)
def test_a_member_whose_gate_goes_is_seen_beside_one_of_its_kind(
    open_one: Node, gated: Node, what: str
) -> None:
    for first in (True, False):
        ends = (open_one, Member(gated, X)), (open_one, gated)
        old, new = ends if first else (each[::-1] for each in ends)
        found = outputs(union(*old), union(*new))
        told = [(each.pointer, each.what, each.grants) for each in found.exposures]
        assert ("/x", what, ()) in told
        assert outputs(union(*new), union(*new)).exposures == ()
        assert outputs(union(*new), union(*old)).exposures == ()


@pytest.mark.parametrize(
    ("members", "more", "what"),
    [
        ((Member(has(STRING, max=50), X), has(STRING, max=2)), lit("secretvalue"), '"secretvalue"'),
        ((has(STRING, max=2), Member(has(STRING, max=50), X)), lit("secretvalue"), '"secretvalue"'),
        ((Member(STRING, X), has(STRING, max=2)), lit("secretvalue"), '"secretvalue"'),
        ((Member(NUMBER, X), has(NUMBER, max=2)), INTEGER, "integer"),
        ((LOW, lit("z")), HIGH, "integer"),
    ],
)
def test_only_what_is_wide_enough_takes_another_in(
    members: tuple[Node | Member, ...], more: Node, what: str
) -> None:
    found = outputs(union(*members), union(*members, more))
    assert [(each.what, each.grants) for each in found.exposures] == [(what, ())]


def test_what_is_wide_enough_takes_another_in() -> None:
    wide = has(INTEGER, max=50)
    for old in (union(wide, lit("z")), union(has(NUMBER, max=60), lit("z")), Anything()):
        found = outputs(union(Member(old)), union(Member(old), LOW, lit(7)))
        told = [] if old == Anything() else ["7"]
        assert [each.what for each in found.exposures] == told
        assert found.changes == ()


def test_an_input_that_takes_less_is_breaking() -> None:
    both = union(LOW, HIGH)
    gone = inputs(both, LOW)
    assert [(each.kind, each.level) for each in gone.changes] == [("variant-removed", "breaking")]
    hidden = inputs(both, union(LOW, Member(HIGH, X)))
    assert [(each.kind, each.level) for each in hidden.changes] == [("variant-hidden", "breaking")]
    assert inputs(both, union(HIGH, LOW)).changes == ()


def test_bounds_are_those_of_the_one_it_was() -> None:
    found = inputs(union(LOW, HIGH), union(has(INTEGER, min=101), LOW))
    assert [(each.kind, each.detail) for each in found.changes] == [
        ("bound-tightened", "@min(100) → @min(101)")
    ]


def test_what_is_inside_of_two_of_one_name_is_told_once() -> None:
    plans = (
        plan_of(
            tool_of(output=rec(K, req("x", union(Ref(0), says(Ref(0), "w"))))),
            named("r", rec(K, opt("s", STRING, gate))),
        )
        for gate in (X, None)
    )
    found = compare(*plans)
    assert [each.pointer for each in found.exposures] == ["/x/s"]
    assert [each.kind for each in found.changes] == ["field-shown"]


def test_a_literal_that_stands_twice_is_seen_with_its_first_words() -> None:
    one, two = says(lit("b"), "one"), says(lit("b"), "two")
    assert outputs(union(lit("a"), one), union(lit("a"), one, two)).exposures == ()
    old = union(lit("a"), one, Member(two, X))
    found = outputs(old, union(lit("a"), Member(one, X), two))
    assert [(each.what, each.grants) for each in found.exposures] == [('"b"', ())]


def shown(members: tuple[Node | Member, ...], body: Node) -> list[str]:
    """Give what is told of a new union beside its field, for whom not all see it."""
    types = named("n", body)
    new = plan_of(tool_of(output=rec(K, req("x", union(*members)))), types)
    found = compare(plan_of(tool_of(output=rec(K)), types), new)
    return [each.what for each in found.exposures if each.grants]


SECRET = Member(Ref(0), X)


@pytest.mark.parametrize(
    ("beside", "body"),
    [
        (NUMBER, lit(1.5)),
        (NUMBER, INTEGER),
        (NUMBER, says(INTEGER, "words")),
        (INTEGER, HIGH),
        (STRING, says(STRING, "words")),
        (STRING, union(lit("a"), lit("b"))),
        (Anything(), INTEGER),
        (Anything(), rec(req("secret", STRING))),
        (says(Anything(), "words"), ListOf(STRING)),
    ],
)
def test_what_nobody_is_shown_beside_another_is_not_told(beside: Node, body: Node) -> None:
    assert shown((beside, SECRET), body) == []
    assert shown((SECRET, beside), body) == []
    assert shown((Member(beside, X), SECRET), body) != []


@pytest.mark.parametrize(
    ("beside", "body"),
    [
        (STRING, says(union(lit("a"), INTEGER), "words")),
        (says(union(STRING, INTEGER), "words"), says(union(lit("a"), NUMBER), "words")),
        (says(STRING, "words"), lit("a")),
        (has(STRING, max=1), lit("secret")),
        (has(NUMBER, max=9), INTEGER),
        (STRING, INTEGER),
    ],
)
def test_what_is_shown_beside_another_is_told(beside: Node, body: Node) -> None:
    assert shown((beside, SECRET), body)
    assert shown((SECRET, beside), body)


def test_a_union_that_recurs_leaves_out_nothing_beside_it() -> None:
    types = named("t", union(STRING, ListOf(Ref(0))))
    new = plan_of(tool_of(output=rec(K, req("x", union(Ref(0), Member(lit("a"), X))))), types)
    found = compare(plan_of(tool_of(output=rec(K)), types), new)
    assert '"a"' in [each.what for each in found.exposures if each.grants]


@pytest.mark.parametrize(
    ("beside", "old", "new"),
    [
        (INTEGER, has(INTEGER, exclusive_min=0), LOW),
        (NUMBER, LOW, HIGH),
        (NUMBER, has(NUMBER, max=5), has(NUMBER, max=6)),
        (STRING, has(STRING, max=5), has(STRING, pattern="^a$")),
        (Anything(), LOW, HIGH),
        (Anything(), ListOf(STRING), ListOf(STRING, constraints=Constraints(max=5))),
        (Anything(), rec(K), rec(K, closed=True)),
        (Anything(), rec(K), rec(K, req("more", INTEGER))),
        (Anything(), ListOf(INTEGER), ListOf(rec(K))),
    ],
)
def test_what_became_of_a_member_that_nobody_is_told_is_no_change(
    beside: Node, old: Node, new: Node
) -> None:
    ends = [union(lit(value=False), beside, part) for part in (old, new)]
    for compared in (inputs, outputs):
        found = compared(*ends)
        assert (found.changes, found.exposures) == ((), ())
        assert compared(*(union(Member(beside, X), part) for part in (old, new))).changes


@pytest.mark.parametrize(
    "body",
    [
        rec(req("d", ListOf(STRING))),
        rec(req("k", lit("a")), req("s", STRING)),
        ListOf(STRING),
        ListOf(rec(K)),
    ],
)
def test_what_is_written_twice_is_one(body: Node) -> None:
    again = replace(body)
    assert again is not body
    once, twice = union(STRING, body), union(STRING, body, again)
    for compared in (inputs, outputs):
        for found in (compared(once, twice), compared(twice, once)):
            assert (found.changes, found.exposures) == ((), ())
    both = union(STRING, Member(body, X), again)
    assert outputs(union(STRING, body), both).exposures == ()
    assert outputs(both, union(STRING, body)).exposures == ()
    for old, new in ((union(STRING, Member(body, X)), both), (union(STRING), both)):
        assert () in [each.grants for each in outputs(old, new).exposures]


def test_what_is_written_twice_with_other_words_is_not_one() -> None:
    old = union(STRING, rec(K))
    new = union(STRING, rec(K), says(rec(K), "words"))
    assert [each.kind for each in outputs(old, new).changes] == ["variant-added"]
