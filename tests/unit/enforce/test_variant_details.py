"""Values of unions in, which variant takes them out: the cases that differ by one detail."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import TYPE_CHECKING

from schemac.plan.nodes import Const, Ref
from tests.unit.enforce.shapes import (
    DATE,
    INTEGER,
    STRING,
    breach,
    const,
    giving,
    into,
    into_refused,
    items,
    named,
    out,
    out_breach,
    projected,
    record,
    set_of,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


class Words:
    """Iterable, and a record too."""

    def __init__(self, **fields: object) -> None:
        self.__dict__.update(fields)

    def __iter__(self) -> Iterator[str]:
        return iter(("x", "y"))


def test_what_can_be_iterated_may_be_a_record() -> None:
    node = union(record(a=STRING), INTEGER)
    assert out(node, Words(a="s", b="t")) == {"a": "s"}
    assert out(union(record(a=STRING), items(STRING)), Words(a="s")) == {"a": "s"}
    assert out(union(items(STRING), record(a=STRING)), Words()) == ["x", "y"]
    assert out(union(record(_a=STRING), items(STRING)), Words()) == {}
    assert out_breach(node, Words()) == ("/v/a", "required")


def test_lists_are_no_better_for_being_longer() -> None:
    assert out(union(set_of(INTEGER), items(INTEGER)), [2, 1, 2]) == [1, 2]
    assert out(union(items(INTEGER), set_of(INTEGER)), [2, 1, 2]) == [2, 1, 2]


def test_literals_written_with_a_point_name_whole_numbers() -> None:
    one = record(k=Const("number", "1.0"), a=STRING)
    two = record(k=Const("number", "2.0"), b=STRING)
    assert out(union(one, two), {"k": 1, "a": "x"}) == {"k": 1, "a": "x"}
    assert out(union(one, two), {"k": 2.0, "b": "x"}) == {"k": 2.0, "b": "x"}
    assert into(union(two, one), {"k": 1, "a": "x"}) == {"k": 1, "a": "x"}
    whole = union(record(k=const(1), a=STRING), record(k=const(2), b=STRING))
    assert out(whole, {"k": 1.0, "a": "x"}) == {"k": 1.0, "a": "x"}


def test_the_one_variant_of_a_type_is_meant_whatever_its_literals() -> None:
    node = union(record(kind=const("a")), STRING)
    assert out_breach(node, {"kind": "b"}) == ("/v", "oneOf")
    assert out_breach(node, MappingProxyType({"kind": "b"})) == ("/v", "oneOf")
    assert into_refused(node, {"kind": "b"}) == [
        '/v: expected an object with "kind" "a" or a string, got an object'
    ]


def test_a_list_is_converted_as_the_variant_that_it_was_cut_to() -> None:
    closed, free = record(closed=True, a=DATE), record(a=STRING)
    day = "2024-01-31"
    cut = {"a": day, "x": 1}
    assert into(union(closed, free), cut) == {"a": day}
    assert into(union(items(closed), items(free)), [cut]) == [{"a": day}]
    assert into(union(items(closed), items(free)), [{"a": day}]) != [{"a": day}]


def test_strings_in_an_opened_string_stay_strings_behind_a_union() -> None:
    inner = json.dumps({"c": 1})
    node = record(a=union(STRING, items(STRING)), b=record(c=INTEGER))
    assert into(node, json.dumps({"a": "s", "b": {"c": 1}})) == {"a": "s", "b": {"c": 1}}
    assert into(node, {"a": "s", "b": inner}) == {"a": "s", "b": {"c": 1}}
    assert into_refused(node, json.dumps({"a": "s", "b": inner})) == [
        f'/v/b: expected an object with "c", got {json.dumps(inner)}'
    ]


def test_what_is_settled_once_is_paid_for_wherever_it_stands() -> None:
    inner = union(record(a=items(STRING)), record(b=INTEGER))
    both = union(items(inner), items(INTEGER))
    large = {"a": ["x"] * 100}
    assert breach(giving(both, output_size=5000), [large] * 50) == ("", "size")
    assert projected(giving(both, output_size=50_000), [large] * 50) == [large] * 50
    held = giving(record(v=Ref(0)), named(held=record(w=both, _next=Ref(0))), output_size=5000)
    assert breach(held, {"v": {"w": [large] * 50}}) == ("/v", "size")
