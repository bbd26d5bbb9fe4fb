"""Types that get narrower, or wider, in; what breaks for callers of inputs and outputs out."""

from __future__ import annotations

import pytest

from schemac.plan.diff import compare
from schemac.plan.nodes import Anything, Constraints, MapOf, Member, Node, Ref, Scalar, TupleOf
from tests.unit.plan.plans import (
    INTEGER,
    NUMBER,
    STRING,
    X,
    lit,
    many,
    maybe,
    named,
    plan_of,
    rec,
    req,
    tool_of,
    union,
)

ANY = Anything()
PAY = rec(req("salary", INTEGER))
LONG = Scalar("string", Constraints(max=10))
TYPES = (named("any", ANY), named("pay", PAY), named("hidden", ANY, gate=X))


def _levels(old: Node, new: Node) -> tuple[str, str]:
    """Give how bad it is for an input and for an output that one becomes the other."""
    ends = [rec(req("id", STRING), req("v", part)) for part in (old, new)]
    outputs = (plan_of(tool_of(output=end), *TYPES) for end in ends)
    inputs = (plan_of(tool_of(end), *TYPES) for end in ends)
    return compare(*inputs).level, compare(*outputs).level


NARROWER: list[tuple[Node, Node]] = [
    *((STRING, Scalar(kind)) for kind in ("date", "datetime", "duration", "uuid", "decimal")),
    (STRING, Scalar("bytes", Constraints(max=8))),
    (maybe(STRING), maybe(Scalar("date"))),
    (many(STRING), many(Scalar("uuid"))),
    (MapOf(STRING, ANY), PAY),
    (MapOf(STRING, INTEGER), PAY),
    (MapOf(STRING, NUMBER), PAY),
    (MapOf(STRING, maybe(INTEGER)), PAY),
    (MapOf(STRING, Ref(0)), Ref(1)),
    (MapOf(STRING, Ref(1)), rec(req("p", Ref(1)))),
    (MapOf(STRING, STRING), rec(req("p", Scalar("date")), req("q", lit("a")))),
    (MapOf(STRING, many(ANY)), rec(req("p", many(STRING)), req("q", TupleOf((STRING,))))),
    (MapOf(STRING, MapOf(STRING, ANY)), rec(req("p", PAY), req("q", MapOf(STRING, INTEGER)))),
    (maybe(MapOf(STRING, ANY)), maybe(PAY)),
    (many(MapOf(STRING, ANY)), many(PAY)),
    (many(STRING), TupleOf((STRING, STRING))),
    (many(union(STRING, INTEGER)), TupleOf((STRING, INTEGER, lit("a")))),
    (many(ANY), TupleOf((PAY,))),
    (maybe(many(STRING)), maybe(TupleOf((STRING,)))),
]


@pytest.mark.parametrize(("old", "new"), NARROWER)
def test_a_narrower_type_breaks_inputs_only(old: Node, new: Node) -> None:
    assert _levels(old, new) == ("breaking", "safe")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (Scalar("date"), STRING, ("safe", "risky")),
        (PAY, MapOf(STRING, ANY), ("safe", "breaking")),
        (PAY, MapOf(STRING, INTEGER), ("breaking", "breaking")),
        (rec(*PAY.fields, closed=True), MapOf(STRING, INTEGER), ("safe", "breaking")),
        (rec(*PAY.fields, closed=True), MapOf(lit("b"), INTEGER), ("breaking", "breaking")),
        (PAY, MapOf(lit("salary"), ANY), ("breaking", "breaking")),
        (TupleOf((STRING, STRING)), many(STRING), ("safe", "breaking")),
        (TupleOf((STRING, INTEGER)), many(STRING), ("breaking", "breaking")),
    ],
)
def test_a_wider_type_promises_less(old: Node, new: Node, expected: tuple[str, str]) -> None:
    assert _levels(old, new) == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (LONG, Scalar("date")),
        (Scalar("date"), Scalar("datetime")),
        (INTEGER, Scalar("decimal")),
        (MapOf(STRING, STRING), PAY),
        (MapOf(lit("a"), ANY), PAY),
        (MapOf(STRING, union(STRING, Member(INTEGER, X))), PAY),
        (MapOf(STRING, union(STRING, Member(Ref(2), X))), PAY),
        (many(STRING), TupleOf((STRING, INTEGER))),
        (many(many(STRING)), TupleOf((many(INTEGER),))),
    ],
)
def test_what_does_not_fit_breaks_both(old: Node, new: Node) -> None:
    assert _levels(old, new) == ("breaking", "breaking")


def test_the_fields_of_a_record_that_was_a_map_are_compared_with_its_values() -> None:
    ends = (tool_of(output=MapOf(STRING, STRING)), tool_of(output=PAY))
    diff = compare(*(plan_of(end) for end in ends))
    assert [(each.pointer, each.kind) for each in diff.changes] == [
        ("", "type-changed"),
        ("/salary", "type-changed"),
    ]
    ends = (tool_of(output=MapOf(STRING, ANY)), tool_of(output=PAY))
    diff = compare(*(plan_of(end) for end in ends))
    assert [(each.pointer, each.kind) for each in diff.changes] == [
        ("", "type-narrowed"),
        ("/salary", "type-narrowed"),
    ]


def test_types_that_double_at_each_level_are_judged_in_steps_that_end() -> None:
    towers = [named(f"t{at}", TupleOf((Ref(at + 1), Ref(at + 1)))) for at in range(60)]
    types = (*towers, named("t60", STRING))
    lists = [named(f"l{at}", many(Ref(at + 62))) for at in range(60)]
    both = (*types, *lists, named("l60", STRING))
    ends = (tool_of(output=Ref(61)), tool_of(output=Ref(0)))
    diff = compare(*(plan_of(end, *both) for end in ends))
    assert diff.level in {"safe", "breaking"}


def test_a_map_with_many_keys_becomes_a_record_with_as_many_fields() -> None:
    names = [f"n{at}" for at in range(80)]
    keys = union(*(lit(name) for name in names))
    record = rec(*(req(name, INTEGER) for name in names))
    assert _levels(MapOf(keys, INTEGER), record) == ("breaking", "safe")


@pytest.mark.parametrize(
    ("old", "more"),
    [
        (STRING, Scalar("date")),
        (many(STRING), TupleOf((STRING, STRING))),
        (MapOf(STRING, ANY), PAY),
    ],
)
def test_what_comes_or_goes_beside_a_wider_one_that_stays_is_told(old: Node, more: Node) -> None:
    assert _levels(old, union(old, more)) == ("safe", "risky")
    assert _levels(union(old, more), old) == ("breaking", "safe")
    for ends in ((old, union(old, more)), (union(old, more), old)):
        diff = compare(*(plan_of(tool_of(output=rec(req("v", end)))) for end in ends))
        assert diff.changes != ()
