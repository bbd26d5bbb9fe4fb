"""Types that may be null in; null is compared for those who are told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.diff import compare
from schemac.plan.nodes import ListOf, Member, Meta, Ref
from tests.unit.plan.plans import (
    ATOMS,
    INTEGER,
    NULL,
    STRING,
    X,
    named,
    opt,
    plan_of,
    rec,
    req,
    tool_of,
    union,
)

if TYPE_CHECKING:
    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Field, Node

TEAM = rec(req("team", STRING))


def owners(person: Node, gate: Gate | None = None, body: Node = TEAM) -> list[tuple[str, object]]:
    """Give what changes as an owner that was a team gets to be a person, too, or null."""
    return changes(TEAM, union(TEAM, person), gate, body)


def changes(
    old: Node, new: Node, gate: Gate | None = None, body: Node = TEAM
) -> list[tuple[str, object]]:
    types = named("person", body, gate=gate)
    plans = [plan_of(tool_of(output=rec(req("owner", owner))), types) for owner in (old, new)]
    return [(each.kind, each.grants) for each in compare(*plans).changes]


PERSON = rec(req("person", STRING))
MAYBE = union(Ref(0), NULL)


@pytest.mark.parametrize(
    "person",
    [
        MAYBE,
        union(MAYBE),
        union(union(Ref(0)), NULL),
        union(ListOf(Ref(0)), NULL),
        union(Ref(0), NULL, meta=Meta(description="words")),
    ],
)
def test_null_of_a_type_with_nothing_left_is_seen_by_nobody(person: Node) -> None:
    told = dict(owners(person, X, PERSON))
    assert told["null-added"] == (ATOMS[0],)
    assert dict(owners(person, None, PERSON))["null-added"] == ()


def test_null_of_a_member_with_a_gate() -> None:
    told = dict(owners(union(Member(INTEGER, X), NULL)))
    assert told["null-added"] == (ATOMS[0],)
    told = dict(owners(union(Member(INTEGER, X), STRING, NULL)))
    assert told["null-added"] == ()


def test_null_alone_is_left() -> None:
    assert dict(owners(union(NULL, NULL)))["null-added"] == ()


def test_null_that_comes_with_a_type_that_gets_visible_is_told() -> None:
    gated, open_one = (union(TEAM, union(Member(PERSON, gate), NULL)) for gate in (X, None))
    told = changes(gated, open_one)
    assert ("null-shown", ()) in told
    assert [kind for kind, _ in changes(open_one, gated)].count("null-hidden") == 1


def sent(old: Field, new: Field) -> list[tuple[str, str, object]]:
    plans = [plan_of(tool_of(rec(field), output=TEAM), MANY) for field in (old, new)]
    return [(each.kind, each.level, each.grants) for each in compare(*plans).changes]


MANY = named("many", union(INTEGER, NULL))
NULLS: list[tuple[Node, Node]] = [
    (union(STRING, NULL), STRING),
    (Ref(0), INTEGER),
    (union(Ref(0), STRING), union(INTEGER, STRING)),
]


@pytest.mark.parametrize(("old", "new"), NULLS)
def test_null_that_goes_from_a_field_that_may_be_absent_counts_as_that(
    old: Node, new: Node
) -> None:
    assert sent(opt("x", old), opt("x", new)) == [("null-removed-optional", "risky", ())]
    assert sent(req("x", old), req("x", new)) == [("null-removed", "breaking", ())]
    for one, other in ((opt, req), (req, opt)):
        assert ("null-removed", "breaking", ()) in sent(one("x", old), other("x", new))
    assert ("null-removed", "breaking", ()) in sent(opt("x", ListOf(old)), opt("x", ListOf(new)))


def test_null_that_is_hidden_from_a_field_that_may_be_absent_counts_as_that() -> None:
    old, new = union(STRING, NULL), union(STRING, Member(NULL, X))
    assert sent(opt("x", old), opt("x", new)) == [("null-hidden-optional", "risky", ())]
    assert sent(req("x", old), req("x", new)) == [("null-hidden", "breaking", ())]


def test_null_that_goes_breaks_where_a_field_is_due_with_another_one() -> None:
    other = opt("y", STRING)
    for old, new, kind in (
        (union(STRING, NULL), STRING, "null-removed"),
        (union(STRING, NULL), union(STRING, Member(NULL, X)), "null-hidden"),
    ):
        plans = [
            plan_of(tool_of(rec(opt("x", each, depends_on=("y",)), other))) for each in (old, new)
        ]
        found = [(each.kind, each.level) for each in compare(*plans).changes]
        assert found == [(kind, "breaking")]


def test_null_that_goes_from_a_result_is_safe_wherever_it_was() -> None:
    plans = [plan_of(tool_of(output=rec(opt("x", each)))) for each in (union(STRING, NULL), STRING)]
    found = [(each.kind, each.level) for each in compare(*plans).changes]
    assert found == [("null-removed", "safe")]
