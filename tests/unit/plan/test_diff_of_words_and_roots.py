"""Two plans in; inputs that are empty for some, closed results and words, compared, out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from schemac.plan.diff import Exposure, PlanDiff, compare
from schemac.plan.gates import Every, Gate, Inverse
from schemac.plan.model import DescriptionMember, Plan, ToolExample
from schemac.plan.nodes import (
    Constraints,
    Example,
    ListOf,
    Meta,
    NamedType,
    Node,
    Record,
    Ref,
    Scalar,
)
from tests.unit.plan.plans import (
    ATOMS,
    INTEGER,
    NULL,
    STRING,
    X,
    Y,
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

A_X, A_Y, _ = ATOMS
A = req("a", STRING)
B = opt("b", STRING)


def found(diff: PlanDiff) -> list[tuple[str | None, str, str, str, object]]:
    return [(each.side, each.pointer, each.kind, each.level, each.grants) for each in diff.changes]


def received(root: Node, *types: NamedType) -> Plan:
    return plan_of(tool_of(root), *types)


@pytest.mark.parametrize(
    ("old", "types"),
    [
        (rec(opt("s", STRING, X)), ()),
        (Ref(0), (named("r", rec(opt("s", STRING, X))),)),
        (Ref(1), (named("r", rec(opt("s", STRING))), named("alias", Ref(0), gate=X))),
    ],
)
def test_an_input_that_is_empty_for_some_is_an_input(
    old: Node, types: tuple[NamedType, ...]
) -> None:
    new = received(rec(opt("s", STRING, X), req("b", STRING)))
    assert found(compare(received(old, *types), new)) == [
        ("input", "/b", "field-added-required", "breaking", ())
    ]
    assert found(compare(new, received(old, *types))) == [
        ("input", "/b", "field-removed", "risky", ())
    ]


def test_a_gate_on_the_name_of_an_input_hides_its_fields() -> None:
    open_, gated = (
        received(Ref(0), named("r", rec(A, opt("b", STRING, Y)), gate=gate)) for gate in (None, X)
    )
    shown = compare(gated, open_)
    assert found(shown) == [
        ("input", "/a", "field-shown-required", "breaking", ()),
        ("input", "/b", "field-shown", "safe", (A_Y,)),
    ]
    assert [(each.pointer, each.grants) for each in shown.exposures] == [("/a", ()), ("/b", (A_Y,))]
    assert {kind for _, _, kind, _, _ in found(compare(open_, gated))} == {"field-hidden"}
    assert compare(open_, gated).exposures == ()


def test_a_closed_input_that_is_empty_for_some_refuses_what_is_gone() -> None:
    old = received(Record((opt("s", STRING, X), opt("b", STRING)), closed=True))
    new = received(Ref(0, closed=True), named("r", rec(opt("s", STRING, X))))
    assert found(compare(old, new)) == [("input", "/b", "field-removed-closed", "breaking", ())]


def test_an_input_that_a_damaged_plan_has_is_compared_too() -> None:
    round_, list_ = received(Ref(0), named("r", Ref(0))), received(many(STRING))
    for old, new in ((round_, round_), (round_, list_), (list_, round_), (list_, list_)):
        assert isinstance(compare(old, new), PlanDiff)


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        (rec(A, closed=True), rec(A, opt("b", STRING), closed=True), "field-added-closed"),
        (rec(A, closed=True), rec(A, req("b", STRING)), "field-added-closed"),
        (
            rec(A, req("b", STRING, X), closed=True),
            rec(A, req("b", STRING), closed=True),
            "field-shown-closed",
        ),
    ],
)
def test_a_field_more_in_a_closed_result_is_risky(old: Node, new: Node, kind: str) -> None:
    diff = compare(plan_of(tool_of(output=old)), plan_of(tool_of(output=new)))
    assert ("/b", kind, "risky") in {(each.pointer, each.kind, each.level) for each in diff.changes}
    strict = replace(plan_of(tool_of(output=rec(A))), strict_schema=True)
    told = compare(strict, replace(plan_of(tool_of(output=rec(A, B))), strict_schema=True))
    assert [(each.kind, each.level) for each in told.changes] == [("field-added-closed", "risky")]


def test_a_field_more_in_a_closed_input_is_safe() -> None:
    diff = compare(received(rec(A, closed=True)), received(rec(A, B, closed=True)))
    assert found(diff) == [("input", "/b", "field-added", "safe", ())]


OLD, NEW = Meta("Old"), Meta("Old", "New")


@pytest.mark.parametrize(
    ("at", "types"),
    [
        (lambda meta: Scalar("string", meta=meta), lambda _: ()),
        (lambda _: Ref(0), lambda meta: (named("t", Scalar("string", meta=meta)),)),
        (
            lambda _: Ref(1),
            lambda meta: (named("t", Scalar("string", meta=meta)), named("alias", Ref(0))),
        ),
        (lambda meta: Ref(0, meta=meta), lambda _: (named("t", STRING),)),
        (lambda meta: union(STRING, NULL, meta=meta), lambda _: ()),
        (lambda meta: union(Scalar("string", meta=meta), INTEGER), lambda _: ()),
        (lambda meta: union(lit("a"), replace(lit("b"), meta=meta)), lambda _: ()),
        (lambda _: maybe(Ref(0)), lambda meta: (named("t", rec(A, meta=meta)),)),
        (
            lambda _: union(Ref(0), INTEGER),
            lambda meta: (named("t", union(STRING, many(Ref(0)), meta=meta)),),
        ),
        (lambda meta: ListOf(STRING, constraints=Constraints(min=1), meta=meta), lambda _: ()),
    ],
)
def test_other_words_are_told_wherever_they_are_written(at: Any, types: Any) -> None:
    for side in ("input", "output"):
        old, new = (
            plan_of(
                tool_of(rec(req("f", at(meta)))) if side == "input" else tool_of(output=at(meta)),
                *types(meta),
            )
            for meta in (OLD, NEW)
        )
        place = "/f" if side == "input" else ""
        assert (side, place, "words-changed", "safe", ()) in found(compare(old, new))
        assert {each.kind for each in compare(old, new).changes} == {"words-changed"}
        assert compare(old, old) == PlanDiff((), ())


def test_words_that_a_use_replaces_are_told_of_nobody() -> None:
    use = Ref(0, meta=Meta("Use", "use", (Example("1"),)))
    plans = [
        received(rec(req("f", use)), named("t", Scalar("string", meta=meta))) for meta in (OLD, NEW)
    ]
    assert compare(*plans) == PlanDiff((), ())


def test_words_of_the_record_that_an_input_is() -> None:
    plans = [received(Ref(0), named("r", rec(A, meta=meta))) for meta in (OLD, NEW)]
    assert found(compare(*plans)) == [("input", "", "words-changed", "safe", ())]


SECRET = "For those with a key."


def described(*gates: Gate | None, **more: Any) -> Plan:
    texts = (SECRET, "For all.", "Last.")
    members = tuple(DescriptionMember(text, gate) for text, gate in zip(texts, gates, strict=False))
    return plan_of(tool_of(output=rec(A), descriptions=members, **more))


@pytest.mark.parametrize(
    ("old", "new", "changed", "exposed"),
    [
        ((X, None), (Y, None), (A_X,), [(A_Y,)]),
        ((X, None), (None, None), (), [()]),
        ((Every((X, Y)), None), (X, None), (A_X,), [(A_X,)]),
        ((None, None), (X, None), (), [()]),
        ((X, Y), (X, None), (), [()]),
        ((X,), (X, None), (), []),
        ((X, None), (X,), (), []),
    ],
)
def test_descriptions_are_compared_by_who_reads_them(
    old: tuple[Gate | None, ...],
    new: tuple[Gate | None, ...],
    changed: object,
    exposed: list[object],
) -> None:
    diff = compare(described(*old), described(*new))
    assert found(diff) == [(None, "", "text-changed", "safe", changed)]
    assert [each.grants for each in diff.exposures] == exposed
    assert {each.subject for each in diff.exposures} <= {"description"}


FIRST, LAST = DescriptionMember("First."), DescriptionMember("Last.")
HELD, SHUT = DescriptionMember(SECRET, X), DescriptionMember(SECRET)


@pytest.mark.parametrize(
    ("old", "new", "exposed"),
    [
        ((FIRST, SHUT), (SHUT,), [()]),
        ((replace(FIRST, gate=X), HELD, LAST), (HELD, LAST), [(A_X,)]),
        ((replace(FIRST, gate=X), HELD, LAST), (HELD, replace(FIRST, gate=X)), [(A_X,)]),
        ((FIRST, SHUT), (SHUT, FIRST), [()]),
        ((FIRST, SHUT), (LAST, SHUT), []),
        ((replace(FIRST, gate=Y), HELD, LAST), (HELD, LAST), []),
    ],
)
def test_a_description_behind_others_was_read_by_nobody(
    old: tuple[Any, ...], new: tuple[Any, ...], exposed: list[object]
) -> None:
    plans = [plan_of(tool_of(output=rec(A), descriptions=texts)) for texts in (old, new)]
    told = compare(*plans).exposures
    assert [each.grants for each in told if each.what == SECRET] == exposed


def test_gates_that_say_the_same_of_descriptions_change_nothing() -> None:
    one, other = Inverse(Every((X, Y))), Inverse(Every((Y, X)))
    assert compare(described(one, None), described(other, None)) == PlanDiff((), ())


def test_a_description_is_seen_with_its_tool() -> None:
    diff = compare(described(None, gate=Every((X, Y))), described(None, gate=X))
    assert diff.exposures == (
        Exposure("t", None, "", "tool", "t", (A_X,)),
        Exposure("t", None, "", "description", SECRET, (A_X,), ""),
        Exposure("t", "output", "/a", "field", "a", (A_X,), ""),
    )


@pytest.mark.parametrize(
    "more",
    [
        {"title": "T"},
        {"summary": "s"},
        {"category": "c"},
        {"icons": "[]"},
        {"meta": '{"a":1}'},
        {"deferred": True},
        {"dynamic": True},
        {"examples": (ToolExample("one", "{}"),)},
    ],
)
def test_whatever_else_a_listing_says_of_a_tool_is_compared(more: dict[str, Any]) -> None:
    diff = compare(plan_of(tool_of()), plan_of(tool_of(**more)))
    assert found(diff) == [(None, "", "text-changed", "safe", ())]


@pytest.mark.parametrize("name", ["icons", "meta", "deferred"])
def test_what_is_not_quoted_is_named(name: str) -> None:
    more: Any = {name: True if name == "deferred" else "[]"}
    (change,) = compare(plan_of(tool_of()), plan_of(tool_of(**more))).changes
    assert (change.kind, change.detail) == ("text-changed", name)


def test_a_tool_that_selections_leave_out_or_take_in_is_no_matter_of_texts() -> None:
    shown, left_out = plan_of(tool_of()), plan_of(tool_of(internal=True))
    assert found(compare(shown, left_out)) == [(None, "", "internal-begun", "risky", ())]
    assert found(compare(left_out, shown)) == [(None, "", "internal-ended", "risky", ())]
