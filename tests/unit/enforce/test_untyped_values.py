"""Values of no declared type in, plain JSON out: how deep, how much, and of which exact types."""

from __future__ import annotations

import math
from enum import IntEnum, StrEnum
from types import MappingProxyType, SimpleNamespace
from typing import Any, NamedTuple, Self

import pytest

from schemac.enforce.project.anything import plain_json
from schemac.enforce.project.walk import Misfit, Walk


class Word(StrEnum):
    A = "a"


class Level(IntEnum):
    HIGH = 3


class Told(StrEnum):
    """Its text is not its value."""

    ONE = "one"

    def __new__(cls, text: str) -> Self:
        made = str.__new__(cls, text)
        made._value_ = text.upper()
        return made


class Text(str):
    __slots__ = ()


class Row(NamedTuple):
    a: int


class Items(list[int]):
    def __iter__(self) -> Any:
        raise RuntimeError


class Pair(tuple[int, int]):
    __slots__ = ()

    def __iter__(self) -> Any:
        raise RuntimeError


def copied(value: object, levels: int = 9, room: int = 1000) -> Any:
    walk = Walk(room)
    walk.prefix = "/p"
    return plain_json(value, walk, "/q", levels)


def misfit(value: object, levels: int = 9, room: int = 1000) -> tuple[str, str]:
    with pytest.raises(Misfit) as caught:
        copied(value, levels, room)
    return caught.value.pointer, caught.value.keyword


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        (1, 1),
        (1.5, 1.5),
        ("a", "a"),
        (Word.A, "a"),
        (Told.ONE, "ONE"),
        (Text("a"), "a"),
        (Level.HIGH, 3),
        ([1, (2, 3)], [1, [2, 3]]),
        (Items([1, 2]), [1, 2]),
        (Pair((1, 2)), [1, 2]),
        ({"a": {Word.A: 1}}, {"a": {"a": 1}}),
        ({Told.ONE: 1, Text("b"): 2}, {"ONE": 1, "b": 2}),
        (MappingProxyType({"a": [None]}), {"a": [None]}),
    ],
)
def test_copies_are_of_exact_types(value: object, expected: object) -> None:
    made = copied(value)
    assert made == expected
    assert type(made) is type(expected)
    if isinstance(made, dict):
        assert {type(key) for key in made} == {str}


@pytest.mark.parametrize(
    ("value", "pointer", "keyword"),
    [
        (math.inf, "/p/q", "finite"),
        ([math.nan], "/p/q/*", "finite"),
        (Row(1), "/p/q", "type"),
        ([Row(1)], "/p/q/*", "type"),
        ({"a": {1}}, "/p/q/*", "type"),
        (SimpleNamespace(a=1), "/p/q", "type"),
        (iter([1]), "/p/q", "type"),
        ({1: 2}, "/p/q", "propertyNames"),
        ({"a": {None: 2}}, "/p/q/*", "propertyNames"),
        (MappingProxyType({1: 2}), "/p/q", "propertyNames"),
        (b"a", "/p/q", "type"),
    ],
)
def test_what_is_no_json(value: object, pointer: str, keyword: str) -> None:
    assert misfit(value) == (pointer, keyword)


@pytest.mark.parametrize("wrap", [lambda inner: [inner], lambda inner: {"a": inner}])
def test_each_container_is_a_level(wrap: Any) -> None:
    value: object = 1
    for levels in range(4):
        assert copied(value, levels) == value
        assert copied(wrap(1), levels + 1) == wrap(1)
        value = wrap(value)
        assert misfit(value, levels) == ("/p/q" + "/*" * levels, "depth")


def test_containers_are_paid_for_by_their_items() -> None:
    walk = Walk(100)
    plain_json([1, [2, 3]], walk, "", 9)
    assert walk.left == 100 - 4 - 4
    plain_json({"a": 1, "b": {"c": 1}}, walk, "", 9)
    assert walk.left == 92 - 8 - 4
    plain_json(MappingProxyType({"a": 1}), walk, "", 9)
    assert walk.left == 80 - 4
    assert copied([1, 2], room=4) == [1, 2]
    assert misfit([1, 2], room=3) == ("/p/q", "size")
    assert copied({"a": 1}, room=4) == {"a": 1}
    assert misfit({"a": 1}, room=3) == ("/p/q", "size")
    assert misfit(MappingProxyType({"a": 1}), room=3) == ("/p/q", "size")
    assert copied(MappingProxyType({"a": 1}), room=4) == {"a": 1}
