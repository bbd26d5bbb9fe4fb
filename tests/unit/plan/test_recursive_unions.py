"""Named unions as members of unions in, whether they give their members or stay names out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from schemac.plan.cut import Cutter
from schemac.plan.facts import facts
from schemac.plan.model import Shape
from schemac.plan.nodes import (
    Anything,
    Constraints,
    Example,
    MapOf,
    Member,
    Meta,
    NamedType,
    Node,
    Ref,
    TupleOf,
)
from schemac.plan.splice import Part
from tests.unit.plan.plans import (
    BOOLEAN,
    INTEGER,
    NULL,
    STRING,
    X,
    Y,
    granted,
    lit,
    many,
    maybe,
    named,
    opt,
    output_shape,
    plan_of,
    rec,
    req,
    tool_of,
    union,
)

if TYPE_CHECKING:
    from schemac.plan.gates import Asked

ANYTHING = Anything()
USED = union(Ref(0), BOOLEAN)
HIDDEN = union(Member(STRING, X))
OTHERS = (
    named("endless", union(lit("e"), many(Ref(1)))),
    named("gated", union(lit("g"), Member(lit("h"), X))),
    named("record", rec(opt("up", Ref(0)), opt("x", STRING, Y))),
)


def shown(body: Node, *grants: object) -> Node | None:
    """Give what is left of a union of the body's name and `bool`."""
    answers = granted(X) if X in grants else granted()
    shape = output_shape(USED, named("u", body), *OTHERS, answers=answers)
    return None if shape is None else shape.root


def test_one_without_end_stays_a_name_for_everyone() -> None:
    assert shown(union(STRING, many(Ref(0)))) == USED
    assert shown(union(STRING, many(Ref(0))), X) == USED


@pytest.mark.parametrize(
    ("body", "without"),
    [
        (union(STRING, Member(many(Ref(0)), X)), union(STRING, BOOLEAN)),
        (union(Member(many(Ref(0)), X), STRING), union(STRING, BOOLEAN)),
        (
            union(STRING, rec(opt("next", Ref(0), X), opt("b", STRING))),
            union(STRING, rec(opt("b", STRING)), BOOLEAN),
        ),
        (
            union(rec(opt("b", STRING), opt("next", Ref(0), X)), STRING),
            union(rec(opt("b", STRING)), STRING, BOOLEAN),
        ),
        (union(STRING, TupleOf((HIDDEN, Ref(0)))), union(STRING, BOOLEAN)),
        (union(TupleOf((Ref(0), HIDDEN)), STRING), union(STRING, BOOLEAN)),
        (
            union(STRING, INTEGER, TupleOf((HIDDEN, Ref(0)))),
            union(STRING, INTEGER, BOOLEAN),
        ),
        (
            union(STRING, INTEGER, MapOf(HIDDEN, Ref(0)), many(TupleOf((Ref(0), HIDDEN)))),
            union(STRING, INTEGER, BOOLEAN),
        ),
        (union(STRING, MapOf(HIDDEN, Ref(0))), union(STRING, BOOLEAN)),
        (
            union(STRING, many(union(INTEGER, Member(Ref(0), X)))),
            union(STRING, many(INTEGER), BOOLEAN),
        ),
        (
            union(STRING, Member(many(Ref(0)), X), many(Ref(1))),
            union(STRING, many(Ref(1)), BOOLEAN),
        ),
        (
            union(STRING, Member(many(Ref(0)), X), many(Ref(2))),
            union(STRING, many(Ref(2)), BOOLEAN),
        ),
        (
            union(STRING, Member(rec(req("r", Ref(3)), opt("b", STRING)), X)),
            union(STRING, BOOLEAN),
        ),
    ],
)
def test_one_that_ends_for_some_gives_its_members_to_them(body: Node, without: Node) -> None:
    assert shown(body) == without
    assert shown(body, X) == USED


