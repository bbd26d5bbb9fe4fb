"""Answers of `default_for` in, whether some field that asks could have them out."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from schemac.enforce import may_be_default
from schemac.plan.model import Shape
from schemac.plan.nodes import Field, NamedType, Node, Ref
from tests.unit.enforce.shapes import DATE, INTEGER, STRING, items, named, record, union

SMALL = record(x=record(_a=INTEGER))
LARGE = record(x=record(_a=INTEGER, _b=INTEGER))


def asking(node: Node, types: dict[int, NamedType] | None = None) -> Shape:
    others = Field("o", STRING, required=False, default_for="other")
    return Shape(
        record(f=Field("f", node, required=False, default_for="key"), o=others), types or {}
    )


@pytest.mark.parametrize("node", [union(SMALL, LARGE), union(LARGE, SMALL)])
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"x": {"a": 1, "b": 2}}, True),
        ({"x": {"a": 1}}, True),
        ({"x": {"a": 1, "c": 2}}, False),
        ({"x": {"a": "1"}}, False),
        ({"x": {"a": 1}, "y": 1}, False),
        ("text", False),
        (object(), False),
    ],
)
def test_json_is_taken_by_any_variant(node: Node, answer: Any, expected: bool) -> None:  # noqa: FBT001 - what is expected
    assert may_be_default(asking(node), "key", answer) == expected
    assert not may_be_default(asking(node), "other", answer) or answer == "text"


def test_names_are_looked_through() -> None:
    types = named(small=SMALL, large=LARGE)
    shape = asking(union(Ref(0), Ref(1)), types)
    assert may_be_default(shape, "key", {"x": {"a": 1, "b": 2}})
    assert not may_be_default(shape, "key", {"x": {"a": 1, "b": None}})


def test_python_values_are_taken_as_results_are() -> None:
    assert may_be_default(asking(DATE), "key", date(2024, 12, 31))
    assert may_be_default(asking(DATE), "key", "2024-12-31")
    assert not may_be_default(asking(DATE), "key", "31.12.2024")
    assert not may_be_default(asking(DATE), "other", date(2024, 12, 31))


def test_nobody_asks_for_another_key() -> None:
    assert not may_be_default(asking(STRING), "another", "text")
    assert may_be_default(asking(INTEGER), "other", "text")
    assert not may_be_default(asking(INTEGER), "key", "text")


def test_some_field_of_several_is_enough() -> None:
    first = Field("a", items(INTEGER), required=False, default_for="key")
    second = Field("b", STRING, required=False, default_for="key")
    shape = Shape(record(a=first, b=second), {})
    assert may_be_default(shape, "key", "text")
    assert may_be_default(shape, "key", [1])
    assert not may_be_default(shape, "key", 1)
