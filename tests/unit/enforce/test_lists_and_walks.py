"""Lists and tuples with little room in, what is left of the room out."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from schemac.enforce.project.outgoing import Outgoing
from schemac.enforce.project.places import deeper_than
from schemac.enforce.project.walk import Misfit, Walk, escaped
from schemac.plan.model import Shape
from schemac.plan.nodes import ListOf, Ref, TupleOf
from tests.unit.enforce.shapes import (
    INTEGER,
    STRING,
    items,
    maybe,
    named,
    out,
    out_breach,
    record,
    set_of,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.plan.nodes import NamedType, Node


def project(
    node: Node,
    value: object,
    walk: Walk,
    types: Mapping[int, NamedType] | None = None,
    deepest: int = 64,
) -> object:
    return Outgoing(Shape(node, types or {}), deepest).project()(value, walk)


def misfit(
    node: Node,
    value: object,
    walk: Walk,
    types: Mapping[int, NamedType] | None = None,
    deepest: int = 64,
) -> tuple[str, str]:
    with pytest.raises(Misfit) as caught:
        project(node, value, walk, types, deepest)
    return caught.value.pointer, caught.value.keyword


@pytest.mark.parametrize("make", [list, tuple, iter])
def test_a_list_may_take_all_that_is_left(make: type) -> None:
    walk = Walk(6)
    assert project(items(INTEGER), make([1, 2, 3]), walk) == [1, 2, 3]
    assert walk.left == 0
    assert misfit(items(INTEGER), make([1, 2, 3]), Walk(5)) == ("", "size")


@pytest.mark.parametrize("make", [list, tuple, iter])
def test_only_sets_are_sorted(make: type) -> None:
    assert out(items(INTEGER), make([2, 1, 2])) == [2, 1, 2]
    assert out(items(maybe(items(INTEGER))), make([[2], None, [2]])) == [[2], None, [2]]
    assert out(set_of(INTEGER), make([2, 1, 2])) == [1, 2]


TYPES = named(leaf=record(a=INTEGER), tree=record(a=record(b=INTEGER)), back=record(_b=Ref(2)))


def test_how_deep_items_of_a_named_type_may_be() -> None:
    walk = Walk(100)
    assert project(items(Ref(0)), [{"a": 1}], walk, TYPES, 2) == [{"a": 1}]
    assert walk.deep is False
    assert misfit(items(Ref(0)), [{"a": 1}], Walk(100), TYPES, 1) == ("/*", "depth")
    assert project(items(Ref(0)), [], Walk(100), TYPES, 1) == []
    walk = Walk(100)
    assert project(items(Ref(1)), [{"a": {"b": 1}}], walk, TYPES, 3) == [{"a": {"b": 1}}]
    assert walk.deep is False
    walk = Walk(100)
    project(items(Ref(1)), [], walk, TYPES, 2)
    assert walk.deep is True
    walk = Walk(100)
    project(record(v=items(Ref(0)), w=items(Ref(2))), {"v": [{"a": 1}], "w": []}, walk, TYPES, 3)
    assert walk.deep is False
    assert misfit(record(v=items(Ref(0))), {"v": [{"a": 1}]}, Walk(9), TYPES, 2) == (
        "/v/*",
        "depth",
    )


def test_where_the_walk_is_after_items_of_a_named_type() -> None:
    walk = Walk(100)
    node = TupleOf((ListOf(Ref(0)), INTEGER))
    assert misfit(node, [[{"a": 1}], "x"], walk, TYPES) == ("/*", "type")
    assert (walk.prefix, walk.depth) == ("", 0)
    assert misfit(node, [[{"a": "x"}], 1], Walk(100), TYPES) == ("/*/*/a", "type")


PAIR = TupleOf((INTEGER, STRING))


@pytest.mark.parametrize("make", [list, tuple])
def test_a_list_for_a_tuple_was_paid_for(make: type) -> None:
    walk = Walk(3)
    assert project(PAIR, make([1, "a"]), walk) == [1, "a"]
    assert walk.left == 3
    assert misfit(PAIR, make([1]), walk) == ("", "minItems")
    assert misfit(PAIR, make([1, "a", 2]), walk) == ("", "maxItems")


def test_an_iterator_for_a_tuple_is_paid_for_and_read_no_further_than_needed() -> None:
    walk = Walk(9)
    assert project(PAIR, iter([1, "a"]), walk) == [1, "a"]
    assert walk.left == 9 - 2 - 3
    assert misfit(PAIR, iter([1]), Walk(9)) == ("", "minItems")
    endless = count()
    assert misfit(PAIR, endless, Walk(90)) == ("", "maxItems")
    assert next(endless) == 3
    assert out_breach(PAIR, count()) == ("/v", "maxItems")


def test_an_iterator_for_one_of_several_tuples() -> None:
    node = union(TupleOf((INTEGER,)), PAIR, items(STRING))
    assert out(node, iter([1])) == [1]
    assert out(node, iter([1, "a"])) == [1, "a"]
    assert out(node, iter(["a", "b"])) == ["a", "b"]
    assert out_breach(node, iter([1, 2, 3])) == ("/v", "anyOf")
    walk = Walk(100)
    assert project(union(TupleOf((INTEGER,)), PAIR), iter([1, "a"]), walk) == [1, "a"]
    assert walk.left == 100 - 2 * 2


def test_what_may_be_spent() -> None:
    walk = Walk(9)
    assert (walk.left, walk.entries) == (9, 9)
    walk.spend(9, "/a")
    assert walk.left == 0
    walk.entries = 0
    walk.spend(0, "/a")
    walk.prefix = "/p"
    with pytest.raises(Misfit) as caught:
        walk.spend(1, "/a")
    assert caught.value.args == ("/p/a", "size")
    assert (caught.value.pointer, caught.value.keyword) == ("/p/a", "size")
    walk.left, walk.entries = 5, -1
    with pytest.raises(Misfit, match=r"'/p/b', 'size'"):
        walk.spend(1, "/b")


def test_steps_of_pointers() -> None:
    assert escaped("a~b/c~1") == "/a~0b~1c~01"
    assert escaped("") == "/"


def test_how_deep_a_value_is() -> None:
    for scalar in (None, 1, "a", True, 1.5):
        assert not deeper_than(scalar, 0)
    for wrap in (lambda inner: [inner], lambda inner: {"a": 1, "b": inner}):
        value: object = wrap(1)
        for levels in range(1, 5):
            assert deeper_than(value, levels - 1)
            assert not deeper_than(value, levels)
            assert not deeper_than([1, value], levels + 1)
            assert deeper_than([1, value], levels)
            value = wrap(value)
    assert deeper_than([], 0)
    assert not deeper_than({}, 1)
