"""Defaults, and answers of the caller, stand in for what is left out, each accepted whole."""

from __future__ import annotations

import json
from datetime import date

import pytest

from schemac.enforce import Accepted, accepted_defaults
from schemac.plan.model import Shape
from schemac.plan.nodes import Constraints, Default, Field, Node, Ref, Scalar, TupleOf
from tests.unit.enforce.shapes import (
    ANY,
    BYTES,
    DATE,
    INTEGER,
    NUMBER,
    STRING,
    accepted,
    const,
    into,
    items,
    map_of,
    maybe,
    named,
    record,
    refused,
    taking,
    union,
)

DAY = date(2024, 5, 6)


def with_default(node: Node, text: str, **more: object) -> Field:
    return Field("v", node, required=False, default=Default(text), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("node", "text", "expected"),
    [
        (INTEGER, "0", 0),
        (STRING, '""', ""),
        (STRING, '"5"', "5"),
        (maybe(STRING), "null", None),
        (DATE, '"2024-05-06"', DAY),
        (items(DATE), '["2024-05-06"]', [DAY]),
        (record(_x=with_default(INTEGER, "7")), "{}", {"v": 7}),
    ],
)
def test_defaults_are_supplied(node: Node, text: str, expected: object) -> None:
    enforcer = taking(record(v=with_default(node, text)))
    assert accepted(enforcer, {}) == {"v": expected}


def test_defaults_are_for_what_is_left_out() -> None:
    enforcer = taking(record(v=with_default(INTEGER, "7")))
    assert accepted(enforcer, {"v": 1}) == {"v": 1}
    assert accepted(enforcer, {"v": None}) == {"v": 7}
    nullable = taking(record(v=with_default(maybe(INTEGER), "7")))
    assert accepted(nullable, {"v": None}) == {"v": None}


def test_defaults_at_every_depth() -> None:
    inner = record(v=with_default(INTEGER, "7"))
    enforcer = taking(record(p=inner, rows=items(inner), _m=map_of(inner)))
    sent = {"p": {}, "rows": [{}, {"v": 1}], "m": {"k": {}}}
    assert accepted(enforcer, sent) == {
        "p": {"v": 7},
        "rows": [{"v": 7}, {"v": 1}],
        "m": {"k": {"v": 7}},
    }


def test_defaults_of_the_chosen_variant() -> None:
    either = union(record(k=const("a"), v=with_default(INTEGER, "7")), record(k=const("b")))
    assert into(either, {"k": "a"}) == {"k": "a", "v": 7}
    assert into(either, {"k": "b"}) == {"k": "b"}


def test_defaults_of_recursive_types() -> None:
    types = named(node=record(v=with_default(INTEGER, "7"), _next=Ref(0)))
    assert accepted(taking(Ref(0), types), {"next": {"next": {"v": 1}}}) == {
        "v": 7,
        "next": {"v": 7, "next": {"v": 1}},
    }


def test_a_default_does_not_stand_in_for_a_required_dependency() -> None:
    node = record(a=INTEGER, v=with_default(INTEGER, "7", depends_on=("a",)))
    assert refused(taking(node), {"a": 1}) == ["/v: required, expected an integer"]


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (DATE, '"2024-02-30"'),
        (DATE, '"0000-01-01"'),
        (BYTES, '"no!"'),
        (INTEGER, '"5"'),
        (TupleOf((INTEGER,)), "[1,2]"),
        (record(a=INTEGER), '{"a":1,"hidden":2}'),
        (union(const("a"), const("b")), '"hidden"'),
    ],
)
def test_a_default_that_the_view_does_not_accept_whole_is_none(node: Node, text: str) -> None:
    assert accepted(taking(record(v=with_default(node, text))), {}) == {}


def test_each_call_gets_its_own_default() -> None:
    enforcer = taking(record(v=with_default(items(INTEGER), "[1]")))
    first = accepted(enforcer, {})
    first["v"].append(2)
    assert accepted(enforcer, {}) == {"v": [1]}


