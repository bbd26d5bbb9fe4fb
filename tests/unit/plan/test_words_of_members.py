"""Unions of which one member is left to some in, that member with all words about it out."""

from __future__ import annotations

import pytest

from schemac.plan.nodes import (
    Constraints,
    Example,
    ListOf,
    Member,
    Meta,
    Node,
    Ref,
    Scalar,
    TupleOf,
)
from schemac.plan.sameness import same
from tests.unit.plan.plans import (
    BOOLEAN,
    INTEGER,
    STRING,
    X,
    granted,
    many,
    named,
    opt,
    output_shape,
    rec,
    union,
)

WORDS = Meta("w", examples=(Example("1", X), Example("2")))
SHOWN = Meta("w", examples=(Example("2"),))
TYPES = (
    named("record", rec(opt("a", STRING))),
    named("said", union(Ref(0), Member(STRING, X), meta=Meta("s", "d"))),
    named("text", STRING),
)


def left(node: Node, *grants: object) -> Node | None:
    shape = output_shape(node, *TYPES, answers=granted(X) if grants else granted())
    return None if shape is None else shape.root


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (union(STRING, Member(INTEGER, X), meta=WORDS), Scalar("string", meta=SHOWN)),
        (
            union(union(STRING, Member(INTEGER, X), meta=Meta("i", "d")), meta=Meta("w")),
            Scalar("string", meta=Meta("w", "d")),
        ),
        (
            union(union(STRING, Member(INTEGER, X), meta=Meta("i", "d")), Member(BOOLEAN, X)),
            Scalar("string", meta=Meta("i", "d")),
        ),
        (union(Ref(0), Member(INTEGER, X), meta=WORDS), Ref(0, meta=SHOWN)),
        (
            union(union(Ref(0), Member(STRING, X), meta=WORDS), INTEGER),
            union(Ref(0, meta=SHOWN), INTEGER),
        ),
        (
            union(union(Ref(0, meta=Meta("r", "q")), Member(STRING, X), meta=WORDS), INTEGER),
            union(Ref(0, meta=Meta("w", "q", SHOWN.examples)), INTEGER),
        ),
        (
            union(union(Ref(2), Member(INTEGER, X), meta=Meta("w")), BOOLEAN),
            union(Scalar("string", meta=Meta("w")), BOOLEAN),
        ),
        (
            union(union(many(STRING), Member(STRING, X), meta=Meta("w")), INTEGER),
            union(ListOf(STRING, meta=Meta("w")), INTEGER),
        ),
        (
            union(union(STRING, Member(BOOLEAN, X), meta=Meta("w")), INTEGER),
            union(Scalar("string", meta=Meta("w")), INTEGER),
        ),
        (union(Ref(1), INTEGER), union(Ref(0, meta=Meta("s", "d")), INTEGER)),
        (
            union(Ref(1, closed=True), INTEGER),
            union(Ref(0, closed=True, meta=Meta("s", "d")), INTEGER),
        ),
        (union(Ref(1, meta=Meta("u")), INTEGER), union(Ref(0, meta=Meta("u", "d")), INTEGER)),
    ],
)
def test_words_go_to_the_member_that_is_left(node: Node, expected: Node) -> None:
    assert left(node) == expected


def test_bounds_of_a_use_go_there_too() -> None:
    bounded = Ref(1, Constraints(min=1))
    shown = left(union(bounded, INTEGER))
    assert shown == union(Ref(0, Constraints(min=1), meta=Meta("s", "d")), INTEGER)


def test_parts_that_are_one_object_prove_nothing_of_the_others() -> None:
    shared = many(INTEGER)
    assert not same(TupleOf((STRING, shared)), TupleOf((BOOLEAN, shared)))
    assert not same(TupleOf((shared, STRING)), TupleOf((shared, BOOLEAN)))
    assert same(TupleOf((STRING, shared)), TupleOf((STRING, shared)))
