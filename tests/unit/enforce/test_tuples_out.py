"""Lists of fixed length in results, without the validator behind them."""

from __future__ import annotations

import pytest

from schemac.enforce.project.outgoing import Outgoing
from schemac.enforce.project.walk import Misfit, Walk
from schemac.plan.model import Shape
from schemac.plan.nodes import TupleOf
from tests.unit.enforce.shapes import DATE, STRING, record

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
