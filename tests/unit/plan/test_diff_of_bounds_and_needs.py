"""Two plans in; what bounds leave out and what a new field asks for, compared, out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from schemac.plan.diff import compare
from schemac.plan.nodes import Constraints, MapOf, Member, Scalar
from tests.unit.plan.plans import (
    ATOMS,
    INTEGER,
    NUMBER,
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

if TYPE_CHECKING:
    from schemac.plan.diff import PlanDiff
    from schemac.plan.gates import Atom
    from schemac.plan.nodes import Field, Node, ScalarKind

A_X, A_Y, _ = ATOMS


def inputs(old: Node, new: Node) -> PlanDiff:
    return compare(plan_of(tool_of(old)), plan_of(tool_of(new)))


def bounded(kind: ScalarKind, **bounds: object) -> Scalar:
    return Scalar(kind, Constraints(**bounds))  # type: ignore[arg-type] # as each case gives them


@pytest.mark.parametrize(
    ("literal", "scalar", "is_taken"),
    [
        (1, INTEGER, True),
        (1, NUMBER, True),
        (1.5, NUMBER, True),
        ("a", STRING, True),
        (1, bounded("integer", min=2), False),
        (2, bounded("integer", min=2), True),
        (3, bounded("integer", max=2), False),
        (2, bounded("integer", max=2), True),
        (2, bounded("number", exclusive_min=2), False),
        (2.5, bounded("number", exclusive_min=2), True),
        (2, bounded("number", exclusive_max=2), False),
        (1.5, bounded("number", exclusive_max=2), True),
        (3, bounded("integer", multiple_of=2), False),
        (4, bounded("integer", multiple_of=2), True),
        ("é", bounded("string", min=2), False),
        ("éa", bounded("string", min=2), True),
        ("éa", bounded("string", max=1), False),
        ("", bounded("string", max=1), True),
        ("a", bounded("string", pattern="^a"), False),
        ("a", bounded("string", format="email"), False),
        ("a", bounded("string", media_type="text/plain"), False),
        ("a", bounded("string", encoding="base64"), False),
    ],
)
def test_a_literal_is_taken_by_a_type_whose_bounds_it_keeps(
    literal: str | float, scalar: Scalar, *, is_taken: bool
) -> None:
    old = rec(req("v", union(lit(literal), lit("other"), lit(7.25))))
    kept = [lit("other"), lit(7.25)]
    narrower = inputs(old, rec(req("v", union(*kept, scalar))))
    kinds = [(each.kind, each.level) for each in narrower.changes]
    gone = [] if is_taken else [("value-removed", "breaking")]
    assert kinds == [("variant-added", "safe"), *gone]
    alone = inputs(rec(req("v", lit(literal))), rec(req("v", scalar)))
    kind = ("type-widened", "safe") if is_taken else ("type-changed", "breaking")
    assert [(each.kind, each.level) for each in alone.changes] == [kind]


@pytest.mark.parametrize(
    ("integer", "number", "is_taken"),
    [
        (INTEGER, NUMBER, True),
        (INTEGER, bounded("number", min=1), False),
        (bounded("integer", min=1), bounded("number", min=1), True),
        (bounded("integer", min=1), bounded("number", min=0), True),
        (bounded("integer", min=1), NUMBER, True),
        (bounded("integer", max=5), bounded("number", max=4), False),
        (bounded("integer", multiple_of=4), bounded("number", multiple_of=2), True),
        (bounded("integer", multiple_of=4), bounded("number", multiple_of=3), False),
    ],
)
def test_integers_are_taken_by_numbers_with_no_tighter_bounds(
    integer: Scalar, number: Scalar, *, is_taken: bool
) -> None:
    changes = inputs(rec(req("v", union(integer, STRING))), rec(req("v", union(number, STRING))))
    kinds = [each.kind for each in changes.changes]
    assert kinds == ["variant-added"] + ([] if is_taken else ["variant-removed"])
    alone = inputs(rec(req("v", integer)), rec(req("v", number)))
    assert alone.changes[0].kind == "type-widened"
    assert (alone.level == "safe") is is_taken


def test_a_value_is_seen_when_it_comes_in_whether_bounds_kept_it_out_or_not() -> None:
    old = plan_of(tool_of(output=union(bounded("integer", min=2), lit("a"))))
    new = plan_of(tool_of(output=union(bounded("integer", min=2), lit("a"), lit(1), lit(3))))
    found = compare(old, new)
    assert [(each.subject, each.what) for each in found.exposures] == [
        ("value", "1"),
        ("value", "3"),
    ]
    assert [(each.kind, each.detail) for each in found.changes] == [("value-added", "1")]


@pytest.mark.parametrize(
    ("kind", "old", "new", "change"),
    [
        ("number", {"min": 1}, {"exclusive_min": 0}, "bound-loosened"),
        ("number", {"min": 1}, {"exclusive_min": 1}, "bound-tightened"),
        ("number", {"exclusive_max": 5}, {"max": 5}, "bound-loosened"),
        ("number", {"max": 5}, {"exclusive_max": 4}, "bound-tightened"),
        ("number", {"min": 1}, {"min": 1, "exclusive_min": 0}, None),
        ("number", {"min": 1}, {"min": 1, "exclusive_min": 2}, "bound-tightened"),
        ("integer", {"min": 1}, {"exclusive_min": 0}, None),
        ("integer", {"exclusive_max": 4}, {"max": 3}, None),
        ("integer", {"exclusive_max": 4}, {"max": 4}, "bound-loosened"),
    ],
)
def test_a_range_has_one_bound_at_each_end(
    kind: ScalarKind, old: dict[str, int], new: dict[str, int], change: str | None
) -> None:
    other = {"bound-loosened": "bound-tightened", "bound-tightened": "bound-loosened", None: None}
    for before, after, told in ((old, new, change), (new, old, other[change])):
        found = inputs(
            rec(req("v", bounded(kind, **before))), rec(req("v", bounded(kind, **after)))
        )
        assert [each.kind for each in found.changes] == ([] if told is None else [told])


ASKING = opt("b", STRING, depends_on=("a",))
NEED = "@depends_on(:a)"


def test_a_new_field_that_others_need_breaks_who_gives_those() -> None:
    old = rec(opt("a", STRING))
    assert [
        (e.pointer, e.kind, e.level, e.detail)
        for e in inputs(old, rec(*old.fields, ASKING)).changes
    ] == [
        ("/b", "field-added", "safe", ""),
        ("/b", "need-added", "breaking", NEED),
    ]
    shown = inputs(
        rec(*old.fields, opt("b", STRING, X, depends_on=("a",))), rec(*old.fields, ASKING)
    )
    assert [(e.kind, e.level, e.grants) for e in shown.changes] == [
        ("field-shown", "safe", ()),
        ("need-added", "breaking", ()),
    ]


def test_a_need_of_what_is_hidden_is_none() -> None:
    gated = opt("a", STRING, Y)
    found = inputs(rec(gated, req("c", STRING)), rec(gated, req("c", STRING), ASKING))
    assert [(each.kind, each.grants) for each in found.changes] == [
        ("field-added", ()),
        ("need-added", (A_Y,)),
    ]
    both = rec(gated, req("c", STRING), opt("b", STRING, X, depends_on=("a",)))
    found = inputs(rec(gated, req("c", STRING)), both)
    assert [each.grants for each in found.changes] == [(A_X,), (A_X, A_Y)]


LONE = opt("b", STRING)
FREE, GATED, SENT = opt("a", STRING), opt("a", STRING, Y), opt("a", STRING, write_only=True)


@pytest.mark.parametrize(
    ("old", "new", "grants"),
    [
        ((FREE, LONE), (FREE, ASKING), ()),
        ((GATED, LONE), (GATED, ASKING), (A_Y,)),
        ((FREE, LONE), (GATED, ASKING), (A_Y,)),
        ((FREE, req("b", STRING)), (FREE, ASKING), None),
        ((FREE, LONE), (FREE, req("b", STRING, depends_on=("a",))), None),
        ((GATED, opt("b", STRING, X)), (GATED, replace(ASKING, gate=X)), (A_X, A_Y)),
    ],
)
def test_a_need_is_told_to_who_sees_both_and_may_leave_one_out(
    old: tuple[Field, ...], new: tuple[Field, ...], grants: tuple[Atom, ...] | None
) -> None:
    for before, after, ending in ((old, new, "added"), (new, old, "removed")):
        found = inputs(rec(*before), rec(*after)).changes
        needs = [each.grants for each in found if each.kind == f"need-{ending}"]
        assert needs == ([] if grants is None else [grants])
        found = inputs(rec(*before), rec(*after, req("c", STRING, depends_on=("a",)))).changes
        assert len([each for each in found if each.kind.startswith("need")]) == len(needs)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ((), (FREE, ASKING)),
        ((LONE,), (FREE, ASKING)),
        ((replace(FREE, gate=X), replace(ASKING, gate=X)), (FREE, ASKING)),
    ],
)
def test_a_pair_that_is_new_breaks_nobody(old: tuple[Field, ...], new: tuple[Field, ...]) -> None:
    found = inputs(rec(req("c", STRING), *old), rec(req("c", STRING), *new))
    assert {each.kind for each in found.changes} <= {"field-added", "field-shown"}
    assert found.level == "safe"


def test_a_need_of_what_only_inputs_have_is_none_in_outputs() -> None:
    for old, new in (((SENT, LONE), (SENT, ASKING)), ((SENT, ASKING), (SENT, LONE))):
        sent = compare(plan_of(tool_of(output=rec(*old))), plan_of(tool_of(output=rec(*new))))
        assert sent.changes == ()


def test_a_required_field_says_all_of_it() -> None:
    new = rec(opt("a", STRING), req("b", STRING, depends_on=("a",)))
    assert [each.kind for each in inputs(rec(opt("a", STRING)), new).changes] == [
        "field-added-required"
    ]


def of_keys(*keys: Node | Member) -> Node:
    return rec(req("m", MapOf(union(*keys), INTEGER)))


@pytest.mark.parametrize(
    ("old", "new", "kind", "levels"),
    [
        ((lit("a"),), (lit("a"), lit("b")), "key-added", ("safe", "risky")),
        ((lit("a"), lit("b")), (lit("a"),), "key-removed", ("risky", "risky")),
        ((lit("a"), Member(lit("b"), X)), (lit("a"), lit("b")), "key-shown", ("safe", "risky")),
        ((lit("a"), lit("b")), (lit("a"), Member(lit("b"), X)), "key-hidden", ("risky", "risky")),
    ],
)
def test_a_key_of_a_map_is_one_that_may_be_absent(
    old: tuple[Node, ...], new: tuple[Node, ...], kind: str, levels: tuple[str, str]
) -> None:
    found = inputs(of_keys(*old), of_keys(*new))
    sent = compare(plan_of(tool_of(output=of_keys(*old))), plan_of(tool_of(output=of_keys(*new))))
    for diff, level in zip((found, sent), levels, strict=True):
        told = [(each.pointer, each.kind, each.level, each.detail) for each in diff.changes]
        assert told == [("/m/@key", kind, level, '"b"')]


def test_a_field_of_that_name_is_no_key() -> None:
    old, new = (rec(req("@key", union(lit("a"), *more))) for more in ((), (lit("b"),)))
    assert [each.kind for each in inputs(old, new).changes] == ["value-added"]
