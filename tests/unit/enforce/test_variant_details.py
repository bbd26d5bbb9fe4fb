"""Values of unions in, which variant takes them out: the cases that differ by one detail."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import TYPE_CHECKING

from schemac.plan.nodes import Const, Ref
from tests.unit.enforce.shapes import (
    BOOLEAN,
    DATE,
    INTEGER,
    STRING,
    accepted,
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
    refused,
    set_of,
    taking,
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


SEVERAL = named(
    either=union(record(a=INTEGER), STRING),
    tree=record(_kids=items(Ref(1)), a=INTEGER),
    bush=record(_kids=items(Ref(2)), b=STRING),
)


def test_each_union_and_each_name_has_a_projector_of_its_own() -> None:
    node = record(v=union(Ref(0), INTEGER), w=union(Ref(0), BOOLEAN), t=Ref(1), u=Ref(2))
    value = {"v": 1, "w": True, "t": {"a": 1}, "u": {"b": "x"}}
    more = {"v": {"a": 1}, "w": "s", "t": {"kids": [{"a": 1}], "a": 2}, "u": {"b": "x"}}
    for given in (value, more):
        assert accepted(taking(node, SEVERAL), given) == given
        assert projected(giving(node, SEVERAL), given) == given
    assert breach(giving(node, SEVERAL), {**value, "v": True}) == ("/v", "anyOf")
    assert breach(giving(node, SEVERAL), {**value, "w": 1}) == ("/w", "anyOf")


def test_unions_of_named_unions_are_as_deep_as_what_is_in_them() -> None:
    node, value = record(v=union(Ref(0), INTEGER)), {"v": {"a": 1}}
    assert accepted(taking(node, SEVERAL, depth=2), value) == value
    assert projected(giving(node, SEVERAL, output_depth=2), value) == value
    assert refused(taking(node, SEVERAL, depth=1), value)[0].endswith("deeper than 1 levels")
    assert breach(giving(node, SEVERAL, output_depth=1), value)[1] == "depth"


def test_strings_in_an_opened_string_stay_strings_behind_one_that_is_none() -> None:
    node = record(v=record(a=items(INTEGER), b=record(c=INTEGER)))
    lines = refused(taking(node), {"v": json.dumps({"a": "s", "b": json.dumps({"c": 1})})})
    assert [line.partition(":")[0] for line in lines] == ["/v/a", "/v/b"]
