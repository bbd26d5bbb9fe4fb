"""Shapes of arguments in, what their projectors make of single values out, before any judging."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from schemac.enforce import EnforceOptions
from schemac.enforce.project.incoming import Incoming
from schemac.enforce.project.walk import Misfit, Walk
from schemac.plan.model import Shape
from schemac.plan.nodes import TupleOf
from tests.unit.enforce.shapes import (
    INTEGER,
    NUMBER,
    STRING,
    const,
    items,
    map_of,
    maybe,
    record,
    union,
)

if TYPE_CHECKING:
    from schemac.plan.nodes import Node

KEYED = map_of(STRING, union(const("k"), const("l")))


def cut(node: Node, value: object, **options: Any) -> tuple[object, dict[str, int]]:
    walk = Walk(1 << 20)
    out = Incoming(Shape(node, {}), EnforceOptions(**options)).project()(value, walk)
    return out, dict(walk.cuts)


@pytest.mark.parametrize("node", [INTEGER, NUMBER])
@pytest.mark.parametrize("number", [0, 42_999, 43_000, -43_000, 43_001, 1 << 64])
def test_an_integer_is_taken_as_it_is(node: Node, number: int) -> None:
    assert cut(node, number) == (number, {})


def test_an_integer_that_no_text_can_hold_is_none() -> None:
    with pytest.raises(Misfit) as error:
        cut(record(a=map_of(INTEGER)), {"a": {"k": 10**4300}})
    assert (error.value.pointer, error.value.keyword) == ("/a/*", "digits")


@pytest.mark.parametrize("node", [KEYED, maybe(KEYED)])
def test_keys_that_are_no_literals_of_a_map_are_dropped(node: Node) -> None:
    given = {"k": "x", "m": "y", "n": "z"}
    assert cut(node, given) == ({"k": "x"}, {"/*": 2})
    assert cut(record(a=node), {"a": given}) == ({"a": {"k": "x"}}, {"/a/*": 2})
    assert cut(record(_a=node), {"a": given}) == ({"a": {"k": "x"}}, {"/a/*": 2})
    assert cut(record(a=record(b=node)), {"a": {"b": given}}) == (
        {"a": {"b": {"k": "x"}}},
        {"/a/b/*": 2},
    )


@pytest.mark.parametrize("node", [map_of(STRING), maybe(map_of(STRING))])
def test_keys_of_a_free_map_are_kept(node: Node) -> None:
    given = {"k": "x", "m": "y"}
    out, dropped = cut(record(a=node), {"a": given})
    assert (out, dropped) == ({"a": given}, {})
    assert isinstance(out, dict)
    assert out["a"] is not given
    assert cut(record(a=node), {"a": {"k": 5, "m": "y"}}) == ({"a": {"k": 5, "m": "y"}}, {})
    with pytest.raises(Misfit) as error:
        cut(record(a=node), {"a": {"k": "x", 5: "y"}})
    assert (error.value.pointer, error.value.keyword) == ("/a", "propertyNames")


@pytest.mark.parametrize(
    ("node", "inner"),
    [
        (map_of(STRING), {"k": "x"}),
        (map_of(STRING), {}),
        (maybe(map_of(STRING)), {"k": "x"}),
        (items(STRING), ["x"]),
        (items(record(x=STRING)), []),
        (record(x=STRING), {"x": "x"}),
        (TupleOf((STRING,)), ["x"]),
        (KEYED, {"k": "x"}),
    ],
)
def test_no_container_stands_below_the_deepest_level(node: Node, inner: object) -> None:
    shape, value = record(a=record(b=node)), {"a": {"b": inner}}
    assert cut(shape, value, depth=3) == (value, {})
    with pytest.raises(Misfit) as error:
        cut(shape, value, depth=2)
    assert (error.value.pointer, error.value.keyword) == ("/a/b", "depth")


def test_other_keys_than_the_literals_of_a_map_stay_without_values_to_be_refused() -> None:
    given = {"k": "x", "m": "y", "l": "z"}
    expected = {"k": "x", "m": None, "l": "z"}
    assert cut(KEYED, given, undeclared="reject") == (expected, {})
    assert cut(record(a=KEYED), {"a": given}, undeclared="reject") == ({"a": expected}, {})
    with pytest.raises(Misfit) as error:
        cut(record(a=record(b=KEYED)), {"a": {"b": {"k": "x", 5: "y"}}}, undeclared="reject")
    assert (error.value.pointer, error.value.keyword) == ("/a/b", "propertyNames")
