"""Unions in unions in, the one flat union that is left of them out."""

from __future__ import annotations

import pytest

from schemac.plan.nodes import (
    Anything,
    Constraints,
    Example,
    ListOf,
    Member,
    Meta,
    NamedType,
    Node,
    Nothing,
    Record,
    Ref,
    Scalar,
    Union,
)
from tests.unit.plan.plans import (
    BOOLEAN,
    EMPTY,
    INTEGER,
    NULL,
    STRING,
    X,
    granted,
    lit,
    many,
    maybe,
    named,
    output_shape,
    rec,
    req,
    union,
)
from tests.unit.plan.words_and_bounds import MORE, SAID, SHORT


def left(node: Node, *types: NamedType) -> Node | None:
    shape = output_shape(node, *types, answers=granted())
    return None if shape is None else shape.root


LETTERS = named("letters", union(lit("a"), Member(lit("b"), X), lit("c")))
SIZED = named("sized", union(STRING, many(STRING), EMPTY))


@pytest.mark.parametrize(
    ("node", "types", "expected"),
    [
        # unions inside unions are opened in their place
        (
            union(EMPTY, union(STRING, Member(BOOLEAN, X)), INTEGER),
            (),
            union(EMPTY, STRING, INTEGER),
        ),
        (union(union(Member(STRING, X)), INTEGER), (), INTEGER),
        (union(union(NULL), STRING), (), maybe(STRING)),
        (
            union(INTEGER, Union((Member(STRING), Member(EMPTY)), SAID)),
            (),
            union(INTEGER, Union((Member(STRING), Member(EMPTY)), SAID)),
        ),
        # named unions too
        (union(EMPTY, Ref(0)), (LETTERS,), union(EMPTY, lit("a"), lit("c"))),
        (union(Ref(0), lit("d")), (LETTERS,), union(lit("a"), lit("c"), lit("d"))),
        (
            union(Ref(1), EMPTY),
            (LETTERS, named("again", Ref(0))),
            union(lit("a"), lit("c"), EMPTY),
        ),
        # with what their use adds
        (
            union(Ref(0, MORE), INTEGER),
            (SIZED,),
            union(Scalar("string", MORE), ListOf(STRING, constraints=MORE), EMPTY, INTEGER),
        ),
        (
            union(Ref(0, closed=True), INTEGER),
            (SIZED,),
            union(STRING, many(STRING), Record((), closed=True), INTEGER),
        ),
        (
            union(Ref(1, Constraints(max=9)), INTEGER),
            (SIZED, named("more", Ref(0, MORE, closed=True))),
            union(
                Scalar("string", Constraints(min=3, max=9)),
                ListOf(STRING, constraints=Constraints(min=3, max=9)),
                Record((), closed=True),
                INTEGER,
            ),
        ),
        (
            union(Ref(1, MORE), INTEGER),
            (named("inner", union(STRING, EMPTY)), named("outer", union(Ref(0), NULL))),
            union(Scalar("string", MORE), EMPTY, INTEGER, NULL),
        ),
        # one with words of its own stays one member
        (union(Ref(0, meta=SAID), STRING), (SIZED,), union(Ref(0, meta=SAID), STRING)),
        (
            union(Ref(0), EMPTY),
            (named("said", Union((Member(STRING), Member(INTEGER)), SAID)),),
            union(Ref(0), EMPTY),
        ),
        # named scalars and literals are what they name
        (union(Ref(0), EMPTY), (named("id", SHORT),), union(SHORT, EMPTY)),
        (
            union(Ref(0, MORE, meta=SAID), EMPTY),
            (named("id", SHORT),),
            union(Scalar("string", Constraints(min=3, max=5), SAID), EMPTY),
        ),
        (
            union(Ref(1), EMPTY),
            (named("id", SHORT), named("alias", Ref(0, meta=SAID))),
            union(Scalar("string", Constraints(max=5), SAID), EMPTY),
        ),
        (
            union(Ref(1, meta=Meta("t")), EMPTY),
            (named("all", union(STRING, EMPTY)), named("alias", Ref(0, meta=SAID))),
            union(Ref(1, meta=Meta("t")), EMPTY),
        ),
        # what a use of a use adds, closing alone included
        (
            union(Ref(1, closed=True), INTEGER),
            (named("inner", union(EMPTY, BOOLEAN)), named("outer", union(Ref(0), STRING))),
            union(Record((), closed=True), BOOLEAN, STRING, INTEGER),
        ),
        (
            union(Ref(1, MORE), INTEGER),
            (
                named("inner", union(EMPTY, many(STRING))),
                named("outer", union(Ref(0, closed=True), STRING)),
            ),
            union(
                Record((), closed=True),
                ListOf(STRING, constraints=MORE),
                Scalar("string", MORE),
                INTEGER,
            ),
        ),
        (
            union(Ref(1, closed=True), INTEGER),
            (named("r", EMPTY), named("outer", union(Ref(0), STRING))),
            union(Ref(0, closed=True), STRING, INTEGER),
        ),
        (
            union(Ref(1, MORE), INTEGER),
            (named("r", EMPTY), named("outer", union(Ref(0, closed=True), STRING))),
            union(Ref(0, MORE, closed=True), Scalar("string", MORE), INTEGER),
        ),
        # no gated example of a use is shown
        (
            union(Ref(0, meta=Meta("t", examples=(Example("1", X),))), EMPTY),
            (named("r", rec(req("a", STRING))),),
            union(Ref(0, meta=Meta("t")), EMPTY),
        ),
        (union(Ref(0), STRING), (named("a", lit("a")),), STRING),
        (union(Ref(0), STRING), (named("all", Anything()),), Anything()),
        (union(Ref(0), STRING), (named("none", Nothing()),), union(Nothing(), STRING)),
        (union(Ref(0), STRING), (named("r", EMPTY),), union(Ref(0), STRING)),
        # the same name twice
        (union(Ref(0), EMPTY, Ref(0)), (LETTERS,), union(lit("a"), lit("c"), EMPTY)),
        # a name that only says another one is that one; one that adds to it stays, once
        (
            union(Ref(2), EMPTY, Ref(0)),
            (named("r", rec(req("a", STRING))), named("b", Ref(0)), named("c", Ref(1))),
            union(Ref(0), EMPTY),
        ),
        (
            union(Ref(2), EMPTY, Ref(0, closed=True), Ref(1)),
            (
                named("r", rec(req("a", STRING))),
                named("b", Ref(0, closed=True)),
                named("c", Ref(1)),
            ),
            union(Ref(1), EMPTY),
        ),
        (
            union(Ref(1, MORE), EMPTY, Ref(1)),
            (named("l", many(STRING)), named("b", Ref(0, meta=SAID))),
            union(Ref(1, MORE), EMPTY, Ref(1)),
        ),
        # nothing left behind a name
        (union(Ref(0), STRING), (named("gone", EMPTY, gate=X),), STRING),
        (union(Ref(0), STRING), (named("gone", union(Member(EMPTY, X))),), STRING),
        # a named union of which one scalar is left, with words
        (
            union(Ref(0), EMPTY),
            (named("said", Union((Member(STRING), Member(EMPTY, X)), SAID)),),
            union(Scalar("string", meta=SAID), EMPTY),
        ),
    ],
)
def test_unions_flattened(node: Node, types: tuple[NamedType, ...], expected: Node) -> None:
    assert left(node, *types) == expected


def test_a_union_that_holds_itself_ends() -> None:
    json = named("json", union(STRING, many(Ref(0)), Ref(0)))
    shape = output_shape(union(Ref(0), INTEGER), json)
    assert shape is not None
    # by name or opened, as whoever reads views likes it
    assert shape.root in (union(STRING, many(Ref(0)), INTEGER), union(Ref(0), INTEGER))
    body = shape.types[0].body
    assert isinstance(body, Union)
    assert body.members[:2] == union(STRING, many(Ref(0))).members
    said = Union((Member(STRING), Member(Ref(0))), SAID)
    assert left(Ref(0), named("said", said)) == Ref(0)


def test_a_long_chain_of_unions_with_words_ends() -> None:
    types = [named("n0", Union((Member(STRING),), Meta("0")))]
    types += [
        named(f"n{number}", Union((Member(Ref(number - 1)),), Meta(str(number))))
        for number in range(1, 40)
    ]
    for last in (10, 39):
        node = left(union(Ref(last), EMPTY), *types)
        assert isinstance(node, Union)
        assert node.members[1].type == EMPTY
    assert left(union(Ref(10), EMPTY), *types) == union(Scalar("string", meta=Meta("10")), EMPTY)
