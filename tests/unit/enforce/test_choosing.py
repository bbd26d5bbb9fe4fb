"""Projectors of unions on their own, without the validator behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from schemac.enforce.outcomes import EnforceOptions
from schemac.enforce.project.incoming import Incoming
from schemac.enforce.project.outgoing import Outgoing
from schemac.enforce.project.walk import Misfit, Walk
from schemac.plan.model import Shape
from schemac.plan.nodes import Const, ListOf, Record, Ref
from tests.unit.enforce.shapes import (
    BOOLEAN,
    INTEGER,
    STRING,
    const,
    items,
    map_of,
    named,
    record,
    union,
)

if TYPE_CHECKING:
    from schemac.plan.nodes import Node

MUCH = 1_000_000


def taken(node: Node, value: object, **options: Any) -> tuple[object, str | None, dict[str, int]]:
    """Give what the input projector makes, where it found it unfit, and what it cut."""
    walk = Walk(MUCH)
    out = Incoming(Shape(node, {}), EnforceOptions(**options)).project()(value, walk)
    return out, walk.unfit, dict(walk.cuts)


def given(node: Node, value: object, types: Any = None) -> tuple[object, dict[str, int]]:
    walk = Walk(MUCH)
    return Outgoing(Shape(node, types or {}), 64).project()(value, walk), dict(walk.cuts)


A = record(kind=const("a"), x=INTEGER)
B = record(kind=const("b"), x=INTEGER)


@pytest.mark.parametrize(
    ("node", "value", "out", "cuts"),
    [
        (union(A, B), {"kind": "c", "x": 1}, {"kind": "c", "x": 1}, {}),
        (union(A, items(INTEGER)), 5, 5, {}),
        (union(items(INTEGER), items(BOOLEAN)), ["s"], ["s"], {}),
        (union(INTEGER, BOOLEAN), {"a": 1}, {"a": 1}, {}),
        (union(INTEGER, BOOLEAN), [1], [1], {}),
        (union(A, B), object, None, {}),
    ],
)
def test_what_no_variant_takes_makes_the_whole_input_unfit(
    node: Node, value: object, out: object, cuts: dict[str, int]
) -> None:
    """The validator would refuse it too; this does not count on that."""
    assert taken(node, value) == (out, "", cuts)
    assert taken(record(v=node), {"v": value}) == (
        {"v": out},
        "/v",
        {"/v" + place: count for place, count in cuts.items()},
    )


def test_an_object_that_none_takes_is_cut_to_the_variant_its_literals_name() -> None:
    value = {"kind": "b", "x": "s", "y": 1}
    cut = {"kind": "b", "x": "s"}
    # with one candidate the validator speaks about it
    assert taken(union(A, B), value) == (cut, None, {"/*": 1})
    assert taken(union(B, items(INTEGER)), value) == (cut, None, {"/*": 1})
    # raw literals may be strings that stand for others, so all are tried
    assert taken(union(A, B), value, coerce="lax") == (cut, "", {"/*": 1})
    other = {**value, "kind": "c"}
    assert taken(union(A, B), other, coerce="lax") == (other, "", {})


def test_the_first_unfit_place_is_the_one_told() -> None:
    node = record(a=union(A, B), b=union(A, B))
    assert taken(node, {"a": 1, "b": 2})[1] == "/a"
    assert taken(node, {"a": {"kind": "a", "x": 1}, "b": 2})[1] == "/b"
    assert taken(node, {"a": {"kind": "a", "x": 1}, "b": {"kind": "b", "x": 1}})[1] is None


def test_the_member_that_keeps_most_then_the_first() -> None:
    few, many = record(a=STRING), record(a=STRING, _b=STRING, _c=STRING)
    assert given(union(few, many), {"a": "s", "b": "t", "x": 1}) == (
        {"a": "s", "b": "t"},
        {"/*": 1},
    )
    assert given(union(few, many), {"a": "s", "x": 1}) == ({"a": "s"}, {"/*": 1})
    first, second = record(_a=STRING, _b=STRING), record(_a=STRING, _c=STRING)
    assert given(union(first, second), {"a": "s", "c": "t", "b": "u"}) == (
        {"a": "s", "b": "u"},
        {"/*": 1},
    )
    assert given(union(second, first), {"a": "s", "c": "t", "b": "u"}) == (
        {"a": "s", "c": "t"},
        {"/*": 1},
    )
    # only keys of the record itself count; lists count nothing, so the first that fits is taken
    inner = record(a=STRING), record(a=STRING, b=STRING)
    assert given(union(items(inner[0]), items(inner[1])), [{"a": "s", "b": "t"}]) == (
        [{"a": "s"}],
        {"/*/*": 1},
    )
    assert given(union(record(v=inner[0]), record(v=inner[1])), {"v": {"a": "s", "b": "t"}}) == (
        {"v": {"a": "s"}},
        {"/v/*": 1},
    )
    empty = Record(())
    assert given(union(empty, items(STRING)), {"x": 1}) == ({}, {"/*": 1})


def test_a_union_in_a_union_is_counted_once() -> None:
    inner = union(record(k=STRING, v=INTEGER), record(k=STRING))
    outer = union(record(u=Ref(0), w=INTEGER), record(u=Ref(0)))
    types = named(inner=inner)
    value = {"u": {"k": "s", "v": "no", "x": 1}, "y": 2}
    assert given(outer, value, types) == ({"u": {"k": "s"}}, {"/u/*": 2, "/*": 1})
    walk = Walk(MUCH)
    project = Outgoing(Shape(ListOf(outer), types), 64).project()
    assert project([value, value], walk) == [{"u": {"k": "s"}}, {"u": {"k": "s"}}]
    assert walk.cuts == {"/*/u/*": 4, "/*/*": 2}
    assert (walk.trying, walk.prefix, walk.depth, walk.seen, walk.sound) == (0, "", 0, {}, {})


def test_the_winner_alone_is_paid_for() -> None:
    lists = union(record(a=items(INTEGER), z=STRING), record(a=items(INTEGER)))
    walk = Walk(100)
    value = {"a": list(range(20))}
    assert Outgoing(Shape(lists, {}), 64).project()(value, walk) == value
    assert walk.left == 100 - 20 * 2
    assert walk.entries == 100
    with pytest.raises(Misfit) as misfit:
        Outgoing(Shape(record(v=lists), {}), 64).project()({"v": {"a": [1] * 51}}, Walk(100))
    assert misfit.value.keyword == "size"


def test_entries_are_paid_for_by_the_winner_too() -> None:
    inner = map_of(Ref(0))
    types = named(leaf=record(_n=INTEGER))
    value = {"a": {str(number): {"n": 1} for number in range(7)}}
    walk, alone = Walk(1000), Walk(1000)
    node = union(record(a=inner, z=STRING), record(a=inner))
    Outgoing(Shape(node, types), 64).project()(value, walk)
    Outgoing(Shape(record(a=inner), types), 64).project()(value, alone)
    assert alone.entries == 1000 - 7
    assert (walk.left, walk.entries) == (alone.left, alone.entries)


def test_one_object_in_two_unions_is_settled_for_each() -> None:
    one = union(record(k=STRING), record(k=STRING, _x=STRING))
    other = union(record(v=INTEGER), record(v=INTEGER, _y=STRING))
    node = union(record(a=one, b=other, z=STRING), record(a=one, b=other))
    shared = {"k": "s", "v": 1}
    value = {"a": shared, "b": shared}
    assert given(node, value) == ({"a": {"k": "s"}, "b": {"v": 1}}, {"/a/*": 1, "/b/*": 1})


class Row(NamedTuple):
    k: str
    v: int


def test_every_source_of_values_finds_its_members() -> None:
    node = union(record(k=STRING), record(k=STRING, v=INTEGER), items(INTEGER), items(STRING))
    assert given(node, Row("s", 1))[0] == {"k": "s", "v": 1}
    assert given(node, frozenset({2, 1}))[0] == [1, 2]
    assert given(node, iter(["a"]))[0] == ["a"]
    for refused in (print, object, 5):
        with pytest.raises(Misfit) as misfit:
            given(node, refused)
        assert (misfit.value.pointer, misfit.value.keyword) == ("", "anyOf")


def test_constants_are_compared_with_their_type() -> None:
    node = union(record(k=Const("integer", "1"), _a=STRING), record(k=const(value=True)))
    assert given(node, {"k": True, "a": "s"}) == ({"k": True}, {"/*": 1})
    assert given(node, {"k": 1, "a": "s"}) == ({"k": 1, "a": "s"}, {})
