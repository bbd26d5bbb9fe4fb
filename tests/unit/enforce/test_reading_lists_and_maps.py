"""Lists, sets and maps come from many kinds of Python objects, each read once."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import pytest

from tests.unit.enforce.makes_of_classes import Data, Lazy, Model, Pair
from tests.unit.enforce.shapes import (
    ANY,
    INTEGER,
    STRING,
    items,
    map_of,
    out,
    out_breach,
    record,
    set_of,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


class Query:
    """What an ORM gives: something to go over."""

    def __init__(self, *rows: object) -> None:
        self.rows = rows
        self.runs = 0

    def __iter__(self) -> Iterator[object]:
        self.runs += 1
        return iter(self.rows)


@pytest.mark.parametrize(
    "value",
    [
        ["a", "b"],
        ("a", "b"),
        iter(["a", "b"]),
        (each for each in "ab"),
        deque("ab"),
        Query("a", "b"),
        {"a": 1, "b": 2}.keys(),
        map(str, "ab"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_list(value: object) -> None:
    assert out(items(STRING), value) == ["a", "b"]


@pytest.mark.parametrize(
    "value",
    ["ab", b"ab", bytearray(b"ab"), {"a": 1}, 5, None, Data("n"), Model(name="n"), Pair("a", 1)],
    ids=lambda value: type(value).__name__,
)
def test_no_list(value: object) -> None:
    assert out_breach(items(ANY), value) == ("/v", "type")


def test_an_iterable_is_consumed_once() -> None:
    query = Query({"a": 1}, {"a": 2, "b": 3})
    either = union(items(record(a=STRING)), items(record(a=INTEGER)), items(record(b=INTEGER)))
    assert out(either, query) == [{"a": 1}, {"a": 2}]
    assert query.runs == 1
    generator = ({"a": each} for each in range(3))
    assert out(either, generator) == [{"a": 0}, {"a": 1}, {"a": 2}]


def test_a_python_set_is_sorted_and_merged() -> None:
    assert out(items(STRING), {"b", "a", "a!"}) == ["a!", "a", "b"]
    assert out(items(INTEGER), frozenset({10, 9, 2})) == [10, 2, 9]
    rows = {Pair("n", 1, "x"), Pair("n", 1, "y"), Pair("m", 2)}
    assert out(items(record(name=STRING)), rows) == [{"name": "m"}, {"name": "n"}]


def test_a_set_type_merges_equal_items_of_any_source() -> None:
    assert out(set_of(INTEGER), [2, 1, 2, 1.0]) == [1, 2]
    assert out(set_of(STRING), iter("bab")) == ["a", "b"]
    maps = [{"x": 1, "y": 2}, {"y": 2, "x": 1}]
    assert out(set_of(map_of(INTEGER)), maps) == [{"x": 1, "y": 2}]
    assert out(set_of(map_of(INTEGER)), maps[::-1]) == [{"x": 1, "y": 2}]


def test_true_is_not_one_in_a_set() -> None:
    assert out(set_of(ANY), [True, 1, "1"]) == ["1", 1, True]


def test_endless_iterators_end() -> None:
    def endless() -> Iterator[str]:
        while True:
            yield "a" * 100

    assert out_breach(items(STRING), endless(), output_size=10_000) == ("/v", "size")
    assert out_breach(union(items(STRING), items(INTEGER)), endless(), output_size=10_000) == (
        "/v",
        "size",
    )


def test_a_list_that_grows_while_it_is_read() -> None:
    rows: list[object] = []

    class Growing:
        @property
        def name(self) -> str:
            rows.append(Growing())
            return "n"

    rows.append(Growing())
    assert out(items(record(name=STRING)), rows) == [{"name": "n"}]


def test_keys_of_maps() -> None:
    class Key(str):
        __slots__ = ()

    found = out(map_of(INTEGER), {Key("a"): 1, "b": 2})
    assert found == {"a": 1, "b": 2}
    assert {type(key) for key in found} == {str}
    assert out_breach(map_of(INTEGER), {1: 1}) == ("/v", "propertyNames")
    assert out_breach(map_of(INTEGER), Data("n")) == ("/v", "type")
    assert out(map_of(INTEGER), Lazy(a=1)) == {"a": 1}
