"""Records that are split by their tags, or joined, are the same to callers."""

from __future__ import annotations

from itertools import permutations

import pytest

from schemac.plan.diff import PlanDiff, compare
from schemac.plan.nodes import Field, Member, Node
from tests.counted import calls_at_most
from tests.unit.plan.plans import (
    ATOMS,
    INTEGER,
    STRING,
    X,
    Y,
    lit,
    opt,
    plan_of,
    rec,
    req,
    tool_of,
    union,
)

_, A_Y, _ = ATOMS


def tagged(*tags: str, more: tuple[Field, ...] = ()) -> Node:
    literals = [lit(tag) for tag in tags]
    return rec(req("kind", union(*literals) if len(literals) > 1 else literals[0]), *more)


def both_sides(old: Node, new: Node) -> tuple[PlanDiff, PlanDiff]:
    was, now = rec(req("o", old)), rec(req("o", new))
    received = compare(plan_of(tool_of(was)), plan_of(tool_of(now)))
    return received, compare(plan_of(tool_of(output=was)), plan_of(tool_of(output=now)))


SHARED = (req("x", INTEGER),)
A, B, C = (tagged(tag, more=SHARED) for tag in "abc")
AB, BC, ABC = (tagged(*tags, more=SHARED) for tags in ("ab", "bc", "abc"))
STATES = [union(A, B, C), union(AB, C), union(A, BC), union(C, AB), ABC, union(C, B, A)]


@pytest.mark.parametrize(("old", "new"), [*permutations(STATES, 2)])
def test_it_is_all_one_how_they_are_written(old: Node, new: Node) -> None:
    for diff in both_sides(old, new):
        assert (diff.changes, diff.exposures) == ((), ())


def test_a_field_of_one_of_several_tags_is_just_that() -> None:
    more = tagged("b", more=(*SHARED, opt("z", STRING, Y)))
    rest = tagged("a", "c", more=SHARED)
    for old, new in ((union(AB, C), union(A, more, C)), (ABC, union(rest, more))):
        for diff in both_sides(old, new):
            assert [(e.pointer, e.kind, e.level, e.grants) for e in diff.changes] == [
                ("/o/z", "field-added", "safe", (A_Y,))
            ]
            told = [(e.pointer, e.what, e.grants) for e in diff.exposures]
            assert told == [("/o/z", "z", (A_Y,))]


def test_a_value_that_comes_or_goes_meanwhile_is_told() -> None:
    with_d = tagged("a", "d", more=SHARED)
    received, sent = both_sides(AB, union(with_d, B))
    told = [(e.kind, e.level, e.detail) for e in received.changes]
    assert told == [("value-added", "safe", '"d"')]
    assert [(e.subject, e.what) for e in sent.exposures] == [("value", '"d"')]
    received, sent = both_sides(union(with_d, B), AB)
    assert [(e.kind, e.level, e.detail) for e in received.changes] == [
        ("value-removed", "breaking", '"d"')
    ]
    assert [(e.kind, e.level) for e in sent.changes] == [("value-removed", "safe")]


def test_what_else_tells_records_apart_is_heeded() -> None:
    pair = union(lit("u"), lit("v"))
    old = union(tagged("a", more=(req("m", pair),)), tagged("b", more=(req("m", lit("u")),)))
    new = union(tagged("a", more=(req("m", pair),)), tagged("b", more=(req("m", lit("v")),)))
    for diff in both_sides(old, new):
        assert {(e.pointer, e.detail) for e in diff.changes} == {("/o/m", '"u"'), ("/o/m", '"v"')}
        assert [e.what for e in diff.exposures] == ['"v"']


def test_tags_under_gates_are_left_together() -> None:
    gated = rec(req("kind", union(lit("a"), Member(lit("b"), X))), *SHARED)
    received, _ = both_sides(gated, union(A, B))
    assert received.changes != ()


def test_many_of_many_are_little_work() -> None:
    tags = [f"t{number}" for number in range(60)]
    apart = union(*(tagged(tag, more=SHARED) for tag in tags))
    with calls_at_most(3_000_000):
        both_sides(tagged(*tags, more=SHARED), apart)
    few = tags[:40]
    with calls_at_most(3_000_000):
        apart = union(*(tagged(tag, more=SHARED) for tag in few))
        diff, _ = both_sides(tagged(*few, more=SHARED), apart)
    assert diff.changes == ()
