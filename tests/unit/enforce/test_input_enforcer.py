"""Arguments as JSON in: what arrives of them, and what is refused with which words."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any

import pytest

from schemac.enforce import Accepted, Refused
from schemac.plan.nodes import (
    Constraints,
    Field,
    Member,
    Meta,
    NamedType,
    Node,
    Nothing,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from tests.counted import calls_at_most
from tests.unit.enforce.shapes import (
    ANY,
    BOOLEAN,
    INTEGER,
    NULL,
    NUMBER,
    POINT,
    STRING,
    accepted,
    const,
    into,
    into_refused,
    items,
    map_of,
    maybe,
    named,
    record,
    refused,
    set_of,
    taking,
    union,
)


@pytest.mark.parametrize(
    ("node", "value", "expected"),
    [
        (STRING, "123", "123"),
        (STRING, '{"x":1}', '{"x":1}'),
        (INTEGER, 1.0, 1),
        (INTEGER, 10**30, 10**30),
        (NUMBER, 1, 1),
        (NUMBER, 1.5, 1.5),
        (BOOLEAN, False, False),
        (maybe(STRING), None, None),
        (const(3), 3.0, 3),
        (union(const(1), const("a")), 1.0, 1),
        (items(INTEGER), [1, 2.0], [1, 2]),
        (set_of(STRING), ["b", "a"], ["b", "a"]),
        (TupleOf((INTEGER, STRING)), [1, "a"], [1, "a"]),
        (map_of(POINT), {"k": {"x": 1, "y": 2}}, {"k": {"x": 1}}),
        (ANY, {"a": [1, {"b": None}]}, {"a": [1, {"b": None}]}),
        (POINT, {"x": 1, "hidden": {"deep": 1}}, {"x": 1}),
        (items(POINT), [{"x": 1, "h": 1}, {"x": 2}], [{"x": 1}, {"x": 2}]),
        # opened strings
        (POINT, '{"x": 1, "y": 2}', {"x": 1}),
        (POINT, ' \n{"x": 1}', {"x": 1}),
        (items(INTEGER), "[1, 2]", [1, 2]),
        (map_of(INTEGER), '{"a": 1}', {"a": 1}),
        (TupleOf((INTEGER,)), "[1]", [1]),
        (maybe(POINT), '{"x": 1}', {"x": 1}),
        (union(POINT, items(INTEGER)), "[1]", [1]),
        (union(POINT, INTEGER), '{"x": 1}', {"x": 1}),
        (union(POINT, STRING), '{"x": 1}', '{"x": 1}'),
        (union(POINT, const("a")), "a", "a"),
        (items(POINT), ['{"x": 1}'], [{"x": 1}]),
        (ANY, '{"x": 1}', '{"x": 1}'),
        # variants
        (union(record(a=INTEGER), record(a=INTEGER, b=INTEGER)), {"a": 1, "b": 2, "c": 3},
         {"a": 1, "b": 2}),
        (union(record(a=INTEGER, b=INTEGER), record(a=INTEGER)), {"a": 1, "b": "x"}, {"a": 1}),
        (union(record(k=const("a"), x=INTEGER), record(k=const("b"), y=INTEGER)),
         {"k": "b", "x": 1, "y": 2}, {"k": "b", "y": 2}),
        (union(record(k=const(1), _x=ANY), record(k=const(value=True), _y=ANY)),
         {"k": True, "x": 1, "y": 2}, {"k": True, "y": 2}),
        (union(record(closed=True, a=INTEGER), record(_b=INTEGER)), {"a": 1, "b": 2}, {"b": 2}),
        (union(record(closed=True, a=INTEGER), record(_b=INTEGER)), {"a": 1}, {"a": 1}),
        (union(record(_a=INTEGER, c=NULL), record(_a=STRING)), {"a": None}, {}),
    ],
)  # fmt: skip
def test_arrives_as(node: Node, value: object, expected: object) -> None:
    found = into(node, value)
    assert found == expected
    assert json.dumps(found) == json.dumps(expected)


@pytest.mark.parametrize(
    ("node", "value", "expected"),
    [
        (INTEGER, "1", ['/v: expected an integer, got "1"']),
        (INTEGER, 1.5, ["/v: expected an integer, got 1.5"]),
        (INTEGER, True, ["/v: expected an integer, got true"]),
        (NUMBER, "1", ['/v: expected a number, got "1"']),
        (BOOLEAN, 1, ["/v: expected true or false, got 1"]),
        (BOOLEAN, "true", ['/v: expected true or false, got "true"']),
        (STRING, 1, ["/v: expected a string, got 1"]),
        (STRING, None, ["/v: expected a string, got null"]),
        (STRING, {"secret": 1}, ["/v: expected a string, got an object"]),
        (STRING, ["secret"], ["/v: expected a string, got a list"]),
        (maybe(STRING), 5, ["/v: expected a string or null, got 5"]),
        (const("a"), "b", ['/v: expected "a", got "b"']),
        (const(1), True, ["/v: expected 1, got true"]),
        (union(const("a"), const("b")), "A", ['/v: expected "a" or "b", got "A"']),
        (union(const(1), const("b")), True, ['/v: expected 1 or "b", got true']),
        (items(INTEGER), {"0": 1}, ["/v: expected a list, got an object"]),
        (items(INTEGER), "[1, ", ['/v: expected a list, got "[1, "']),
        (items(INTEGER), "1", ['/v: expected a list, got "1"']),
        (items(INTEGER), '["1"]', ['/v/0: expected an integer, got "1"']),
        (POINT, [], ['/v: expected an object with "x", got a list']),
        (POINT, '{"x":1,"x":2}', ['/v: expected an object with "x", got "{\\"x\\":1,\\"x\\":2}"']),
        (POINT, '"{}"', ['/v: expected an object with "x", got "\\"{}\\""']),
        (POINT, {"x": "s", "label": 5},
         ["/v/label: expected a string, got 5", '/v/x: expected an integer, got "s"']),
        (POINT, {}, ["/v/x: required, expected an integer"]),
        (items(POINT), [{"x": 1}, {"x": "s"}], ['/v/1/x: expected an integer, got "s"']),
        (Nothing(), 1, ["/v: no value is accepted here"]),
        (TupleOf((INTEGER,)), [1, 2], ["/v: expected at most 1 items"]),
        (TupleOf((INTEGER, STRING)), [1], ["/v: expected at least 2 items"]),
        (Scalar("integer", Constraints(min=3, max=5)), 2, ["/v: expected at least 3, got 2"]),
        (Scalar("integer", Constraints(min=3, max=5)), 6, ["/v: expected at most 5, got 6"]),
        (Scalar("number", Constraints(exclusive_min=0)), 0, ["/v: expected more than 0, got 0"]),
        (Scalar("number", Constraints(exclusive_max=1.5)), 1.5,
         ["/v: expected less than 1.5, got 1.5"]),
        (Scalar("integer", Constraints(multiple_of=5)), 6,
         ["/v: expected a multiple of 5, got 6"]),
        (Scalar("string", Constraints(min=2)), "a", ["/v: expected at least 2 characters"]),
        (Scalar("string", Constraints(max=2)), "abc", ["/v: expected at most 2 characters"]),
        (Scalar("string", Constraints(pattern="^a+$")), "b",
         ['/v: expected a string that matches ^a+$, got "b"']),
        (Scalar("string", Constraints(format="email")), "b",
         ['/v: expected an e-mail address, got "b"']),
        (items(STRING, Constraints(min=1)), [], ["/v: expected at least 1 items"]),
        (items(STRING, Constraints(unique=True)), ["a", "a"], ["/v: expected no item twice"]),
        (map_of(STRING, Scalar("string", Constraints(pattern="^a"))), {"b": "c"},
         ["/v/b: expected as a key a string of the declared form"]),
        (map_of(INTEGER), {"b": "c"}, ['/v/b: expected an integer, got "c"']),
        (record(closed=True, a=INTEGER), {"a": 1, "b": 2, "c": 3},
         ['/v/b: no such field, leave it out; the fields are "a"',
          '/v/c: no such field, leave it out; the fields are "a"']),
        (record(closed=True), {"b": 2}, ["/v/b: no such field, leave it out; there are none"]),
        # unions
        (union(record(k=const("a"), x=INTEGER), record(k=const("b"), y=INTEGER)),
         {"k": "b", "x": 1, "y": "s"}, ['/v/y: expected an integer, got "s"']),
        (union(record(k=const("a"), x=INTEGER), record(k=const("b"), y=INTEGER)),
         {"k": "c", "x": 1},
         ['/v: expected an object with "k" "a" or an object with "k" "b", got an object']),
        (union(record(a=INTEGER), record(b=INTEGER)), {"a": "s"},
         ['/v: expected an object with "a" or an object with "b", got an object']),
        (maybe(POINT), {"x": "s"}, ['/v/x: expected an integer, got "s"']),
        (union(POINT, STRING), 5, ['/v: expected an object with "x" or a string, got 5']),
        (union(POINT, items(INTEGER)), ["s"], ['/v/0: expected an integer, got "s"']),
    ],
)  # fmt: skip
def test_is_refused(node: Node, value: object, expected: list[str]) -> None:
    assert into_refused(node, value) == expected


NODE = named(node=record(label=STRING, _children=items(Ref(0))))


def test_recursion_is_cut_at_every_level() -> None:
    enforcer = taking(record(v=Ref(0)), NODE)
    value: dict[str, Any] = {"label": "x", "cost": 1}
    expected: dict[str, Any] = {"label": "x"}
    for _ in range(30):
        value = {"label": "x", "cost": 1, "children": [value]}
        expected = {"label": "x", "children": [expected]}
    assert accepted(enforcer, {"v": value}) == {"v": expected}


def test_nesting_is_bounded() -> None:
    value: dict[str, Any] = {"label": "x"}
    for _ in range(100_000):
        value = {"label": "x", "children": [value]}
    assert refused(taking(record(v=Ref(0)), NODE), {"v": value})[0].endswith(
        "nested deeper than 64 levels"
    )


def test_variants_at_every_level_take_no_exponential_time() -> None:
    types = named(
        n=union(record(_x=INTEGER, _next=Ref(0)), record(_y=INTEGER, _next=Ref(0))),
    )
    value: dict[str, Any] = {"y": "wrong"}
    for _ in range(50):
        value = {"y": 1, "next": value}
    with calls_at_most(50_000):
        answer = taking(record(v=Ref(0)), types).accept({"v": value})
        assert isinstance(answer, Accepted | Refused)


class Kind(Enum):
    A = "a"


class Text(str):
    __slots__ = ()


class Dict(dict[str, object]):
    pass


@pytest.mark.parametrize(
    "value",
    [Kind.A, Text("a"), Dict(x=1), (1, 2), {1, 2}, object(), b"a", float("nan"), {1: 2}, [Kind.A]],
)
@pytest.mark.parametrize(
    "node",
    [STRING, ANY, POINT, items(ANY), map_of(ANY), maybe(NUMBER), union(STRING, POINT),
     union(POINT, record(_y=ANY)), const("a")],
)  # fmt: skip
def test_what_is_not_json_is_refused(node: Node, value: Any) -> None:
    """Only code in the same process can send it; it still gets no other way in."""
    answer = taking(record(v=node)).accept({"v": value})
    if isinstance(answer, Accepted):
        assert repr(answer.arguments) == repr(json.loads(json.dumps(answer.arguments)))
        assert node == ANY or value == {1: 2}


def test_arguments_that_are_no_object() -> None:
    enforcer = taking(record(_a=INTEGER))
    values: tuple[Any, ...] = ([], "x", 5, None, '{"a":')
    for value in values:
        assert isinstance(enforcer.accept(value), Refused)


def test_at_most_twenty_violations() -> None:
    found = into_refused(items(INTEGER), ["x"] * 100)
    assert len(found) == 20
    assert found[0] == '/v/0: expected an integer, got "x"'


def test_given_values_are_shortened() -> None:
    [line] = into_refused(INTEGER, "x" * 10_000)
    assert line == '/v: expected an integer, got "' + "x" * 38 + "…"
    [line] = into_refused(map_of(INTEGER), {"k" * 10_000: "x"})
    assert len(line) < 150


def test_named_union_inside_a_union() -> None:
    types = {0: NamedType("inner", union(record(a=INTEGER), INTEGER))}
    described = Union((Member(Ref(0, meta=Meta(description="d"))), Member(STRING)))
    enforcer = taking(record(v=described), types)
    for value, expected in ((1.0, 1), ("s", "s"), ({"a": 1, "b": 2}, {"a": 1})):
        assert accepted(enforcer, {"v": value}) == {"v": expected}


def test_dependencies() -> None:
    node = record(
        a=Field("a", INTEGER, required=False),
        b=Field("b", INTEGER, required=False, depends_on=("a",)),
    )
    assert accepted(taking(node), {"b": 1}) == {"b": 1}
    assert refused(taking(node), {"a": 1}) == ["/b: required, expected an integer"]
    assert refused(taking(node), {"a": 1, "b": None}) == ["/b: required, expected an integer"]
    assert accepted(taking(node), {"a": None}) == {}


def test_arguments_given_are_never_changed() -> None:
    sent = {"v": {"x": 1.0, "hidden": [1]}}
    before = json.dumps(sent)
    assert accepted(taking(record(v=POINT)), sent) == {"v": {"x": 1}}
    assert json.dumps(sent) == before


def test_a_literal_that_is_not_met_does_not_speak_for_its_union() -> None:
    node = union(record(a=INTEGER), const("x"))
    assert into_refused(node, "y") == ['/v: expected an object with "a" or "x", got "y"']
    assert into_refused(node, {"a": "q"}) == ['/v/a: expected an integer, got "q"']