ASKING = Field("v", DATE, required=False, default_for="start")
SHAPE = Shape(record(v=ASKING, p=record(v=ASKING)), {})


def test_answers_to_default_for() -> None:
    found = accepted_defaults(SHAPE, {"start": DAY, "other": 1})
    assert found == {ASKING: '"2024-05-06"'}
    enforcer = taking(SHAPE.root)
    assert enforcer.accept({"p": {}}, found) == Accepted({"v": DAY, "p": {"v": DAY}})
    assert enforcer.accept({"p": {}}) == Accepted({"p": {}})
    assert enforcer.accept({"p": {}, "v": "2020-01-01"}, found) == Accepted(
        {"v": date(2020, 1, 1), "p": {"v": DAY}}
    )


@pytest.mark.parametrize(
    ("node", "answer", "text"),
    [
        (STRING, "a", '"a"'),
        (STRING, None, None),
        (STRING, 5, None),
        (INTEGER, 5, "5"),
        (INTEGER, True, None),
        (INTEGER, float("nan"), None),
        (DATE, DAY, '"2024-05-06"'),
        (DATE, "2024-05-06", '"2024-05-06"'),
        (DATE, "2024-02-30", None),
        (Scalar("integer", Constraints(max=3)), 4, None),
        (union(const("a"), const("b")), "c", None),
        (record(a=INTEGER), {"a": 1}, '{"a":1}'),
        (record(a=INTEGER), {"a": 1, "hidden": 2}, None),
        (items(INTEGER), (1, 2), "[1,2]"),
        (STRING, "\ud800", None),
        (STRING, print, None),
    ],
)
def test_answers_that_the_view_accepts_whole(node: Node, answer: object, text: str | None) -> None:
    asking = Field("v", node, required=False, default_for="k")
    expected = {} if text is None else {asking: text}
    assert accepted_defaults(Shape(record(v=asking), {}), {"k": answer}) == expected


def test_an_answer_wins_over_a_default() -> None:
    asking = Field("v", INTEGER, required=False, default=Default("1"), default_for="k")
    enforcer = taking(record(v=asking))
    assert enforcer.accept({}, {asking: "2"}) == Accepted({"v": 2})
    assert enforcer.accept({}) == Accepted({"v": 1})


def test_answers_in_recursive_types() -> None:
    asking = Field("v", INTEGER, required=False, default_for="k")
    types = named(node=record(v=asking, _next=Ref(0)))
    assert accepted_defaults(Shape(Ref(0), types), {"k": 3}) == {asking: "3"}


WHOLE = [
    (INTEGER, "2.0", 2),
    (INTEGER, "-2e2", -200),
    (items(INTEGER), "[1.0, 2]", [1, 2]),
    (record(a=INTEGER), '{"a": 1.0}', {"a": 1}),
    (map_of(INTEGER), '{"2.0": 1.0}', {"2.0": 1}),
    (maybe(INTEGER), "3.0", 3),
    (union(INTEGER, STRING), '"4.0"', "4.0"),
    (NUMBER, "5.0", 5.0),
    (ANY, "[6.0]", [6.0]),
]


@pytest.mark.parametrize(("node", "text", "expected"), WHOLE)
def test_integers_of_defaults_are_whole_like_those_of_arguments(
    node: Node, text: str, expected: object
) -> None:
    found = accepted(taking(record(v=with_default(node, text))), {})
    assert repr(found) == repr({"v": expected})


@pytest.mark.parametrize(("node", "text", "expected"), WHOLE)
def test_integers_of_answers_are_whole_too(node: Node, text: str, expected: object) -> None:
    field = Field("v", node, required=False, default_for="k")
    shape = Shape(record(v=field), {})
    defaults = accepted_defaults(shape, {"k": json.loads(text)})
    outcome = taking(record(v=field)).accept({}, defaults)
    assert repr(outcome.arguments if isinstance(outcome, Accepted) else outcome) == repr(
        {"v": expected}
    )
