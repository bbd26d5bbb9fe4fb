"""Two plans in; what is seen beside and inside of what else is newly seen, out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from schemac.plan.diff import Exposure, PlanDiff, compare
from schemac.plan.gates import Every, Some
from schemac.plan.model import DescriptionMember
from schemac.plan.nodes import (
    Anything,
    Constraints,
    MapOf,
    Member,
    Meta,
    Node,
    Ref,
    Scalar,
    TupleOf,
)
from schemac.report.changes import change_diagnostics, render_changes, render_changes_markdown
from tests.unit.plan.plans import (
    ATOMS,
    BOOLEAN,
    INTEGER,
    NULL,
    NUMBER,
    STRING,
    X,
    Y,
    Z,
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

A_X, A_Y, A_Z = ATOMS
A = req("a", STRING)


def outputs(old: Node, new: Node) -> PlanDiff:
    return compare(plan_of(tool_of(output=old)), plan_of(tool_of(output=new)))


def told(diff: PlanDiff) -> list[tuple[str, str, object]]:
    return [(each.pointer, each.what, each.grants) for each in diff.exposures if not each.within]


def opened(old: Node, new: Node) -> PlanDiff:
    """Compare what a tool gave for y with what it gives for x too."""
    before = tool_of(output=old, gate=Y)
    after = tool_of(output=new, gate=Some((X, Y)))
    return compare(plan_of(before), plan_of(after))


def apart(diff: PlanDiff) -> list[tuple[str, object]]:
    """Give what is told beside the tool."""
    return [
        (each.pointer, each.grants)
        for each in diff.exposures
        if each.within is None and each.subject != "tool"
    ]


def test_who_had_the_tool_is_told_apart_of_what_it_shows_now() -> None:
    diff = opened(rec(A, opt("s", STRING, Z)), rec(A, opt("s", STRING)))
    assert diff.exposures == (
        Exposure("t", None, "", "tool", "t", (A_X,)),
        Exposure("t", "output", "/a", "field", "a", (A_X,), ""),
        Exposure("t", "output", "/s", "field", "s", (A_X,), ""),
        Exposure("t", "output", "/s", "field", "s", (A_Y,)),
    )
    assert (
        "exposure  output `/s`: field `s` is visible now, "
        f"for callers with `{A_Y.predicate}:{A_Y.flag}`"
    ) in render_changes(diff)
    assert "| output `/s` |" in render_changes_markdown(diff)
    assert len(change_diagnostics(diff, lambda _: None)) == 2


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (rec(A), rec(A, opt("s", STRING)), [("/s", (A_Y,))]),
        (
            rec(A, opt("r", rec(opt("s", STRING)), Z)),
            rec(A, opt("r", rec(opt("s", STRING)))),
            [("/r", (A_Y,))],
        ),
        (
            rec(A, opt("r", rec(A, opt("s", STRING, Z)))),
            rec(A, opt("r", rec(A, opt("s", STRING)))),
            [("/r/s", (A_Y,))],
        ),
        (
            rec(A, opt("l", many(rec(A, opt("s", STRING, Z))))),
            rec(A, opt("l", many(rec(A, opt("s", STRING))))),
            [("/l/*/s", (A_Y,))],
        ),
        (
            rec(req("v", union(STRING, Member(INTEGER, Z)))),
            rec(req("v", union(STRING, INTEGER))),
            [("/v", (A_Y,))],
        ),
        (
            rec(req("v", union(lit("a"), Member(lit("b"), Z)))),
            rec(req("v", union(lit("a"), lit("b")))),
            [("/v", (A_Y,))],
        ),
        (rec(A, opt("s", STRING)), rec(A, opt("s", STRING)), []),
        (
            rec(A, opt("s", STRING, Z)),
            rec(A, opt("s", STRING, Some((X, Z)))),
            [("/s", (A_X,))],
        ),
    ],
)
def test_what_is_around_implies_only_what_nobody_in_it_lacked(
    old: Node, new: Node, expected: list[tuple[str, object]]
) -> None:
    assert apart(opened(old, new)) == expected


def test_a_wider_field_hides_no_field_inside_it() -> None:
    old = rec(A, opt("r", rec(A, opt("s", STRING, Z)), Y))
    new = rec(A, opt("r", rec(A, opt("s", STRING)), Some((X, Y))))
    assert told(outputs(old, new)) == [("/r", "r", (A_X,)), ("/r/s", "s", (A_Y,))]


def test_a_description_that_a_wider_tool_shows_too_is_told_apart() -> None:
    old = tool_of(output=rec(A), gate=Y, descriptions=(DescriptionMember("Secret.", Z),))
    new = replace(old, gate=Some((X, Y)), descriptions=(DescriptionMember("Secret.", None),))
    diff = compare(plan_of(old), plan_of(new))
    assert [
        (each.grants, each.within) for each in diff.exposures if each.subject == "description"
    ] == [((A_X,), ""), ((A_Y,), None)]


def test_one_new_variant_hides_no_other_at_its_place() -> None:
    old = rec(req("v", union(STRING, rec(A, opt("s", STRING, X)))))
    new = rec(req("v", union(STRING, rec(A, opt("s", STRING)), INTEGER)))
    assert told(outputs(old, new)) == [("/v/s", "s", ()), ("/v", "integer", ())]


RECORD = rec(req("z", STRING))
ANY_MAP, ANY_LIST, ANY_TUPLE = MapOf(STRING, Anything()), many(Anything()), TupleOf((Anything(),))


@pytest.mark.parametrize(
    ("old", "new", "label"),
    [
        *(
            (old, new, label)
            for old in (STRING, INTEGER, BOOLEAN, NULL, lit(1), RECORD, TupleOf(()))
            for new, label in ((ANY_MAP, "map"), (ANY_LIST, "list"), (Anything(), "untyped"))
        ),
        (RECORD, ANY_TUPLE, "tuple"),
        (many(STRING), RECORD, "{z}"),
        (INTEGER, lit("admin_only"), '"admin_only"'),
        (NULL, lit("admin_only"), '"admin_only"'),
        (RECORD, lit("admin_only"), '"admin_only"'),
        (lit(1), lit("admin_only"), '"admin_only"'),
        (RECORD, STRING, "string"),
    ],
)
def test_a_type_alone_that_becomes_another_is_seen(old: Node, new: Node, label: str) -> None:
    assert ("/v", label, ()) in told(outputs(rec(req("v", old)), rec(req("v", new))))
    assert ("/v/*", label, ()) in told(outputs(rec(req("v", many(old))), rec(req("v", many(new)))))
    assert ("", label, ()) in told(outputs(old, new))
    gated = (rec(A, opt("v", each, X)) for each in (old, new))
    assert ("/v", label, (A_X,)) in told(outputs(*gated))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (STRING, INTEGER, ["integer"]),
        (INTEGER, NUMBER, ["number"]),
        (NUMBER, INTEGER, []),
        (maybe(INTEGER), maybe(NUMBER), ["number"]),
        (NULL, STRING, ["string"]),
        (STRING, NULL, []),
        (Anything(), MapOf(STRING, Anything()), []),
        (lit("a"), lit("b"), ['"b"']),
    ],
)
def test_a_type_alone_is_seen_like_a_variant(old: Node, new: Node, expected: list[str]) -> None:
    assert [
        what for _, what, _ in told(outputs(rec(req("v", old)), rec(req("v", new))))
    ] == expected


def test_an_item_more_in_a_tuple_is_seen_like_a_field() -> None:
    old, new = TupleOf((STRING,)), TupleOf((STRING, rec(A, opt("s", STRING, X))))
    assert outputs(rec(req("v", old)), rec(req("v", new))).exposures == (
        Exposure("t", "output", "/v/1", "item", "1", ()),
        Exposure("t", "output", "/v/1/a", "field", "a", (), "/v/1"),
        Exposure("t", "output", "/v/1/s", "field", "s", (A_X,)),
    )
    assert outputs(rec(req("v", new)), rec(req("v", old))).exposures == ()
    assert outputs(rec(req("v", Anything())), rec(req("v", new))).exposures == (
        Exposure("t", "output", "/v/1/a", "field", "a", ()),
        Exposure("t", "output", "/v/1/s", "field", "s", (A_X,)),
    )


def test_untyped_inside_what_is_new_is_told_as_inside() -> None:
    diff = outputs(rec(A), rec(A, opt("m", MapOf(STRING, Anything()))))
    assert diff.exposures == (
        Exposure("t", "output", "/m", "field", "m", ()),
        Exposure("t", "output", "/m/*", "variant", "untyped", (), "/m"),
    )


def test_an_unseen_half_is_no_sight() -> None:
    old, new = rec(A, opt("v", STRING, Every((X, Y)))), rec(A, opt("v", ANY_LIST, X))
    assert [(each.what, each.grants) for each in outputs(old, new).exposures] == [
        ("v", (A_X,)),
        ("list", (A_X,)),
        ("untyped", (A_X,)),
    ]


def test_a_type_that_a_name_leads_to_is_seen_as_well() -> None:
    types = (named("t", MapOf(STRING, Anything())), named("u", rec(A)))
    old = plan_of(tool_of(output=rec(req("v", Ref(1)))), *types)
    new = plan_of(tool_of(output=rec(req("v", Ref(0)))), *types)
    assert ("/v", "map", ()) in told(compare(old, new))


@pytest.mark.parametrize("literal", [lit("a"), replace(lit("a"), meta=Meta("A"))])
def test_a_literal_that_its_type_beside_it_takes_in_is_not_told(literal: Node) -> None:
    old = rec(A)
    new = rec(A, opt("v", union(Member(literal, X), Member(STRING, Y), BOOLEAN)))
    assert told(outputs(old, new)) == [
        ("/v", "v", ()),
        ("/v", '"a"', (A_X,)),
        ("/v", "string", (A_Y,)),
    ]
    bare = rec(A, opt("v", union(Member(literal, X), STRING, BOOLEAN)))
    assert {each.what for each in outputs(old, bare).exposures} == {"v", "string", "boolean"}
    bounded = Scalar("string", Constraints(min=1))
    more = rec(A, opt("v", union(Member(literal, X), bounded, BOOLEAN)))
    assert {each.what for each in outputs(old, more).exposures} == {"v", "string", "boolean", '"a"'}
