"""Unions in another order in; the variants that belong together, compared, out."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from schemac.plan.diff import PlanDiff, compare
from schemac.plan.nodes import Field, MapOf, Member, NamedType, Node, Record, Ref, TupleOf
from tests.counted import calls_at_most
from tests.unit.plan.plans import (
    ATOMS,
    BOOLEAN,
    INTEGER,
    STRING,
    X,
    Y,
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

A_X, A_Y, _ = ATOMS


def outputs(old: Node, new: Node, *types: NamedType) -> PlanDiff:
    return compare(plan_of(tool_of(output=old), *types), plan_of(tool_of(output=new), *types))


def told(diff: PlanDiff) -> list[tuple[str, str, object]]:
    return [(each.pointer, each.what, each.grants) for each in diff.exposures if not each.within]


TYPES = (
    named("page", rec(opt("of", STRING)), arguments="a"),
    named("other", rec(opt("o", STRING))),
)
UNIONS = [
    [rec(req("a", INTEGER), opt("s", STRING, X)), rec(req("a", STRING), opt("s", STRING))],
    [rec(req("k", lit("a")), opt("s", STRING, X)), rec(req("k", lit("b")), opt("s", STRING))],
    [
        rec(req("k", union(lit("a"), lit("b"))), opt("s", STRING, X)),
        rec(req("k", lit("c")), opt("s", STRING)),
        rec(req("k", union(lit("d"), lit("e"))), opt("s", STRING, Y)),
    ],
    [rec(req("a", STRING), opt("s", STRING, X)), rec(req("a", STRING), opt("s", STRING, Y))],
    [many(rec(req("a", STRING))), many(rec(req("b", INTEGER))), many(STRING)],
    [MapOf(STRING, rec(req("a", STRING))), MapOf(STRING, INTEGER)],
    [TupleOf((STRING,)), TupleOf((INTEGER, STRING)), TupleOf((INTEGER,))],
    [rec(req("a", Ref(0))), rec(req("a", Ref(1))), rec(req("a", many(Ref(0))))],
    [rec(req("a", rec(req("b", INTEGER)))), rec(req("a", rec(req("b", STRING))))],
]


@pytest.mark.parametrize("members", UNIONS)
def test_order_alone_changes_nothing(members: list[Node]) -> None:
    for order in permutations(members):
        old, new = rec(req("v", union(*members))), rec(req("v", union(*order)))
        assert outputs(old, new, *TYPES) == PlanDiff((), ())


def test_order_of_gated_members_alone_changes_nothing() -> None:
    body = rec(req("a", STRING))
    members = [Member(body, X), Member(rec(req("a", STRING)), Y)]
    old, new = rec(req("v", union(*members))), rec(req("v", union(*reversed(members))))
    assert outputs(old, new) == PlanDiff((), ())


def test_a_gate_that_moved_to_another_variant_is_seen() -> None:
    old = union(
        rec(req("a", INTEGER), opt("s", STRING, X)), rec(req("a", STRING), opt("s", STRING))
    )
    new = union(
        rec(req("a", STRING), opt("s", STRING, X)), rec(req("a", INTEGER), opt("s", STRING))
    )
    assert told(outputs(rec(req("v", old)), rec(req("v", new)))) == [("/v/s", "s", ())]


def test_variants_with_changes_inside_are_found_by_their_literals_then_by_their_types() -> None:
    def tagged(tag: str, of: Node) -> Node:
        return rec(req("k", lit(tag)), req("n", of), opt("s", STRING, X if tag == "a" else None))

    old = union(tagged("a", INTEGER), tagged("b", STRING))
    new = union(tagged("b", INTEGER), tagged("a", STRING))
    found = outputs(rec(req("v", old)), rec(req("v", new)))
    assert {each.kind for each in found.changes} == {"type-changed"}
    assert [what for _, what, _ in told(found)] == ["integer", "string"]
    plain = union(
        rec(req("a", INTEGER), req("b", INTEGER), opt("s", STRING, X)),
        rec(req("a", STRING), req("b", STRING), opt("s", STRING)),
    )
    other = union(
        rec(req("a", STRING), req("b", BOOLEAN), opt("s", STRING)),
        rec(req("a", INTEGER), req("b", INTEGER), opt("s", STRING, X)),
    )
    found = outputs(rec(req("v", plain)), rec(req("v", other)))
    assert [(each.pointer, each.detail) for each in found.changes] == [("/v/b", "string → boolean")]


def test_a_variant_more_of_the_same_fields_is_new_and_the_others_are_not() -> None:
    old = union(STRING, rec(req("a", INTEGER), opt("s", STRING)))
    new = union(STRING, rec(req("a", STRING), opt("s", STRING)), *old.members[1:])
    found = outputs(rec(req("v", old)), rec(req("v", new)))
    assert [(each.kind, each.detail) for each in found.changes] == [("variant-added", "{a, s}")]
    assert told(found) == [("/v", "{a, s}", ())]
    gone = outputs(rec(req("v", new)), rec(req("v", old)))
    assert [(each.kind, each.detail) for each in gone.changes] == [("variant-removed", "{a, s}")]
    assert told(gone) == []


def test_a_variant_shown_is_not_covered_by_another_of_its_fields() -> None:
    one, other = rec(req("a", INTEGER)), rec(req("a", STRING))
    old = rec(req("v", union(STRING, one, Member(other, X))))
    new = rec(req("v", union(STRING, other, one)))
    assert told(outputs(old, new)) == [("/v", "{a}", ())]


def test_position_is_last_and_decides_between_many() -> None:
    def of(*numbers: int) -> Node:
        return rec(req("v", union(*(rec(req("a", lit(number))) for number in numbers))))

    assert [
        each.detail for each in outputs(of(1, 2), of(3, 4)).changes if each.level != "safe"
    ] == [
        "3",
        "4",
    ]
    with calls_at_most(4_000_000):
        outputs(of(*range(400)), of(*range(400, 800)))
        outputs(of(*range(400)), of(*reversed(range(400))))


RENAMED = [
    [rec(req("v", INTEGER)), rec(req("v", STRING)), rec(req("v", BOOLEAN))],
    [rec(req("v", many(INTEGER)), opt("s", STRING, X)), rec(req("v", many(STRING)))],
    [rec(req("v", union(lit("a"), lit("b")))), rec(req("v", union(lit("c"), lit("d"))))],
]


@pytest.mark.parametrize("bodies", RENAMED)
@pytest.mark.parametrize("more", [(), (opt("more", BOOLEAN),)])
def test_renamed_variants_are_known_by_what_they_hold(
    bodies: list[Node], more: tuple[Field, ...]
) -> None:
    count = len(bodies)
    before = [named(f"old{at}", body) for at, body in enumerate(bodies)]
    old = plan_of(tool_of(output=union(*map(Ref, range(count)))), *before)
    for order in permutations(range(count)):
        after = [
            named(f"new{at}", replace(body, fields=(*body.fields, *more)))
            for at, body in enumerate(bodies)
            if isinstance(body, Record)
        ]
        found = compare(old, plan_of(tool_of(output=union(*map(Ref, order))), *after))
        assert {each.kind for each in found.changes} == ({"field-added"} if more else set())
        assert {each.pointer for each in found.exposures} <= {"/more"}
