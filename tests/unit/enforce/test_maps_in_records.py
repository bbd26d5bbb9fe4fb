"""Maps that are written out in a record's projector come out as those that are not."""

from __future__ import annotations

from typing import Any

import pytest

from schemac.enforce.outcomes import EnforceOptions
from schemac.enforce.project.incoming import Incoming
from schemac.enforce.project.walk import Misfit, Walk
from schemac.plan.model import Shape
from tests.unit.enforce.shapes import BOOLEAN, INTEGER, NUMBER, STRING, map_of, maybe, record

VALUES = (STRING, maybe(STRING), BOOLEAN, INTEGER, NUMBER, maybe(NUMBER))
GIVEN: tuple[Any, ...] = (
    {},
    {"a": "x", "b": "y"},
    {"a": "x", "b": 5},
    {"a": None},
    {"a": True, "": False},
    {"a": 1.0, "b": 2.5},
    {"a": 7, "b": 10**4000},
    {"a": ["x"]},
    {1: "x"},
    {"a": "x", 2: "y"},
    '{"a": "x"}',
    "text",
    None,
    [],
    5,
)


def made(node: Any, value: object, options: EnforceOptions) -> tuple[object, ...]:
    walk = Walk(1 << 20)
    try:
        out = Incoming(Shape(node, {}), options).project()(value, walk)
    except Misfit as misfit:
        return (misfit.keyword,)
    return out, repr(out), walk.unfit, dict(walk.cuts), walk.parsed


@pytest.mark.parametrize("coerce", ["off", "lax"])
@pytest.mark.parametrize("undeclared", ["drop", "reject"])
@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("given", GIVEN)
def test_the_same_as_alone(value: Any, given: object, undeclared: Any, coerce: Any) -> None:
    options = EnforceOptions(undeclared=undeclared, coerce=coerce)
    alone = made(map_of(value), given, options)
    inside = made(record(m=map_of(value)), {"m": given}, options)
    if len(alone) == 1:
        assert inside == alone
    else:
        out = {"m": alone[0]}
        unfit = None if alone[2] is None else f"/m{alone[2]}"
        assert inside == (out, repr(out), unfit, alone[3], alone[4])


@pytest.mark.parametrize("given", [None, {"a": "x"}])
def test_a_map_or_null(given: object) -> None:
    node = record(m=maybe(map_of(STRING)))
    assert made(node, {"m": given}, EnforceOptions())[0] == {"m": given}


def test_what_comes_out_is_no_part_of_what_came_in() -> None:
    given = {"m": {"a": "x"}}
    out = Incoming(Shape(record(m=map_of(STRING)), {}), EnforceOptions()).project()(given, Walk(99))
    given["m"]["b"] = "y"
    assert out == {"m": {"a": "x"}}


@pytest.mark.parametrize("value", [INTEGER, NUMBER, maybe(NUMBER)])
def test_an_integer_that_no_text_can_hold(value: Any) -> None:
    given = {"m": {"a": "x", "b": 10**5000}}
    assert made(record(m=map_of(value)), given, EnforceOptions()) == ("digits",)
