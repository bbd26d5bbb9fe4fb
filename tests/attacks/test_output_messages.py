"""What messages and keys give away: entries 44 to 46 and neighbours."""

from __future__ import annotations

import pytest

from schemac.enforce import Breach, Projected
from schemac.plan.nodes import Constraints, Node, Scalar
from tests.attacks.plain_results import PLAIN, SECRET
from tests.unit.enforce.shapes import (
    ANY,
    BYTES,
    DATE,
    DATETIME,
    DURATION,
    INTEGER,
    NUMBER,
    STRING,
    breach,
    const,
    giving,
    into_refused,
    items,
    map_of,
    maybe,
    record,
    refused,
    set_of,
    taking,
    union,
)


def test_044_messages_hold_values_of_their_own_field_only() -> None:
    node = record(a=INTEGER, b=record(c=INTEGER, secret=STRING), _e=union(const("x"), const("y")))
    lines = refused(taking(node), {"a": "s", "b": {"c": "t", "secret": SECRET}, "e": [SECRET]})
    assert lines == [
        '/a: expected an integer, got "s"',
        '/b/c: expected an integer, got "t"',
        '/e: expected "x" or "y", got a list',
    ]
    either = union(record(k=STRING, x=INTEGER), record(k=STRING, y=INTEGER))
    assert SECRET not in "".join(into_refused(either, {"k": SECRET, "x": SECRET, "y": SECRET}))


def test_044_messages_name_visible_literals_only() -> None:
    assert into_refused(union(const("open"), const("done")), "hidden") == [
        '/v: expected "open" or "done", got "hidden"'
    ]


def test_044_a_message_stays_one_line() -> None:
    for given in ("a\nb", "a\r\nb", "\u2028", "\x1b[31m", "x" * 100_000):
        [line] = into_refused(INTEGER, given)
        assert line.isprintable()
        assert len(line) < 120
    lines = into_refused(record(closed=True, a=INTEGER), {"a": 1, "x\ny": 1, "k" * 9_999: 1})
    assert all(line.isprintable() and len(line) < 200 for line in lines)


@pytest.mark.parametrize(
    "key", ["a\nb", "\r/admin: ok", "\u2028", "\u202e", "\x1b[31m", "k" * 9_999]
)
@pytest.mark.parametrize(
    ("node", "value"),
    [
        (map_of(INTEGER), "x"),
        (map_of(DATE), "0000-01-01"),
        (map_of(DURATION), "P1Y"),
        (map_of(items(DATETIME)), ["0000-01-01T00:00:00Z"]),
        (map_of(map_of(BYTES)), {"\n": "!"}),
        (map_of(union(DATE, record(d=DATE))), {"d": "0000-01-01"}),
        (map_of(ANY), float("nan")),
        (map_of(INTEGER, const("a")), 1),
        (map_of(INTEGER, Scalar("string", Constraints(pattern="^a$"))), 1),
        (record(closed=True, _a=INTEGER), 1),
        (union(record(closed=True, _a=INTEGER), STRING), 1),
    ],
)
@pytest.mark.parametrize("undeclared", ["drop", "reject"])
def test_044_keys_that_were_sent_stay_short_and_on_one_line(
    node: Node, key: str, value: object, undeclared: str
) -> None:
    answer = taking(record(v=node), undeclared=undeclared).accept({"v": {key: value}})
    for violation in getattr(answer, "violations", ()):
        assert str(violation).isprintable()
        assert len(str(violation)) < 200


def test_045_exceptions_of_properties_are_not_told() -> None:
    class Failing:
        ok = True

        @property
        def id(self) -> str:
            raise ValueError(SECRET)

    answer = giving(PLAIN).project(Failing())
    assert answer == Breach("", "read")
    assert SECRET not in repr(answer)


def test_045_no_suggestions_of_hidden_names() -> None:
    [line] = refused(taking(record(name=STRING), undeclared="reject"), {"name": "n", "nam": 1})
    assert line == '/nam: no such field, leave it out; the fields are "name"'


def test_046_map_keys_are_data() -> None:
    node = giving(record(by=map_of(Scalar("integer", Constraints(max=5)))))
    assert breach(node, {"by": {SECRET: 6}}) == ("/by/*", "maximum")
    assert breach(node, {"by": {SECRET: "x"}}) == ("/by/*", "type")
    answer = giving(record(by=map_of(PLAIN))).project(
        {"by": {SECRET: {"ok": True, "id": "i", "x": 1}}}
    )
    assert isinstance(answer, Projected)
    assert answer.cut == {"/by/*/*": 1}


def test_neighbours_numbers_that_are_none_anywhere() -> None:
    for number in (float("nan"), float("inf"), float("-inf")):
        for node in (NUMBER, maybe(NUMBER), ANY, union(NUMBER, STRING), const(1.5)):
            assert isinstance(giving(record(v=node)).project({"v": number}), Breach)
        for inner in (NUMBER, maybe(NUMBER), ANY):
            assert isinstance(giving(record(v=items(inner))).project({"v": [number]}), Breach)
            assert isinstance(giving(record(v=set_of(inner))).project({"v": [number]}), Breach)


def test_neighbours_strings_that_are_no_utf8_anywhere() -> None:
    bad = "a\udc80"
    for node in (STRING, ANY, union(STRING, INTEGER), maybe(STRING)):
        assert isinstance(giving(record(v=node)).project({"v": bad}), Breach)
    assert isinstance(giving(record(v=items(STRING))).project({"v": [bad]}), Breach)
    assert isinstance(giving(record(v=map_of(STRING))).project({"v": {bad: "x"}}), Breach)
