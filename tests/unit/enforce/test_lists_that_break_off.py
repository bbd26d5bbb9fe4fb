"""Lists, streams and tuples of a result in, what leaves of them, or where they break, out."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, Any

import pytest

from schemac.plan.nodes import Ref, TupleOf
from tests.unit.enforce.shapes import (
    ANY,
    BOOLEAN,
    INTEGER,
    NULL,
    STRING,
    breach,
    giving,
    into,
    items,
    map_of,
    named,
    out,
    out_breach,
    projected,
    record,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.plan.nodes import Node

PAIR = record(a=INTEGER, b=STRING)
TREES = named(
    tree=record(_kids=items(Ref(0)), _other=items(Ref(1))),
    leaf=record(_text=STRING, _more=items(Ref(1))),
)


def broken(*first: object) -> Iterator[object]:
    yield from first
    raise RuntimeError


@pytest.mark.parametrize(
    ("item", "first", "where"),
    [
        (record(a=INTEGER), {"a": "x"}, ("/v/*/a", "type")),
        (record(a=INTEGER), {"a": 1}, ("/v", "read")),
        (STRING, 5, ("/v", "read")),
        (STRING, "x", ("/v", "read")),
        (INTEGER, "x", ("/v", "read")),
        (map_of(INTEGER), {"k": "x"}, ("/v/*/*", "type")),
    ],
)
def test_a_stream_that_breaks_off_behind_an_item(
    item: Node, first: object, where: tuple[str, str]
) -> None:
    assert out_breach(items(item), broken(first)) == where


def test_items_that_change_their_list_are_read_as_it_was() -> None:
    rows: list[Any] = []

    class Row:
        @property
        def a(self) -> int:
            if len(rows) < 5:
                rows.append(Row())
            return 1

    rows.append(Row())
    assert out(items(items(record(a=INTEGER))), [rows]) == [[{"a": 1}]]
    del rows[1:]
    assert out(items(record(a=INTEGER)), rows) == [{"a": 1}]
    del rows[1:]
    assert projected(giving(items(record(a=INTEGER))), rows) == [{"a": 1}]


def test_two_lists_of_named_types_are_each_of_its_own() -> None:
    value = {"kids": [{"kids": [{}]}, {"other": [{"text": "x"}]}], "other": [{"more": [{}]}]}
    assert projected(giving(Ref(0), TREES), value) == value


@pytest.mark.parametrize("deepest", [4, 5, 6])
def test_lists_of_a_named_type_count_their_levels(deepest: int) -> None:
    def nested(levels: int) -> dict[str, Any]:
        return {"kids": [nested(levels - 2)]} if levels > 2 else {}

    enforcer = giving(Ref(0), TREES, output_depth=deepest)
    most = deepest if deepest % 2 else deepest - 1
    assert projected(enforcer, nested(most)) == nested(most)
    assert breach(enforcer, nested(most + 2)) == ("/kids/*" * ((most + 1) // 2), "depth")


@pytest.mark.parametrize(
    ("node", "value", "size", "where"),
    [
        (items(STRING), ["", "", ""], 8, ("/v", "size")),
        (items(STRING), ["", "", ""], 9, ("", "size")),
        (record(w=items(STRING)), {"w": ["", "", ""]}, 8, ("/v/w", "size")),
        (items(record(w=items(STRING))), [{"w": ["", "", ""]}], 15, ("/v/*/w", "size")),
        (items(map_of(STRING)), [{}, {}, {}], 8, ("/v", "size")),
        (items(map_of(STRING)), [{}, {}, {}], 9, ("", "size")),
        (map_of(INTEGER), {"": 1, "a": 1, "b": 1}, 11, ("/v", "size")),
        (map_of(INTEGER), {"": 1, "a": 1, "b": 1}, 12, ("", "size")),
        (map_of(INTEGER), {"": 1, "a": 1, "b": 1}, 14, ("", "size")),
        (map_of(INTEGER), {"": 1, "a": 1, "b": 1}, 23, ("", "size")),
    ],
)
def test_what_items_take_at_least_is_counted_where_they_are(
    node: Node, value: object, size: int, where: tuple[str, str]
) -> None:
    assert out_breach(node, value, output_size=size) == where


def test_a_tuple_from_a_stream_without_an_end_ends_where_it_stands() -> None:
    node = record(w=union(TupleOf((STRING,)), items(INTEGER)))
    assert out_breach(node, {"w": repeat("x")}, output_size=100) == ("/v/w", "size")


def test_what_is_required_is_missed_before_anything_is_looked_at() -> None:
    assert out_breach(PAIR, {"b": 5}) == ("/v/a", "required")
    assert out_breach(PAIR, {"a": "x"}) == ("/v/b", "required")
    assert breach(giving(PAIR), {"b": 5}) == ("/a", "required")
    assert out_breach(items(PAIR), [{"b": 5}]) == ("/v/*/a", "required")


@pytest.mark.parametrize("node", [union(STRING, BOOLEAN), union(STRING, BOOLEAN, NULL)])
def test_items_of_several_types_that_need_no_work(node: Node) -> None:
    listed = ["a", True, "b"]
    assert out(items(node), listed) == listed
    assert into(items(node), listed) == listed
    assert out(record(w=items(node)), {"w": listed}) == {"w": listed}
    assert out_breach(items(node), [*listed, 1.5]) == ("/v/*", "anyOf")
    assert out_breach(record(w=items(node)), {"w": [*listed, 1.5]}) == ("/v/w/*", "anyOf")


class Unreadable(dict[str, int]):
    def items(self) -> Any:
        raise RuntimeError


@pytest.mark.parametrize(
    ("value", "pointer"),
    [(Unreadable(), "/v"), ([Unreadable()], "/v/*"), ({"k": Unreadable()}, "/v/*")],
)
def test_an_untyped_map_that_cannot_be_read_is_pointed_at(value: object, pointer: str) -> None:
    assert out_breach(ANY, value) == (pointer, "read")