def test_the_way_back_may_lead_through_other_names() -> None:
    types = (
        named("u", union(STRING, many(Ref(1)))),
        named("mid", rec(opt("deep", many(Ref(2))), opt("s", STRING))),
        named("low", rec(opt("up", Ref(0), X), opt("own", maybe(Ref(3))), opt("s", STRING))),
        named("free", rec(opt("again", Ref(3)), opt("s", STRING))),
    )
    with_x = output_shape(USED, *types, answers=granted(X))
    assert with_x is not None
    assert with_x.root == USED
    without = output_shape(USED, *types)
    assert without is not None
    assert without.root == union(STRING, many(Ref(1)), BOOLEAN)


def test_each_root_is_judged_by_what_it_reaches() -> None:
    types = (
        named("u", union(STRING, Member(many(Ref(0)), X))),
        named("v", union(INTEGER, Member(many(Ref(1)), X))),
    )
    plan = plan_of(tool_of(), *types)
    cutter = Cutter(plan.types, facts(plan), granted(X), "output")
    roots = (union(Ref(0), BOOLEAN), union(Ref(1), BOOLEAN))
    for root in roots:
        cutter.look_below(root)
        shape = cutter.shape(root)
        assert shape is not None
        assert shape.root == root


@pytest.mark.parametrize(
    ("written", "name", "arguments"),
    [("Pair[A, B[C]]", "Pair", "A, B[C]"), ("Pair", "Pair", ""), (None, "t", "X, Y")],
)
def test_a_name_is_shown_as_every_caller_may_read_it(
    written: str | None, name: str, arguments: str
) -> None:
    body = rec(opt("b", STRING))
    type_ = NamedType("t", body, "X, Y", "f.py", "C", None, None, written)
    shape = output_shape(Ref(0), type_)
    assert shape == Shape(Ref(0), {0: NamedType(name, body, arguments, "f.py", "C")})


def test_null_is_a_member_like_others_of_a_union_that_stays() -> None:
    assert shown(union(STRING, NULL, many(Ref(0)))) == USED


SAID = Meta("s", "d", (Example("1"),), deprecated=True)
LISTS = many(Ref(0))
USE = Meta("u", examples=(Example("2"),))


@pytest.mark.parametrize("untyped", [ANYTHING, Ref(1), union(ANYTHING, STRING), union(Ref(1))])
@pytest.mark.parametrize("others", [(LISTS,), (STRING, LISTS), (rec(opt("next", Ref(0))), LISTS)])
def test_one_that_takes_everything_covers_the_rest_with_its_words(
    untyped: Node, others: tuple[Node, ...]
) -> None:
    for members in ((untyped, *others), (*others, untyped)):
        types = (named("u", union(*members, meta=SAID)), named("any", ANYTHING))
        for used in (Ref(0), union(Ref(0), STRING), union(INTEGER, union(Ref(0)))):
            assert shown_of(union(used, BOOLEAN), *types) == Anything(SAID)
        worded = Meta("u", "d", USE.examples, deprecated=True)
        assert shown_of(union(Ref(0, meta=USE), BOOLEAN), *types) == Anything(worded)


def shown_of(node: Node, *types: NamedType, grants: tuple[Asked, ...] = ()) -> Node | None:
    shape = output_shape(node, *types, answers=granted(*grants))
    return None if shape is None else shape.root


def test_words_about_everything_are_joined_from_the_inside_out() -> None:
    types = (
        named("u", union(Ref(1, meta=Meta("of u")), LISTS, meta=Meta(description="u"))),
        named("v", union(union(Ref(2), STRING, meta=Meta("in v", "in v")), many(Ref(1)))),
        named("any", ANYTHING),
    )
    assert shown_of(union(Ref(0), BOOLEAN), *types) == Anything(Meta("of u", "u"))
    assert shown_of(union(Ref(1), BOOLEAN), *types) == Anything(Meta("in v", "in v"))


