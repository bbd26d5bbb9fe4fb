"""Strings stand for other values only where that is allowed, and are opened once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from schemac.enforce import Accepted, Refused
from tests.unit.enforce.shapes import (
    ANY,
    BOOLEAN,
    INTEGER,
    NUMBER,
    POINT,
    STRING,
    const,
    into,
    into_refused,
    items,
    maybe,
    record,
    taking,
    union,
)

if TYPE_CHECKING:
    from schemac.plan.nodes import Node


@pytest.mark.parametrize(
    ("node", "text", "expected"),
    [
        (INTEGER, "5", 5),
        (INTEGER, "-5", -5),
        (INTEGER, "5.0", None),
        (INTEGER, "5e1", None),
        (INTEGER, "05", None),
        (INTEGER, " 5", None),
        (INTEGER, "+5", None),
        (INTEGER, "\u0665", None),
        (INTEGER, "5\n", None),
        (INTEGER, "9" * 5000, None),
        (NUMBER, "5", 5),
        (NUMBER, "5.50", 5.5),
        (NUMBER, "-1e2", -100.0),
        (NUMBER, "1e999", None),
        (NUMBER, "NaN", None),
        (NUMBER, "true", None),
        (BOOLEAN, "true", True),
        (BOOLEAN, "false", False),
        (BOOLEAN, "1", True),
        (BOOLEAN, "0", False),
        (BOOLEAN, "True", None),
        (BOOLEAN, "yes", None),
        (maybe(INTEGER), "5", 5),
        (maybe(INTEGER), "null", None),
        (union(INTEGER, BOOLEAN), "5", 5),
        (union(INTEGER, BOOLEAN), "true", True),
        (union(INTEGER, BOOLEAN), "1", None),
        (union(const(1), const(2)), "2", 2),
        (union(const(1), const(2)), "3", None),
        (union(INTEGER, items(INTEGER)), "7", 7),
    ],
)
def test_lax_coercion(node: Node, text: str, expected: object) -> None:
    if expected is None:
        assert len(into_refused(node, text, coerce="lax")) == 1
    else:
        found = into(node, text, coerce="lax")
        assert found == expected
        assert type(found) is type(expected)
    assert len(into_refused(node, text)) == 1


def test_lax_leaves_strings_where_strings_are_expected() -> None:
    assert into(union(STRING, INTEGER), "5", coerce="lax") == "5"
    assert into(STRING, "true", coerce="lax") == "true"
    assert into(union(const("1"), const(1)), "1", coerce="lax") == "1"
    assert into(items(INTEGER), ["1", 2], coerce="lax") == [1, 2]
    assert into(POINT, {"x": "7"}, coerce="lax") == {"x": 7}


def test_lax_coercion_inside_variants() -> None:
    either = union(record(k=const(1), x=INTEGER), record(k=const(2), y=INTEGER))
    assert into(either, {"k": "2", "y": "5"}, coerce="lax") == {"k": 2, "y": 5}


def test_strings_are_opened_once() -> None:
    inner = json.dumps({"x": 1})
    outer = record(p=POINT)
    assert into(outer, {"p": inner}) == {"p": {"x": 1}}
    assert into_refused(outer, json.dumps({"p": inner})) == [
        '/v/p: expected an object with "x", got "{\\"x\\": 1}"'
    ]
    assert len(into_refused(POINT, json.dumps(inner))) == 1


def test_no_string_of_arguments_that_were_one_is_opened() -> None:
    enforcer = taking(record(a=items(INTEGER), _u=union(items(INTEGER), INTEGER)))
    sent = {"a": "[1]", "u": "[2]"}
    assert enforcer.accept(sent) == Accepted({"a": [1], "u": [2]})
    answer = enforcer.accept(sent, opened=True)
    assert isinstance(answer, Refused)
    assert [each.pointer for each in answer.violations] == ["/a", "/u"]
    assert enforcer.accept({"a": [1], "u": 2}, opened=True) == Accepted({"a": [1], "u": 2})


def test_limits_hold_inside_opened_strings() -> None:
    deep = items(ANY)
    text = "[" * 10 + "]" * 10
    assert into(deep, text, depth=11) is not None
    assert len(into_refused(deep, text, depth=10)) == 1
    assert len(into_refused(deep, "[" * 100_000)) == 1
    for broken in ("[NaN]", '["\\ud800"]', "[1e999]", '[{"a":1,"a":2}]', "\ufeff[]"):
        assert len(into_refused(deep, broken)) == 1
