"""Lists of fixed length in results, without the validator behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

import pytest

from schemac.enforce.project.outgoing import Outgoing
from schemac.enforce.project.walk import Misfit, Walk
from schemac.plan.model import Shape
from schemac.plan.nodes import TupleOf
from tests.unit.enforce.shapes import DATE, STRING, items, out, out_breach, record, union

NODE = record(v=TupleOf((STRING, record(a=STRING), DATE)))


def given(value: object) -> tuple[object, dict[str, int]]:
    walk = Walk(1000)
    return Outgoing(Shape(NODE, {}), 64).project()({"v": value}, walk), dict(walk.cuts)


@pytest.mark.parametrize("kind", [list, tuple, iter])
def test_each_item_is_cut_to_its_own_type(kind: type) -> None:
    value = kind(["s", {"a": "t", "b": 1}, "2024-01-02"])
    assert given(value) == ({"v": ["s", {"a": "t"}, "2024-01-02"]}, {"/v/*/*": 1})


@pytest.mark.parametrize(
    ("value", "where"),
    [
        (["s", {"a": "t"}], ("/v", "minItems")),
        (["s", {"a": "t"}, "2024-01-02", 4], ("/v", "maxItems")),
        (["s", {"a": 5}, "2024-01-02"], ("/v/*/a", "type")),
        ([5, {"a": "t"}, "2024-01-02"], ("/v/*", "type")),
        ("abc", ("/v", "type")),
    ],
)
def test_what_does_not_fit_is_told_by_place(value: object, where: tuple[str, str]) -> None:
    with pytest.raises(Misfit) as misfit:
        given(value)
    assert (misfit.value.pointer, misfit.value.keyword) == where


class Ordered(AbstractSet[str]):
    def __init__(self, held: Iterable[str] = ()) -> None:
        self.held = list(held)

    def __contains__(self, item: object) -> bool:
        return item in self.held

    def __iter__(self) -> Iterator[str]:
        return iter(self.held)

    def __len__(self) -> int:
        return len(self.held)


@pytest.mark.parametrize("kind", [set, frozenset, Ordered])
def test_a_set_is_no_tuple_for_it_has_no_order(kind: type) -> None:
    pair = TupleOf((STRING, STRING))
    assert out_breach(pair, kind("ab")) == ("/v", "type")
    assert out_breach(items(pair), [kind("ab")]) == ("/v/*", "type")
    assert out_breach(union(pair, TupleOf(())), kind("ab")) == ("/v", "anyOf")
    assert out(union(pair, items(STRING)), kind("ba")) == ["a", "b"]
    assert out(pair, dict.fromkeys("ba").keys()) == ["b", "a"]
