"""Values leave as the plain JSON of their scalar, or break the contract."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from schemac.plan.nodes import Constraints, Node, Nothing, Scalar
from tests.unit.enforce.odd_scalars import Level, Mark, Real, Stage, Text, Whole
from tests.unit.enforce.shapes import (
    ANY,
    BOOLEAN,
    BYTES,
    DATE,
    DATETIME,
    DECIMAL,
    DURATION,
    INTEGER,
    NULL,
    NUMBER,
    STRING,
    UUID_,
    const,
    maybe,
    out,
    out_breach,
    union,
)

MOMENT = datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)
IDENTIFIER = UUID("12345678-1234-5678-1234-567812345678")


@pytest.mark.parametrize(
    ("node", "value", "expected"),
    [
        (STRING, "", ""),
        (STRING, "é 漢 😀 \u0000", "é 漢 😀 \u0000"),
        (STRING, Text("t"), "t"),
        (STRING, Stage.OFFER, "offer"),
        (STRING, Mark.TEXT, "text"),
        (INTEGER, 5, 5),
        (INTEGER, 1.0, 1.0),
        (INTEGER, Whole(5), 5),
        (INTEGER, Level.HIGH, 3),
        (INTEGER, 10**40, 10**40),
        (NUMBER, 1.5, 1.5),
        (NUMBER, 2, 2),
        (NUMBER, Real(2.5), 2.5),
        (NUMBER, Mark.NUMBER, 1.5),
        (BOOLEAN, True, True),
        (BOOLEAN, Mark.FLAG, True),
        (NULL, None, None),
        (DATE, date(2024, 5, 6), "2024-05-06"),
        (DATE, date(1, 2, 3), "0001-02-03"),
        (DATE, Mark.DAY, "2024-05-06"),
        (DATE, "2024-05-06", "2024-05-06"),
        (DATETIME, MOMENT, "2024-05-06T07:08:09+00:00"),
        (DATETIME, "2024-05-06T07:08:09Z", "2024-05-06T07:08:09Z"),
        (
            DATETIME,
            MOMENT.astimezone(timezone(timedelta(hours=-5))).replace(microsecond=120),
            "2024-05-06T02:08:09.000120-05:00",
        ),
        (DURATION, timedelta(0), "PT0S"),
        (DURATION, timedelta(days=2), "P2D"),
        (DURATION, timedelta(days=1, hours=2, minutes=3, seconds=4), "P1DT2H3M4S"),
        (DURATION, timedelta(hours=1, seconds=5), "PT1H0M5S"),
        (DURATION, timedelta(minutes=7), "PT7M"),
        (DURATION, timedelta(days=999999999), "P999999999D"),
        (DURATION, "P3W", "P3W"),
        (UUID_, IDENTIFIER, "12345678-1234-5678-1234-567812345678"),
        (UUID_, str(IDENTIFIER).upper(), "12345678-1234-5678-1234-567812345678".upper()),
        (DECIMAL, Decimal("12.50"), "12.50"),
        (DECIMAL, Decimal("1E+3"), "1000"),
        (DECIMAL, Decimal("-0.000001"), "-0.000001"),
        (DECIMAL, "7", "7"),
        (BYTES, b"\x00\xff", "AP8="),
        (BYTES, bytearray(b"ab"), "YWI="),
        (BYTES, b"", ""),
        (BYTES, "AP8=", "AP8="),
        (Scalar("string", Constraints(format="uuid")), IDENTIFIER, str(IDENTIFIER)),
        (Scalar("string", Constraints(format="date")), date(2024, 5, 6), "2024-05-06"),
        (Scalar("string", Constraints(format="date-time")), MOMENT, MOMENT.isoformat()),
        (Scalar("string", Constraints(format="duration")), timedelta(1), "P1D"),
        (const("a"), "a", "a"),
        (const(value=True), True, True),
        (const(3), 3, 3),
        (const(3), 3.0, 3.0),
        (union(const("offer"), const("b")), Stage.OFFER, "offer"),
        (maybe(STRING), None, None),
        (maybe(DATE), date(2024, 5, 6), "2024-05-06"),
        (union(DATE, STRING), date(2024, 5, 6), "2024-05-06"),
        (union(INTEGER, STRING), "5", "5"),
        (union(INTEGER, BOOLEAN), True, True),
        (union(STRING, BYTES), b"ab", "YWI="),
        (union(BYTES, DATE), "2024-05-06", "2024-05-06"),
        (ANY, [1, 2.5, "a", None, True, {"k": (1, 2)}], [1, 2.5, "a", None, True, {"k": [1, 2]}]),
        (ANY, {"k": Stage.OFFER, Text("t"): Level.HIGH}, {"k": "offer", "t": 3}),
    ],
)
def test_leaves_as(node: Node, value: object, expected: object) -> None:
    found = out(node, value)
    assert found == expected
    assert _exact(found)


def _exact(value: Any) -> bool:
    if type(value) is list:
        return all(map(_exact, value))
    if type(value) is dict:
        return all(map(_exact, value)) and all(map(_exact, value.values()))
    return type(value) in {str, int, float, bool, type(None)}


def test_a_whole_float_stays_a_float() -> None:
    assert type(out(INTEGER, 1.0)) is float


@pytest.mark.parametrize(
    ("node", "value", "keyword"),
    [
        (STRING, 5, "type"),
        (STRING, None, "type"),
        (STRING, b"a", "type"),
        (STRING, ["a"], "type"),
        (STRING, Level.HIGH, "type"),
        (STRING, IDENTIFIER, "type"),
        (STRING, date(2024, 5, 6), "type"),
        (STRING, print, "type"),
        (STRING, "a\ud800", "unicode"),
        (INTEGER, 1.5, "type"),
        (INTEGER, True, "type"),
        (INTEGER, "5", "type"),
        (INTEGER, Decimal(5), "type"),
        (INTEGER, math.inf, "type"),
        (NUMBER, True, "type"),
        (NUMBER, math.nan, "type"),
        (maybe(NUMBER), math.nan, "type"),
        (maybe(NUMBER), -math.inf, "type"),
        (NUMBER, Real("nan"), "finite"),
        (NUMBER, Decimal("1.5"), "type"),
        (BOOLEAN, 1, "type"),
        (BOOLEAN, 0, "type"),
        (BOOLEAN, "true", "type"),
        (NULL, 0, "type"),
        (DATE, MOMENT, "format"),
        (DATE, datetime(2024, 5, 6), "format"),  # noqa: DTZ001 - the naive one is the case
        (DATE, "2024-02-30", "format"),
        (DATE, 20240506, "type"),
        (DATETIME, datetime(2024, 5, 6), "format"),  # noqa: DTZ001 - the naive one is the case
        (DATETIME, date(2024, 5, 6), "type"),
        (DATETIME, "2024-05-06", "format"),
        (DATETIME, MOMENT.replace(tzinfo=timezone(timedelta(seconds=90))), "format"),
        (DURATION, timedelta(seconds=1.5), "format"),
        (DURATION, timedelta(seconds=-1), "format"),
        (DURATION, 5, "type"),
        (DURATION, "PT1.5S", "format"),
        (UUID_, "x", "format"),
        (UUID_, 5, "type"),
        (DECIMAL, Decimal("nan"), "finite"),
        (DECIMAL, Decimal("inf"), "finite"),
        (DECIMAL, Decimal("1e999999"), "size"),
        (DECIMAL, Decimal("1e-999999"), "size"),
        (DECIMAL, 5, "type"),
        (DECIMAL, "1e5", "pattern"),
        (BYTES, "not base64", "contentEncoding"),
        (BYTES, "YQ", "contentEncoding"),
        (BYTES, memoryview(b"ab"), "type"),
        (const("a"), "b", "const"),
        (const(value=True), False, "const"),
        (const(1), True, "type"),
        (const(value=True), 1, "type"),
        (union(const(1), const("a")), True, "anyOf"),
        (union(INTEGER, STRING), 1.5, "type"),
        (union(INTEGER, STRING), None, "anyOf"),
        (union(INTEGER, STRING), Mark.THING, "anyOf"),
        (ANY, object(), "type"),
        (ANY, math.inf, "finite"),
        (ANY, Real("inf"), "finite"),
        (ANY, {1: 2}, "propertyNames"),
        (ANY, {"a": {2, 3}}, "type"),
        (ANY, MOMENT, "type"),
        (ANY, iter([1]), "type"),
        (ANY, Mark.TEXT, "type"),
    ],
)
def test_breaks_the_contract(node: Node, value: object, keyword: str) -> None:
    assert out_breach(node, value) in {("/v", keyword), ("", keyword), ("/v/*", keyword)}


def test_nothing_is_no_value() -> None:
    assert out_breach(Nothing(), 5) == ("/v", "not")
