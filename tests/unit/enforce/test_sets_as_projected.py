"""Lists and sets for a set in, its items and what it took out."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import pytest

from schemac.enforce.project.outgoing import Outgoing
from schemac.enforce.project.reading import items_of, pairs_of
from schemac.enforce.project.walk import MOST_SPARE, Misfit, Walk
from schemac.plan.model import Shape
from tests.unit.enforce.shapes import (
    BOOLEAN,
    STRING,
    into,
    into_refused,
    map_of,
    maybe,
    out_breach,
    record,
    set_of,
    union,
)

if TYPE_CHECKING:
    from schemac.plan.nodes import Node

PAIR = record(a=STRING)


@pytest.mark.parametrize(
    ("node", "value", "out", "took"),
    [
        (set_of(STRING), ["b", "a"], ["a", "b"], 6),
        (set_of(STRING), ("b", "a"), ["a", "b"], 6),
        (set_of(STRING), ["a", "a", "b"], ["a", "b"], 6),
        (set_of(STRING), [], [], 0),
        (set_of(PAIR), [{"a": "x"}, {"a": "b"}], [{"a": "b"}, {"a": "x"}], 18),
    ],
)
def test_a_set_takes_what_comes_out_of_it(
    node: Node, value: object, out: list[object], took: int
) -> None:
    walk = Walk(1000)
    assert Outgoing(Shape(node, {}), 64).project()(value, walk) == out
    assert (walk.left, walk.entries, walk.spare) == (1000 - took, 1000, MOST_SPARE)


@pytest.mark.parametrize("value", [["a", "b", "c", "d"], {"a", "b", "c", "d"}])
def test_a_set_without_room_is_pointed_at(value: object) -> None:
    assert out_breach(set_of(STRING), value, output_size=11) == ("/v", "size")
    assert out_breach(record(w=set_of(STRING)), {"w": value}, output_size=11) == ("/v/w", "size")


def test_a_set_of_records_without_room_is_pointed_at() -> None:
    value = [{"a": "x"}, {"a": "y"}, {"a": "z"}]
    assert out_breach(set_of(PAIR), value, output_size=20) == ("/v", "size")
    assert out_breach(record(w=set_of(PAIR)), {"w": value}, output_size=20) == ("/v/w", "size")


@pytest.mark.parametrize("node", [map_of(union(STRING, BOOLEAN)), map_of(maybe(STRING))])
def test_maps_of_several_types_that_need_no_work(node: Node) -> None:
    for value in ({"k": "x"}, {}, {"k": "x", "l": "y"}):
        assert into(node, value) == value
        assert into(record(w=node), {"w": value}) == {"w": value}
        assert into(record(_w=maybe(node)), {"w": value}) == {"w": value}
    assert into(record(_w=maybe(node)), {"w": None}) == {"w": None}
    assert len(into_refused(node, {"k": 5})) == 1
    assert len(into_refused(record(w=node), {"w": {"k": 5}})) == 1
    assert len(into_refused(record(w=node), {"w": None})) == 1
    assert into(map_of(union(STRING, BOOLEAN)), {"k": True, "l": "x"}) == {"k": True, "l": "x"}


def test_what_is_read_and_may_not_come_out_is_counted() -> None:
    walk = Walk(1000)
    assert pairs_of({"a": 1, "b": 2}, walk, "/v") == [("a", 1), ("b", 2)]
    assert walk.spare == MOST_SPARE
    assert pairs_of(MappingProxyType({"a": 1, "b": 2}), walk, "/v") == [("a", 1), ("b", 2)]
    assert walk.spare == MOST_SPARE - 2 * 4
    assert sorted(items_of({1, 2, 3}, walk, "/v", 0)) == [1, 2, 3]
    assert walk.spare == MOST_SPARE - 2 * 4 - 3 * 2
    assert (walk.left, walk.entries) == (1000, 1000)


def test_what_may_not_come_out_has_an_end() -> None:
    walk = Walk(1000)
    walk.spare = 5
    with pytest.raises(Misfit) as error:
        list(items_of({1, 2, 3}, walk, "/v", 0))
    assert (error.value.pointer, error.value.keyword) == ("/v", "size")
    walk.spare = 1
    with pytest.raises(Misfit) as error:
        pairs_of(MappingProxyType({"a": 1, "b": 2}), walk, "/w")
    assert (error.value.pointer, error.value.keyword) == ("/w", "size")


def test_what_is_spare_is_lent_to_one_set_at_a_time() -> None:
    walk = Walk(1000)
    assert walk.is_lent is False
    node = set_of(record(s=set_of(PAIR), t=set_of(PAIR)))
    value = [{"s": [{"a": "x"}], "t": [{"a": "y"}]}]
    assert Outgoing(Shape(node, {}), 64).project()(value, walk) == value
    assert walk.is_lent is False
    assert (walk.entries, walk.spare) == (1000, MOST_SPARE)
