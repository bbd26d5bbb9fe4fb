"""Types that get narrower in; the names and values that the narrower one shows, out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

import pytest

from schemac.plan.diff import Exposure, PlanDiff, compare
from schemac.plan.gates import Every, Inverse
from schemac.plan.nodes import Anything, Constraints, MapOf, Member, Meta, Ref, Scalar, TupleOf
from tests.unit.plan.plans import (
    ATOMS,
    BOOLEAN,
    INTEGER,
    NULL,
    NUMBER,
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

if TYPE_CHECKING:
    from schemac.plan.nodes import NamedType, Node, ScalarKind

    Told: TypeAlias = "list[tuple[str, str, str, object]]"

A_X, A_Y, _ = ATOMS
ANY = Anything()
TEXT_KINDS: tuple[ScalarKind, ...] = ("date", "datetime", "duration", "uuid", "decimal", "bytes")
PAY = rec(req("salary", INTEGER))
CODE = lit("merger_2027")
SALARY = ("/salary", "field", "salary", ())
MERGER = ("", "value", '"merger_2027"', ())


def both(old: Node, new: Node, *types: NamedType) -> tuple[PlanDiff, PlanDiff]:
    """Compare two types of a field as an output and as an input."""
    ends = [rec(req("id", STRING), req("v", part)) for part in (old, new)]
    outputs = [plan_of(tool_of(output=end), *types) for end in ends]
    inputs = [plan_of(tool_of(end), *types) for end in ends]
    return compare(*outputs), compare(*inputs)


def told(old: Node, new: Node, *types: NamedType) -> Told:
    """Give what is told of a field whose type becomes another, on either side, from there."""
    output, received = (_told(diff, "/v") for diff in both(old, new, *types))
    assert output == received
    return output


def _told(diff: PlanDiff, at: str) -> Told:
    return [
        (each.pointer.removeprefix(at), each.subject, each.what, each.grants)
        for each in diff.exposures
        if each.within is None
    ]


NARROWED: list[tuple[Node, Node, Told]] = [
    (ANY, PAY, [SALARY]),
    (
        ANY,
        rec(req("salary", INTEGER), opt("bonus", INTEGER)),
        [SALARY, ("/bonus", "field", "bonus", ())],
    ),
    (ANY, maybe(PAY), [SALARY]),
    (ANY, CODE, [MERGER]),
    (ANY, maybe(CODE), [MERGER]),
    (ANY, union(lit("a"), lit(2)), [("", "value", '"a"', ()), ("", "value", "2", ())]),
    (ANY, rec(req("in", PAY)), [("/in", "field", "in", ())]),
    (ANY, rec(req("kind", CODE)), [("/kind", "field", "kind", ())]),
    (ANY, many(PAY), [("/*/salary", "field", "salary", ())]),
    (ANY, many(many(CODE)), [("/*/*", "value", '"merger_2027"', ())]),
    (ANY, TupleOf((STRING, PAY)), [("/1/salary", "field", "salary", ())]),
    (ANY, MapOf(STRING, PAY), [("/*/salary", "field", "salary", ())]),
    (ANY, MapOf(CODE, STRING), [("/@key", "value", '"merger_2027"', ())]),
    (ANY, union(STRING, many(PAY)), [("/*/salary", "field", "salary", ())]),
    (ANY, union(STRING, PAY), [("", "variant", "{salary}", ())]),
    (
        ANY,
        union(PAY, rec(req("p", INTEGER))),
        [("", "variant", "{salary}", ()), ("", "variant", "{p}", ())],
    ),
    (maybe(ANY), PAY, [SALARY]),
    (union(ANY, STRING), PAY, [SALARY]),
    (union(ANY, PAY), PAY, [SALARY]),
    (union(STRING, CODE), CODE, [MERGER]),
    (STRING, CODE, [MERGER]),
    (STRING, maybe(CODE), [MERGER]),
    (STRING, union(CODE, BOOLEAN), [MERGER, ("", "variant", "boolean", ())]),
    (union(STRING, BOOLEAN), union(CODE, BOOLEAN), [MERGER]),
    (replace(STRING, constraints=Constraints(min=1)), CODE, [MERGER]),
    (INTEGER, union(lit(1), lit(2)), [("", "value", "1", ()), ("", "value", "2", ())]),
    (NUMBER, lit(1), [("", "value", "1", ())]),
    (NUMBER, lit(1.5), [("", "value", "1.5", ())]),
    (many(ANY), many(PAY), [("/*/salary", "field", "salary", ())]),
    (many(STRING), many(CODE), [("/*", "value", '"merger_2027"', ())]),
    (TupleOf((ANY,)), TupleOf((PAY,)), [("/0/salary", "field", "salary", ())]),
    (MapOf(STRING, ANY), MapOf(STRING, PAY), [("/*/salary", "field", "salary", ())]),
    (MapOf(STRING, INTEGER), MapOf(CODE, INTEGER), [("/@key", "value", '"merger_2027"', ())]),
    (MapOf(STRING, INTEGER), PAY, [SALARY]),
    (MapOf(STRING, ANY), PAY, [SALARY]),
    (MapOf(lit("salary"), INTEGER), PAY, []),
    (MapOf(union(lit("other"), lit("salary")), ANY), PAY, []),
    (MapOf(lit("other"), ANY), PAY, [SALARY]),
    (maybe(MapOf(STRING, ANY)), maybe(PAY), [SALARY]),
    (MapOf(STRING, ANY), maybe(PAY), [SALARY]),
    (MapOf(STRING, ANY), rec(req("r", PAY)), [("/r", "field", "r", ())]),
    (MapOf(STRING, STRING), PAY, [SALARY]),
    (
        MapOf(STRING, ANY),
        union(PAY, STRING),
        [("", "variant", "{salary}", ()), ("", "variant", "string", ())],
    ),
    (many(ANY), TupleOf((PAY, CODE)), [("/0/salary", "field", "salary", ()), ("/1", *MERGER[1:])]),
    (many(STRING), TupleOf((STRING, CODE)), [("/1", *MERGER[1:])]),
    (many(STRING), TupleOf((STRING, INTEGER)), [("/1", "variant", "integer", ())]),
    (rec(req("r", ANY)), rec(req("r", PAY)), [("/r/salary", "field", "salary", ())]),
]


@pytest.mark.parametrize(("old", "new", "expected"), NARROWED)
def test_a_narrower_type_shows_its_names(old: Node, new: Node, expected: Told) -> None:
    assert told(old, new) == expected


@pytest.mark.parametrize(("old", "new", "expected"), NARROWED)
def test_and_so_it_does_through_names(old: Node, new: Node, expected: Told) -> None:
    types = [(named("n", part), named("page", many(Ref(0)), arguments="n")) for part in (old, new)]
    for use, at in ((Ref(0), ""), (Ref(1), "/*"), (rec(req("w", Ref(1))), "/w/*")):
        plans = (plan_of(tool_of(output=rec(req("v", use))), *each) for each in types)
        found = _told(compare(*plans), f"/v{at}")
        named_now = [
            (*each[:2], "{salary}" if each[2] == "n" else each[2], each[3]) for each in found
        ]
        assert named_now == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *((ANY, each) for each in (ANY, STRING, NUMBER, BOOLEAN, NULL, many(STRING), rec())),
        *((ANY, each) for each in (MapOf(STRING, ANY), TupleOf((STRING, ANY)), maybe(STRING))),
        (ANY, union(STRING, INTEGER, many(INTEGER))),
        (ANY, union(lit(value=True), lit(value=False))),
        (ANY, union(lit("a"), ANY)),
        (NUMBER, INTEGER),
        *((STRING, Scalar(kind)) for kind in TEXT_KINDS),
        *((maybe(STRING), maybe(Scalar(kind))) for kind in TEXT_KINDS),
        (many(STRING), many(Scalar("uuid"))),
        (many(STRING), TupleOf((STRING, STRING))),
        (maybe(many(STRING)), maybe(TupleOf((STRING, Scalar("date"))))),
        (MapOf(STRING, STRING), MapOf(STRING, Scalar("date"))),
        (BOOLEAN, lit(value=True)),
        (many(ANY), many(union(STRING, many(STRING)))),
        (union(many(union(STRING, INTEGER)), Member(ANY, X)), many(union(STRING, INTEGER))),
        (PAY, PAY),
        (union(CODE, lit("b")), CODE),
        (union(CODE, STRING), STRING),
        (rec(*PAY.fields, req("more", CODE)), PAY),
    ],
)
def test_where_no_name_is_new_nothing_is(old: Node, new: Node) -> None:
    assert told(old, new) == []


def test_one_of_two_booleans_is_a_value() -> None:
    assert told(ANY, lit(value=True)) == [("", "value", "true", ())]
    only_x = union(lit(value=True), Member(lit(value=False), X))
    assert told(ANY, only_x) == [("", "value", "true", ())]
    worded = replace(lit(value=True), meta=Meta("Yes"))
    assert len(told(ANY, union(worded, lit(value=False)))) == 2


OLD_X = union(STRING, Member(ANY, X))
GATED: list[tuple[Node, Node, Told]] = [
    (ANY, rec(*PAY.fields, opt("s", STRING, X)), [SALARY, ("/s", "field", "s", (A_X,))]),
    (
        ANY,
        union(Member(PAY, X), Member(CODE, Y)),
        [("", "variant", "{salary}", (A_X,)), (*MERGER[:3], (A_Y,))],
    ),
    (STRING, union(Member(CODE, X), lit("b")), [(*MERGER[:3], (A_X,)), ("", "value", '"b"', ())]),
    (STRING, union(CODE, Member(STRING, X)), [MERGER]),
    (STRING, union(CODE, Member(STRING, Inverse(X))), [(*MERGER[:3], (A_X,))]),
    (union(CODE, Member(STRING, X)), CODE, [(*MERGER[:3], (A_X,))]),
    (
        union(CODE, Member(STRING, X)),
        union(CODE, Member(STRING, Y)),
        [(*MERGER[:3], (A_X,)), ("", "variant", "string", (A_Y,))],
    ),
    (union(PAY, Member(ANY, X)), PAY, [("/salary", "field", "salary", (A_X,))]),
    (
        union(PAY, Member(ANY, X)),
        union(PAY, STRING),
        [("", "variant", "{salary}", (A_X,)), ("", "variant", "string", ())],
    ),
    (OLD_X, union(STRING, PAY), [("", "variant", "{salary}", ())]),
    (OLD_X, union(STRING, Member(PAY, Every((X, Y)))), [("", "variant", "{salary}", (A_X, A_Y))]),
    (OLD_X, union(STRING, INTEGER), [("", "variant", "integer", ())]),
    (OLD_X, union(STRING, Member(INTEGER, X)), []),
    (OLD_X, many(STRING), [("", "variant", "list", ())]),
    (OLD_X, many(PAY), [("", "variant", "list", ()), ("/*/salary", "field", "salary", ())]),
]


@pytest.mark.parametrize(("old", "new", "expected"), GATED)
def test_who_was_shown_a_name_is_told_of_it_no_more(old: Node, new: Node, expected: Told) -> None:
    assert told(old, new) == expected


def test_a_gate_on_untyped_that_goes_with_it() -> None:
    ends = (rec(opt("v", ANY, X), req("id", STRING)), rec(opt("v", PAY), req("id", STRING)))
    diff = compare(*(plan_of(tool_of(output=end)) for end in ends))
    assert diff.exposures == (
        Exposure("t", "output", "/v", "field", "v", ()),
        Exposure("t", "output", "/v", "variant", "{salary}", (), "/v"),
        Exposure("t", "output", "/v/salary", "field", "salary", ()),
    )


def test_a_whole_output_that_was_untyped() -> None:
    diff = compare(*(plan_of(tool_of(output=end)) for end in (ANY, PAY)))
    assert [(each.pointer, each.what) for each in diff.exposures] == [("/salary", "salary")]
    assert [(each.kind, each.level) for each in diff.changes] == [("type-narrowed", "safe")]


def test_what_is_inside_a_new_name_is_told_as_inside_of_it() -> None:
    inner = rec(req("base", INTEGER), req("code", CODE), opt("s", STRING, X))
    assert both(ANY, rec(req("pay", inner)))[0].exposures == (
        Exposure("t", "output", "/v/pay", "field", "pay", ()),
        Exposure("t", "output", "/v/pay/base", "field", "base", (), "/v/pay"),
        Exposure("t", "output", "/v/pay/code", "field", "code", (), "/v/pay"),
        Exposure("t", "output", "/v/pay/s", "field", "s", (A_X,)),
        Exposure("t", "output", "/v/pay/code", "value", '"merger_2027"', (), "/v/pay/code"),
    )


def test_a_type_that_holds_itself_ends() -> None:
    tree = named("tree", rec(req("salary", INTEGER), opt("kids", many(Ref(0)))))
    assert [(each[0], each[2]) for each in told(ANY, Ref(0), tree)] == [
        ("/salary", "salary"),
        ("/kids", "kids"),
    ]


@pytest.mark.parametrize("new", [PAY, CODE, many(PAY), union(PAY, CODE), MapOf(CODE, ANY)])
def test_a_name_that_is_shown_changes_nothing_for_who_calls(new: Node) -> None:
    output, received = both(ANY, new)
    assert output.exposures
    assert {each.level for each in output.changes} == {"safe"}
    assert {each.level for each in received.changes} == {"breaking"}
