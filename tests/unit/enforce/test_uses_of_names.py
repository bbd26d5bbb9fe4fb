"""Uses of names in, what stands there out: members, bounds, keys, circles."""

from __future__ import annotations

import pytest

from schemac.enforce.types import Types, parts, tightened
from schemac.plan.nodes import (
    NO_CONSTRAINTS,
    Constraints,
    MapOf,
    Member,
    Node,
    Nothing,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from tests.unit.enforce.shapes import (
    ANY,
    BOOLEAN,
    DATE,
    INTEGER,
    NULL,
    NUMBER,
    STRING,
    const,
    items,
    map_of,
    maybe,
    named,
    record,
    union,
)

BOUNDS = Constraints(min=1, max=3)
NAMED = named(
    text=STRING,
    pair=record(a=INTEGER, _b=STRING),
    either=union(STRING, Ref(1)),
    alias=Ref(2, Constraints(max=5)),
    tree=record(_kids=items(Ref(4))),
    loop=record(_other=Ref(6)),
    other=maybe(items(Ref(5))),
    numbers=items(INTEGER),
    null=NULL,
)
TYPES = Types(NAMED)


def test_uses_are_looked_through() -> None:
    assert TYPES.effective(STRING) is STRING
    assert TYPES.effective(Ref(0)) == STRING
    assert TYPES.effective(Ref(0, BOUNDS)) == Scalar("string", BOUNDS)
    assert TYPES.effective(Ref(1, closed=True)) == record(closed=True, a=INTEGER, _b=STRING)
    assert TYPES.effective(Ref(1, BOUNDS)) == record(a=INTEGER, _b=STRING)
    assert TYPES.effective(Ref(7, BOUNDS)) == items(INTEGER, BOUNDS)
    assert TYPES.effective(Ref(8, BOUNDS)) == Scalar("null", BOUNDS)
    short, five = Scalar("string", BOUNDS), Scalar("string", Constraints(max=5))
    assert TYPES.effective(Ref(2, BOUNDS)) == union(short, Ref(1, BOUNDS))
    assert TYPES.effective(Ref(3)) == union(five, Ref(1, Constraints(max=5)))
    assert TYPES.effective(Ref(3, BOUNDS, closed=True)) == union(short, Ref(1, BOUNDS, closed=True))
    nullable = Types(named(n=maybe(STRING), m=map_of(STRING)))
    assert nullable.effective(Ref(0, BOUNDS)) == union(short, NULL)
    assert nullable.effective(Ref(1, BOUNDS)) == MapOf(STRING, STRING, BOUNDS)
    assert TYPES.effective(Ref(2)) is TYPES.effective(Ref(2))


def test_members_of_unions() -> None:
    node = union(Ref(3), NULL, union(INTEGER, const("a")))
    five = Scalar("string", Constraints(max=5))
    assert list(TYPES.alternatives(node)) == [
        five,
        Ref(1, Constraints(max=5)),
        NULL,
        INTEGER,
        const("a"),
    ]
    opened = TYPES.opened(node)
    assert [member.type for member in opened.members][:2] == [five, NAMED[1].body]
    assert list(TYPES.alternatives(STRING)) == [STRING]
    assert TYPES.holds_named_union(node)
    assert TYPES.holds_named_union(union(STRING, Ref(2)))
    assert not TYPES.holds_named_union(union(STRING, Ref(1), union(INTEGER, NULL)))


@pytest.mark.parametrize(
    ("node", "nullable", "text", "container", "only"),
    [
        (STRING, False, True, False, STRING),
        (INTEGER, False, False, False, INTEGER),
        (NUMBER, False, False, False, NUMBER),
        (BOOLEAN, False, False, False, BOOLEAN),
        (NULL, True, False, False, None),
        (DATE, False, True, False, DATE),
        (const("a"), False, True, False, const("a")),
        (const(1), False, False, False, const(1)),
        (ANY, True, True, True, ANY),
        (Nothing(), False, False, False, Nothing()),
        (maybe(STRING), True, True, False, STRING),
        (maybe(items(STRING)), True, False, True, items(STRING)),
        (map_of(STRING), False, False, True, map_of(STRING)),
        (TupleOf((STRING,)), False, False, True, TupleOf((STRING,))),
        (union(STRING, INTEGER), False, True, False, None),
        (union(INTEGER, NULL, record()), True, False, True, None),
        (Ref(1), False, False, True, NAMED[1].body),
        (Ref(3), False, True, True, None),
        (Ref(8), True, False, False, None),
        (union(Ref(8), Ref(0)), True, True, False, STRING),
    ],
)
def test_what_stands_there(
    node: Node,
    nullable: bool,  # noqa: FBT001 - expected
    text: bool,  # noqa: FBT001 - expected
    container: bool,  # noqa: FBT001 - expected
    only: Node | None,
) -> None:
    assert TYPES.nullable(node) is nullable
    assert TYPES.takes_text(node) is text
    assert TYPES.takes_container(node) is container
    assert TYPES.only(node) == only


def test_names_that_lead_back() -> None:
    assert [number for number in NAMED if TYPES.recursive(number)] == [4, 5, 6]


def test_numbers_of_unions() -> None:
    types = Types({})
    one, other = union(STRING, NULL), union(STRING, NULL)
    assert [types.number(each) for each in (one, other, one)] == [0, 1, 0]


def test_keys_that_are_literals() -> None:
    assert TYPES.literal_texts(const("a")) == frozenset({"a"})
    assert TYPES.literal_texts(union(const("a"), const("b"))) == frozenset({"a", "b"})
    assert TYPES.literal_texts(STRING) is None
    assert TYPES.literal_texts(union(const("a"), STRING)) is None
    assert Types(named(k=union(const("a"), const("b")))).literal_texts(Ref(0)) == frozenset(
        {"a", "b"}
    )


def test_parts() -> None:
    assert list(parts(items(STRING))) == [STRING]
    assert list(parts(TupleOf((STRING, NULL)))) == [STRING, NULL]
    assert list(parts(map_of(INTEGER, const("k")))) == [INTEGER]
    assert list(parts(record(a=INTEGER, b=NULL))) == [INTEGER, NULL]
    assert list(parts(Union((Member(INTEGER), Member(NULL))))) == [INTEGER, NULL]
    for leaf in (STRING, const("a"), ANY, Nothing(), Ref(0)):
        assert list(parts(leaf)) == []


def test_of_two_bounds_the_tighter_holds() -> None:
    one = Constraints(
        min=1, max=9, exclusive_min=0, exclusive_max=10, multiple_of=2, pattern="p", format="f"
    )
    other = Constraints(
        min=2, max=8, exclusive_min=1, exclusive_max=9, multiple_of=3, pattern="q", encoding="e"
    )
    both = Constraints(
        min=2,
        max=8,
        exclusive_min=1,
        exclusive_max=9,
        multiple_of=3,
        pattern="q",
        format="f",
        encoding="e",
    )
    assert tightened(one, other) == both
    reverse = tightened(other, one)
    assert (reverse.min, reverse.max, reverse.exclusive_min, reverse.exclusive_max) == (2, 8, 1, 9)
    assert (reverse.multiple_of, reverse.pattern) == (2, "p")
    assert tightened(one, NO_CONSTRAINTS) is one
    assert tightened(NO_CONSTRAINTS, one) is one
    assert tightened(one, Constraints(unique=True)).unique is True
    assert tightened(Constraints(unique=True), one).unique is True
    assert tightened(one, other).unique is False
    assert tightened(Constraints(media_type="a"), Constraints(min=1)).media_type == "a"
