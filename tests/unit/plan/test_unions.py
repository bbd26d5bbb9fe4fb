"""Members of unions in, what is left of them after joining, covering and gathering out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from schemac.plan.flat import is_bare, union_of
from schemac.plan.layers import close, constrain, describe, join_constraints, join_meta, layer
from schemac.plan.nodes import (
    NO_CONSTRAINTS,
    NO_META,
    Anything,
    Const,
    Constraints,
    Example,
    ListOf,
    MapOf,
    Member,
    Meta,
    Node,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from tests.unit.plan.plans import (
    BOOLEAN,
    EMPTY,
    INTEGER,
    NULL,
    NUMBER,
    STRING,
    X,
    lit,
    many,
    maybe,
    opt,
    rec,
    req,
    union,
)
from tests.unit.plan.words_and_bounds import MORE, SAID, SHORT

TRUE, FALSE = lit(value=True), lit(value=False)
DATE = Scalar("date")


def worded(value: str) -> Const:
    return Const("string", f'"{value}"', SAID)


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ([STRING], STRING),
        ([STRING, STRING], STRING),
        ([STRING, INTEGER], union(STRING, INTEGER)),
        ([INTEGER, STRING], union(INTEGER, STRING)),
        # covered by a bare type
        ([lit("a"), STRING], STRING),
        ([STRING, lit("a")], STRING),
        ([STRING, worded("a")], STRING),
        ([STRING, SHORT], STRING),
        ([SHORT, STRING], STRING),
        ([SHORT, lit("a")], union(SHORT, lit("a"))),
        ([STRING, DATE], union(STRING, DATE)),
        ([DATE, Scalar("date", meta=SAID)], DATE),
        ([BOOLEAN, TRUE], BOOLEAN),
        ([lit(1), INTEGER], INTEGER),
        ([lit(1), NUMBER], NUMBER),
        ([lit(1.5), INTEGER], union(lit(1.5), INTEGER)),
        ([lit(1.0), INTEGER], INTEGER),
        ([lit(1.5), NUMBER], NUMBER),
        ([INTEGER, NUMBER], NUMBER),
        ([NUMBER, INTEGER], NUMBER),
        ([Scalar("integer", Constraints(min=1)), NUMBER], NUMBER),
        ([Scalar("number", Constraints(min=1)), INTEGER], None),
        ([lit("1"), INTEGER], union(lit("1"), INTEGER)),
        ([TRUE, INTEGER], union(TRUE, INTEGER)),
        ([Scalar("string", meta=SAID), lit("a")], None),
        ([Scalar("string", meta=SAID), STRING], STRING),
        # equal members
        ([lit("a"), lit("a")], lit("a")),
        ([lit(1), lit(1.0)], lit(1)),
        ([lit(1), TRUE], union(lit(1), TRUE)),
        ([lit("a"), worded("a")], lit("a")),
        ([worded("a"), lit("a")], worded("a")),
        ([Ref(0), Ref(0)], Ref(0)),
        ([Ref(0), Ref(0, closed=True)], None),
        ([Nothing(), Nothing()], Nothing()),
        ([Nothing(), STRING], None),
        ([SHORT, SHORT], SHORT),
        ([many(STRING), many(STRING)], many(STRING)),
        ([many(STRING), many(INTEGER)], None),
        ([many(STRING), ListOf(STRING, is_set=True)], None),
        ([rec(req("a", STRING)), rec(req("a", STRING))], rec(req("a", STRING))),
        ([rec(req("a", STRING)), rec(opt("a", STRING))], None),
        ([rec(req("a", STRING)), rec(req("a", INTEGER))], None),
        ([EMPTY, Record((), closed=True), EMPTY], union(EMPTY, Record((), closed=True))),
        # what follows a member that goes out
        ([lit("a"), lit("a"), EMPTY, lit("b")], union(lit("a"), lit("b"), EMPTY)),
        ([STRING, lit("a"), EMPTY, INTEGER], union(STRING, EMPTY, INTEGER)),
        ([STRING, SHORT, EMPTY, INTEGER], union(STRING, EMPTY, INTEGER)),
        ([Ref(0), Ref(0), EMPTY, INTEGER], union(Ref(0), EMPTY, INTEGER)),
        ([many(STRING), many(STRING), EMPTY, INTEGER], union(many(STRING), EMPTY, INTEGER)),
        # everything
        ([STRING, Anything(), EMPTY], Anything()),
        ([Anything(SAID), Anything()], Anything(SAID)),
        ([NULL, Anything()], Anything()),
        # booleans joined where the first stands
        ([TRUE, FALSE], BOOLEAN),
        ([FALSE, STRING, TRUE], union(BOOLEAN, STRING)),
        ([STRING, FALSE, INTEGER, TRUE], union(STRING, BOOLEAN, INTEGER)),
        ([STRING, TRUE], union(STRING, TRUE)),
        ([TRUE, Const("boolean", "false", SAID)], None),
        # literals gathered at the first
        ([lit("a"), EMPTY, lit("b")], union(lit("a"), lit("b"), EMPTY)),
        ([EMPTY, lit("a"), INTEGER, lit("b")], union(EMPTY, lit("a"), lit("b"), INTEGER)),
        ([lit("a"), EMPTY, worded("b")], union(lit("a"), EMPTY, worded("b"))),
        ([lit("a"), worded("b"), lit("c")], union(lit("a"), lit("c"), worded("b"))),
        ([EMPTY, lit("a"), STRING], union(EMPTY, STRING)),
        ([lit("a"), EMPTY], union(lit("a"), EMPTY)),
        # null last
        ([NULL, STRING], maybe(STRING)),
        ([NULL, NULL], NULL),
        ([NULL, lit("a"), EMPTY, lit("b")], union(lit("a"), lit("b"), EMPTY, NULL)),
        ([Scalar("null", meta=SAID), NULL, STRING], union(STRING, NULL)),
    ],
)
def test_members(members: list[Node], expected: Node | None) -> None:
    """None says that nothing changes."""
    assert union_of(members, NO_META) == (union(*members) if expected is None else expected)
    said = union_of(members, SAID)
    if expected is None or isinstance(expected, Union):
        assert isinstance(said, Union)
        assert said.meta == SAID
    else:
        assert said == describe(expected, SAID)


def test_what_only_one_of_two_says_is_kept() -> None:
    said = Constraints(
        min=1,
        max=9,
        exclusive_min=0,
        exclusive_max=10,
        multiple_of=2,
        pattern="p",
        format="f",
        media_type="m",
        encoding="e",
    )
    unique = Constraints(unique=True)
    assert join_constraints(said, unique) == replace(said, unique=True)
    assert join_constraints(unique, said) == replace(said, unique=True)


def test_bare() -> None:
    assert is_bare(STRING)
    assert is_bare(lit("a"))
    assert not is_bare(SHORT)
    assert not is_bare(Scalar("string", meta=SAID))
    assert not is_bare(worded("a"))
    assert not is_bare(EMPTY)
    assert not is_bare(Anything())


FULL = Constraints(1, 2, 3, 4, 5, "p", "f", "m", "e", unique=True)


def test_bounds_joined() -> None:
    assert join_constraints(NO_CONSTRAINTS, FULL) is FULL
    assert join_constraints(FULL, NO_CONSTRAINTS) is FULL
    tight = Constraints(5, 1, 6, 2, 7, "q", "g", "n", "o", unique=False)
    expected = Constraints(5, 1, 6, 2, 7, "q", "g", "n", "o", unique=True)
    assert join_constraints(FULL, tight) == expected
    inner_words = Constraints(5, 1, 6, 2, 5, "p", "f", "m", "e", unique=True)
    assert join_constraints(tight, FULL) == inner_words
    assert join_constraints(Constraints(min=1), Constraints(max=0)) == Constraints(min=1, max=0)
    assert join_constraints(Constraints(max=0), Constraints(min=1)) == Constraints(min=1, max=0)
    partial = Constraints(exclusive_min=0, pattern="p")
    assert join_constraints(partial, Constraints(exclusive_max=0, unique=True)) == Constraints(
        exclusive_min=0, exclusive_max=0, pattern="p", unique=True
    )


def test_words_joined() -> None:
    inner = Meta("t", "d", (Example("1"),), deprecated=False)
    outer = Meta("u", None, (), deprecated=True)
    assert join_meta(inner, NO_META) is inner
    assert join_meta(NO_META, inner) is inner
    assert join_meta(inner, outer) == Meta("u", "d", (Example("1"),), deprecated=True)
    assert join_meta(outer, inner) == Meta("t", "d", (Example("1"),), deprecated=True)
    other = Meta(None, "e", (Example("2"),))
    assert join_meta(inner, other) == Meta("t", "e", (Example("2"),))


@pytest.mark.parametrize(
    ("node", "bounded"),
    [
        (STRING, Scalar("string", MORE)),
        (NULL, NULL),
        (Scalar("integer", Constraints(min=5)), Scalar("integer", Constraints(min=5))),
        (many(STRING), ListOf(STRING, constraints=MORE)),
        (MapOf(STRING, STRING), MapOf(STRING, STRING, MORE)),
        (Ref(0), Ref(0, MORE)),
        (
            maybe(union(STRING, many(STRING))),
            maybe(union(Scalar("string", MORE), ListOf(STRING, constraints=MORE))),
        ),
        (lit("a"), lit("a")),
        (Anything(), Anything()),
        (Nothing(), Nothing()),
        (TupleOf((STRING,)), TupleOf((STRING,))),
        (rec(req("a", STRING)), rec(req("a", STRING))),
    ],
)
def test_bounds_put_on(node: Node, bounded: Node) -> None:
    assert constrain(node, MORE) == bounded
    assert constrain(node, NO_CONSTRAINTS) is node


@pytest.mark.parametrize(
    ("node", "closed"),
    [
        (EMPTY, Record((), closed=True)),
        (rec(req("a", EMPTY)), rec(req("a", EMPTY), closed=True)),
        (Ref(0), Ref(0, closed=True)),
        (maybe(union(EMPTY, STRING)), maybe(union(Record((), closed=True), STRING))),
        (many(EMPTY), many(EMPTY)),
        (MapOf(STRING, EMPTY), MapOf(STRING, EMPTY)),
        (TupleOf((EMPTY,)), TupleOf((EMPTY,))),
        (STRING, STRING),
        (lit("a"), lit("a")),
        (Anything(), Anything()),
        (Nothing(), Nothing()),
    ],
)
def test_closed(node: Node, closed: Node) -> None:
    assert close(node) == closed


def test_a_use_applied() -> None:
    assert layer(STRING, Ref(0)) == STRING
    assert layer(STRING, Ref(0, MORE, meta=SAID)) == Scalar("string", MORE, SAID)
    assert layer(EMPTY, Ref(0, closed=True, meta=SAID)) == Record((), closed=True, meta=SAID)
    assert layer(EMPTY, Ref(0)) == EMPTY
    gated = Union((Member(STRING, X), Member(EMPTY)), Meta("t"))
    assert layer(gated, Ref(0, MORE, closed=True, meta=SAID)) == Union(
        (Member(Scalar("string", MORE), X), Member(Record((), closed=True))), Meta("t", "d")
    )
