"""Walking over an object: what is counted of it, what raises, and what is read once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest

from schemac.enforce.project.reading import items_of, pairs_of, read_names, stream_of
from schemac.enforce.project.walk import MOST_SPARE, Walk
from tests.unit.enforce.objects_of_kinds import Listed, Row, misfit, walk_at
from tests.unit.enforce.shapes import INTEGER, map_of, out, out_breach, record, union


def trying_walk() -> Walk:
    walk = Walk(100)
    walk.trying, walk.seen = 1, {}
    return walk


@pytest.mark.parametrize(
    ("names", "read", "rest"),
    [
        (("a",), {"a": 1}, 2),
        (("a", "b", "c"), {"a": 1, "b": 2, "c": 3}, 0),
        (("a", "b"), {"a": 1, "b": 2}, 1),
        (("c", "x", "a"), {"c": 3, "a": 1}, 1),
        (("x",), {}, 3),
        ((), {}, 3),
    ],
)
def test_what_is_not_read_of_a_mapping_is_counted(
    names: tuple[str, ...], read: dict[str, int], rest: int
) -> None:
    walk = walk_at()
    value = MappingProxyType({"a": 1, "b": 2, "c": 3})
    found = read_names(value, walk, names, "/q")
    assert found == read
    assert list(found) == list(read)
    assert walk.cuts == ({"/p/q/*": rest} if rest else {})


def test_nothing_is_counted_of_what_is_read_by_attribute() -> None:
    walk = walk_at()
    assert read_names(SimpleNamespace(a=1, b=2), walk, ("a", "x"), "/q") == {"a": 1}
    assert read_names(Row(1, 2), walk, ("a",), "/q") == {"a": 1}
    assert walk.cuts == {}


def test_fields_of_a_row() -> None:
    walk = walk_at()
    names = ("a", "b", "both", "count", "index", "x")
    assert read_names(Row(len, 2), walk, names, "") == {"a": len, "b": 2, "both": f"{len}2"}


class Raising(Mapping[str, int]):
    def __getitem__(self, key: str) -> int:
        raise RuntimeError(key)

    def __iter__(self) -> Iterator[str]:
        raise RuntimeError

    def __len__(self) -> int:
        raise RuntimeError


def test_what_raises_cannot_be_read() -> None:
    assert misfit(lambda: read_names(Raising(), walk_at(), ("a",), "/q")) == ("/p/q", "read")
    assert misfit(lambda: pairs_of(Raising(), walk_at(), "/q")) == ("/p/q", "read")

    def broken() -> Iterator[int]:
        yield 1
        raise RuntimeError

    assert misfit(lambda: list(stream_of(broken(), walk_at(), "/q", 1))) == ("/p/q", "read")


class Uncountable(Mapping[str, int]):
    def __getitem__(self, key: str) -> int:
        return {"a": 1}[key]

    def __iter__(self) -> Iterator[str]:
        raise RuntimeError

    def __len__(self) -> int:
        raise RuntimeError


def test_a_mapping_that_cannot_be_counted_is_read_by_its_declared_keys_all_the_same() -> None:
    walk = walk_at()
    assert read_names(Uncountable(), walk, ("a", "x"), "/q") == {"a": 1}
    assert not walk.cuts
    assert out(record(a=INTEGER, _x=INTEGER), Uncountable()) == {"a": 1}
    assert out(union(record(a=INTEGER), record(b=INTEGER)), Uncountable()) == {"a": 1}
    assert out_breach(map_of(INTEGER), Uncountable()) == ("/v", "read")


class Uniterable(Sequence[int]):
    def __len__(self) -> int:
        return 1

    def __getitem__(self, at: Any) -> Any:
        raise RuntimeError

    def __iter__(self) -> Iterator[int]:
        raise RuntimeError


def test_items_that_cannot_be_had() -> None:
    walk = walk_at()
    assert misfit(lambda: list(stream_of(Uniterable(), walk, "/q", 1))) == ("/p/q", "read")
    for value in ("ab", {"a": 1}, Row(1), Listed(1), 5, SimpleNamespace()):
        assert misfit(lambda: list(stream_of(value, walk_at(), "/q", 1))) == ("/p/q", "type")  # noqa: B023 - called at once
        assert misfit(lambda: list(items_of(value, walk_at(), "/q", 1))) == ("/p/q", "type")  # noqa: B023 - called at once


def test_each_item_is_paid_for_when_it_is_read() -> None:
    walk = Walk(10)
    assert list(stream_of(iter([1, "abc"]), walk, "/q", 2)) == [1, "abc"]
    assert walk.left == 10 - 2 - 5
    assert list(stream_of(iter([1]), walk, "/q", 3)) == [1]
    assert walk.left == 0
    assert misfit(lambda: list(stream_of(iter([1]), walk, "/q", 1))) == ("/q", "size")


def test_what_is_read_while_variants_are_tried_is_read_once() -> None:
    walk = trying_walk()
    stream = iter([1, 2, 3])
    assert items_of(stream, walk, "/q", 2) == [1, 2, 3]
    assert walk.left == 94
    assert items_of(stream, walk, "/q", 2) == [1, 2, 3]
    assert walk.left == 88
    assert misfit(lambda: items_of(stream, walk, "/q", 40)) == ("/q", "size")


class Counted(Mapping[str, int]):
    def __init__(self) -> None:
        self.asked: list[str] = []

    def get(self, key: str, default: Any = None) -> Any:
        self.asked.append(key)
        return {"a": 1, "b": 2}.get(key, default)

    def __getitem__(self, key: str) -> int:
        return {"a": 1, "b": 2}[key]

    def __iter__(self) -> Iterator[str]:
        self.asked.append("*")
        return iter(("a", "b"))

    def __len__(self) -> int:
        return 2


def test_each_name_is_asked_for_once_for_all_variants() -> None:
    walk = trying_walk()
    value = Counted()
    assert read_names(value, walk, ("a", "x"), "") == {"a": 1}
    assert read_names(value, walk, ("x", "b", "a"), "") == {"b": 2, "a": 1}
    assert value.asked == ["a", "x", "b"]
    value.asked.clear()
    assert pairs_of(value, walk, "") == [("a", 1), ("b", 2)]
    assert (walk.left, walk.spare) == (100, MOST_SPARE - 8)
    assert pairs_of(value, walk, "") == [("a", 1), ("b", 2)]
    assert value.asked == ["*"]
    alone = Walk(100)
    for _ in range(2):
        assert read_names(value, alone, ("a",), "") == {"a": 1}
    assert value.asked == ["*", "a", "a"]
    assert alone.seen == {}


def test_pairs_of_what_is_no_mapping() -> None:
    for value in ("ab", [("a", 1)], Row(1), SimpleNamespace(a=1), None):
        assert misfit(lambda: pairs_of(value, walk_at(), "/q")) == ("/p/q", "type")  # noqa: B023 - called at once
    short = Walk(7)
    short.spare = 7
    assert misfit(lambda: pairs_of(Counted(), short, "/q")) == ("/q", "size")
    assert pairs_of({"a": 1}, Walk(0), "/q") == [("a", 1)]
