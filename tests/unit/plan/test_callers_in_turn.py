"""One plan and callers one after the other in, what each would see of a plan of its own out."""

from __future__ import annotations

from itertools import permutations

import pytest

from schemac.plan.gates import OnSide
from schemac.plan.nodes import (
    Constraints,
    Example,
    MapOf,
    Member,
    Meta,
    NamedType,
    Node,
    Ref,
    Scalar,
    TupleOf,
)
from schemac.plan.view import view_tool
from tests.unit.plan.plans import (
    INTEGER,
    NULL,
    STRING,
    X,
    Y,
    defaulted,
    granted,
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

WORDS = Meta("t", examples=(Example('"1"', X), Example('"2"')))
WORDED = Scalar("string", meta=WORDS)
GATED = union(STRING, Member(INTEGER, X))
TYPES = (
    named("gated", GATED),
    named("kind", rec(opt("a", STRING, X), opt("b", STRING))),
    named("whole", rec(opt("a", STRING), opt("b", STRING)), gate=X),
    named("outer", rec(opt("in", Ref(1)), opt("w", Ref(2)), opt("b", INTEGER))),
    named("tree", rec(opt("kids", many(Ref(4))), opt("cost", INTEGER, X), opt("n", STRING))),
    named("free", union(STRING, many(INTEGER))),
)


@pytest.mark.parametrize(
    "inner",
    [
        GATED,
        maybe(GATED),
        union(GATED, NULL),
        union(union(GATED, lit(value=True)), NULL),
        many(GATED),
        many(many(GATED)),
        MapOf(STRING, GATED),
        MapOf(union(lit("k"), Member(lit("l"), X)), STRING),
        TupleOf((STRING, GATED)),
        rec(opt("a", STRING, X), opt("b", STRING)),
        rec(opt("in", rec(opt("a", STRING, X), opt("b", STRING)))),
        many(rec(opt("in", rec(opt("a", STRING, X), opt("b", STRING))))),
        rec(opt("r", STRING, OnSide("output"), read_only=True), opt("b", STRING)),
        rec(opt("r", STRING, OnSide("input"), write_only=True), opt("b", STRING)),
        rec(defaulted("a", STRING, '"d"', X)),
        rec(opt("hidden", GATED, Y), opt("b", union(STRING, union(INTEGER, lit("a"))))),
        union(rec(opt("a", STRING, X), opt("b", STRING)), INTEGER),
        union(union(rec(opt("a", STRING, X), opt("b", STRING)), INTEGER), NULL),
        union(union(many(GATED), INTEGER), NULL),
        rec(opt("a", union(STRING, INTEGER, meta=Meta("t", examples=(Example("1", X),))))),
        many(union(union(STRING, INTEGER, meta=Meta(examples=(Example("1", X),))), NULL)),
        many(WORDED),
        many(many(WORDED)),
        MapOf(WORDED, STRING),
        MapOf(STRING, WORDED),
        TupleOf((WORDED, STRING)),
        union(WORDED, INTEGER),
        many(union(WORDED, INTEGER)),
        rec(opt("a", WORDED), opt("b", many(Ref(5, meta=WORDS)))),
        Ref(0),
        many(Ref(0)),
        union(Ref(0), NULL),
        many(union(union(Ref(0), NULL), lit(value=True))),
        rec(opt("k", Ref(1)), opt("s", Ref(5))),
        many(rec(opt("k", Ref(1)))),
        union(Ref(1), STRING),
        union(union(many(Ref(2)), STRING), NULL),
        many(union(union(Ref(2), STRING), NULL)),
        rec(opt("v", maybe(Ref(2))), opt("b", STRING)),
        MapOf(STRING, maybe(Ref(0, Constraints(max=5)))),
        TupleOf((Ref(5), Ref(3))),
        rec(opt("o", Ref(3)), opt("t", many(Ref(4)))),
    ],
)
def test_nobody_sees_less_or_more_for_who_came_before(inner: Node) -> None:
    tool = tool_of(rec(opt("v", inner)), rec(opt("v", inner), req("z", STRING)))
    callers = [granted(), granted(X), granted(Y)]
    alone = [view_tool(plan_of(tool, *TYPES), tool, answers) for answers in callers]
    assert None not in alone
    for order in permutations(range(len(callers))):
        plan = plan_of(tool, *TYPES)
        for at in (*order, *order):
            assert view_tool(plan, tool, callers[at]) == alone[at]


@pytest.mark.parametrize(
    "holder", [many(Ref(0)), union(many(Ref(0)), STRING), rec(opt("in", union(Ref(0), NULL)))]
)
def test_what_stands_in_a_type_that_is_used_twice(holder: Node) -> None:
    types: tuple[NamedType, ...] = (
        named("kind", rec(opt("a", STRING, X), opt("b", STRING))),
        named("holder", holder),
    )
    first = tool_of(rec(opt("v", Ref(1)), opt("w", many(Ref(1)))), Ref(1))
    plan = plan_of(first, *types)
    for answers in (granted(X), granted(), granted(X)):
        own = view_tool(plan_of(first, *types), first, answers)
        assert view_tool(plan, first, answers) == own
