"""Integers short and long in, which pass where nothing bounds them out."""

from __future__ import annotations

import pytest

from schemac.plan.nodes import TupleOf
from tests.unit.enforce.shapes import (
    ANY,
    INTEGER,
    NUMBER,
    into,
    into_refused,
    items,
    map_of,
    maybe,
    out,
    out_breach,
    record,
    union,
)

LONGEST = 10**4300 - 1
LENGTHS = (43_000, 43_001, 1 << 1999, (1 << 2000) - 1, 1 << 2000, 1 << 3000, LONGEST)


class Long(int):
    """An integer of a type of its own."""


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("size", range(len(LENGTHS)))
def test_what_text_can_hold_passes_wherever_it_stands(size: int, sign: int) -> None:
    number = sign * LENGTHS[size]
    for node in (INTEGER, NUMBER, ANY, maybe(INTEGER), union(items(INTEGER), NUMBER)):
        assert into(node, number) == number
        assert out(node, number) == number
        assert into(items(node), [number, 1]) == [number, 1]
        assert out(items(node), [number, 1]) == [number, 1]
        assert into(TupleOf((node, node)), [1, number]) == [1, number]
        assert into(map_of(node), {"k": number}) == {"k": number}
        assert into(record(w=record(x=node)), {"w": {"x": number}}) == {"w": {"x": number}}
    assert out(ANY, [Long(number), {"k": Long(number)}]) == [number, {"k": number}]


@pytest.mark.parametrize("sign", [1, -1])
def test_what_no_text_can_hold_is_refused_where_it_stands(sign: int) -> None:
    number = sign * (LONGEST + 1)
    words = "expected a number of at most 4300 digits"
    for node in (INTEGER, NUMBER, ANY, maybe(INTEGER), union(items(INTEGER), NUMBER)):
        assert into_refused(node, number) == [f"/v: {words}"]
        assert into_refused(items(node), [1, number]) == [f"/v/*: {words}"]
        assert into_refused(record(w=node), {"w": number}) == [f"/v/w: {words}"]
    assert out_breach(ANY, number) == ("/v", "digits")
    assert out_breach(ANY, Long(number)) == ("/v", "digits")
    assert out_breach(ANY, [[Long(number)]]) == ("/v/*/*", "digits")