def test_what_is_hidden_of_everything_covers_nothing() -> None:
    examples = (Example("1", Y), Example("2"))
    types = (
        named("u", union(Member(Ref(1), X), STRING, LISTS, meta=Meta("u", examples=examples))),
        named("any", ANYTHING),
        named("secret", ANYTHING, gate=X),
        named("w", union(Ref(2), STRING, many(Ref(3)))),
    )
    hidden = Meta("u", examples=(Example("2"),))
    assert shown_of(union(Ref(0), BOOLEAN), *types) == union(Ref(0), BOOLEAN)
    assert shown_of(union(Ref(0), BOOLEAN), *types, grants=(X,)) == Anything(hidden)
    assert shown_of(union(Ref(3), BOOLEAN), *types) == union(Ref(3), BOOLEAN)
    assert shown_of(union(Ref(3), BOOLEAN), *types, grants=(X,)) == ANYTHING


@pytest.mark.parametrize("on_use", [True, False])
def test_hidden_words_of_everything_itself_stay_hidden(on_use: bool) -> None:  # noqa: FBT001 - either
    words = Meta("e", examples=(Example("1", Y), Example("2")))
    member: Node = Ref(1, meta=words) if on_use else Anything(words)
    types = (named("u", union(member, STRING, LISTS)), named("any", ANYTHING))
    for used in (Ref(0), union(Ref(0), STRING)):
        node = union(used, BOOLEAN)
        assert shown_of(node, *types) == Anything(Meta("e", examples=(Example("2"),)))
        opened = Meta("e", examples=(Example("1"), Example("2")))
        assert shown_of(node, *types, grants=(Y,)) == Anything(opened)


def test_hidden_words_of_a_use_take_nothing_from_what_it_names() -> None:
    words = Meta("e", examples=(Example("1", Y),))
    said = Meta("a", examples=(Example("3"),))
    types = (named("u", union(Ref(1, meta=words), STRING, LISTS)), named("any", Anything(said)))
    node = union(Ref(0), BOOLEAN)
    assert shown_of(node, *types) == Anything(Meta("e", examples=(Example("3"),)))
    opened = Meta("e", examples=(Example("1"),))
    assert shown_of(node, *types, grants=(Y,)) == Anything(opened)


def test_everything_is_found_behind_any_number_of_names() -> None:
    length = 1000
    types = [
        named(f"u{at}", union(Ref(at + 1), many(Ref(at)), meta=Meta(f"u{at}")))
        for at in range(length)
    ]
    last = named("last", union(ANYTHING, many(Ref(length))))
    root = union(*(union(Ref(at), BOOLEAN) for at in range(0, length, 2)))
    assert shown_of(root, *types, last) == Anything(Meta("u0"))
    without = named("last", rec(opt("a", STRING)))
    names = [Ref(at) for at in range(2, length, 2)]
    assert shown_of(root, *types, without) == union(Ref(0), BOOLEAN, *names)


PAIR = rec(req("a", STRING))
SHORT = Constraints(max=3)


@pytest.mark.parametrize(
    ("part", "node", "finished"),
    [
        (Part(PAIR), PAIR, PAIR),
        (Part(PAIR, closed=True), PAIR, replace(PAIR, closed=True)),
        (Part(PAIR, closed=True), STRING, STRING),
        (Part(STRING, SHORT), STRING, replace(STRING, constraints=SHORT)),
        (Part(PAIR, SHORT), PAIR, PAIR),
        (Part(PAIR, words=SAID), PAIR, replace(PAIR, meta=SAID)),
        (Part(PAIR, SHORT, closed=True, words=SAID), PAIR, replace(PAIR, closed=True, meta=SAID)),
    ],
)
def test_a_member_gets_all_that_was_said_around_it(part: Part, node: Node, finished: Node) -> None:
    assert part.finish(node) == finished


def test_the_closed_use_of_a_union_closes_its_records() -> None:
    closed = union(replace(PAIR, closed=True), INTEGER, BOOLEAN)
    types = (named("u", union(PAIR, INTEGER)), named("open", union(Ref(0), INTEGER)))
    assert shown_of(union(Ref(0, closed=True), BOOLEAN), *types) == closed
    assert shown_of(union(Ref(1, closed=True), BOOLEAN), *types) == closed
    assert shown_of(union(Ref(0), BOOLEAN), *types) == union(PAIR, INTEGER, BOOLEAN)
