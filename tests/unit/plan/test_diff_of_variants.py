"""Unions in another order in; the variants that belong together, compared, out."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from schemac.emit.keywords import WIRE
from schemac.plan.diff import PlanDiff, compare
from schemac.plan.diff.scalars import BY_BOUNDS
from schemac.plan.nodes import (
    Const,
    Constraints,
    Field,
    MapOf,
    Member,
    NamedType,
    Node,
    Record,
    Ref,
    Scalar,
    ScalarKind,
    TupleOf,
)
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


TRUE, FALSE = (Const("boolean", text) for text in ("true", "false"))


def both_sides(old: Node, new: Node) -> tuple[PlanDiff, PlanDiff]:
    """Compare two types of a field of an input, and of an output."""
    was, now = rec(req("v", old)), rec(req("v", new))
    received = compare(plan_of(tool_of(was)), plan_of(tool_of(now)))
    return received, compare(plan_of(tool_of(output=was)), plan_of(tool_of(output=now)))


@pytest.mark.parametrize("around", [(), (lit("a"),), (INTEGER,)])
def test_both_truth_values_are_a_boolean(around: tuple[Node, ...]) -> None:
    apart, whole = union(TRUE, FALSE, *around), union(BOOLEAN, *around)
    for old, new in ((apart, whole), (whole, apart), (union(*around, FALSE, TRUE), whole)):
        for diff in both_sides(old, new):
            assert (diff.changes, diff.exposures) == ((), ())


def test_one_of_them_or_one_behind_a_gate_is_none() -> None:
    for some in (union(TRUE, lit("a")), union(TRUE, Member(FALSE, X), lit("a"))):
        assert both_sides(union(BOOLEAN, lit("a")), some)[0].level == "breaking"


KINDS: tuple[ScalarKind, ...] = ("uuid", "decimal", "bytes", "date", "datetime", "duration")


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_that_looks_like_another_kind_is_that_to_callers(kind: ScalarKind) -> None:
    bounds: dict[str, Any] = {**BY_BOUNDS[kind]}
    text = Scalar("string", Constraints(**bounds))
    for old, new in ((text, Scalar(kind)), (Scalar(kind), text)):
        received, sent = both_sides(old, new)
        assert (sent.changes, sent.exposures) == ((), ())
        # Python holds fewer dates, and durations, than there are.
        is_less = kind in {"date", "datetime", "duration"}
        assert received.level == ("breaking" if is_less and old is text else "safe")
        assert received.exposures == () or (is_less and old is not text)
    assert both_sides(Scalar("string"), Scalar(kind))[0].level == "breaking"


def test_what_kinds_are_to_callers_is_what_is_emitted() -> None:
    names = {"pattern": "pattern", "format": "format", "encoding": "contentEncoding"}
    for kind, bounds in BY_BOUNDS.items():
        assert WIRE[kind] == ("string", {names[name]: value for name, value in bounds.items()})
