"""What is read of JSON arrives as the Python object of its scalar, or is refused."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from uuid import UUID

import pytest

from schemac.plan.nodes import Field, Node, Record, TupleOf
from tests.unit.enforce.shapes import (
    ANY,
    BYTES,
    DATE,
    DATETIME,
    DECIMAL,
    DURATION,
    INTEGER,
    STRING,
    UUID_,
    const,
    into,
    into_refused,
    items,
    map_of,
    maybe,
    record,
    refused,
    taking,
    union,
)

DAY = date(2024, 5, 6)


@pytest.mark.parametrize(
    ("node", "value", "expected"),
    [
        (DATE, "2024-05-06", DAY),
        (DATE, "0001-01-01", date(1, 1, 1)),
        (DATETIME, "2024-05-06T07:08:09Z", datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)),
        (DATETIME, "2024-05-06t07:08:09z", datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)),
        (
            DATETIME,
            "2024-05-06T07:08:09.123456789-05:30",
            datetime(
                2024, 5, 6, 7, 8, 9, 123456, tzinfo=timezone(timedelta(hours=-5, minutes=-30))
            ),
        ),
        (DURATION, "P1DT2H3M4S", timedelta(days=1, hours=2, minutes=3, seconds=4)),
        (DURATION, "PT36H", timedelta(hours=36)),
        (DURATION, "P2W", timedelta(weeks=2)),
        (DURATION, "PT0S", timedelta(0)),
        (DURATION, "PT" + "0" * 40 + "5S", timedelta(seconds=5)),
        (UUID_, "12345678-1234-5678-1234-567812345678",
         UUID("12345678-1234-5678-1234-567812345678")),
        (DECIMAL, "12.50", Decimal("12.50")),
        (DECIMAL, "-0", Decimal("-0")),
        (DECIMAL, "0.1" + "0" * 100, Decimal("0.1" + "0" * 100)),
        (BYTES, "AP8=", b"\x00\xff"),
        (BYTES, "", b""),
        (maybe(DATE), None, None),
        (maybe(DATE), "2024-05-06", DAY),
        (items(DATE), ["2024-05-06"], [DAY]),
        (map_of(DATE), {"a": "2024-05-06"}, {"a": DAY}),
        (TupleOf((STRING, DATE)), ["a", "2024-05-06"], ["a", DAY]),
        (record(d=DATE, _e=DATE), {"d": "2024-05-06"}, {"d": DAY}),
        (union(DATE, STRING), "2024-05-06", DAY),
        (union(DATE, STRING), "someday", "someday"),
        (union(STRING, DATE), "2024-05-06", "2024-05-06"),
        (union(BYTES, STRING), "no base64!", "no base64!"),
        (union(record(k=const("a"), d=DATE), record(k=const("b"), d=STRING)),
         {"k": "b", "d": "2024-05-06"}, {"k": "b", "d": "2024-05-06"}),
        (union(record(k=const("a"), d=DATE), record(k=const("b"), d=STRING)),
         {"k": "a", "d": "2024-05-06"}, {"k": "a", "d": DAY}),
        # the variant that was projected onto, not one that the projected value would fit as well
        (union(record(a=DATE, _b=INTEGER), record(a=STRING)), {"a": "2024-05-06", "b": "x"},
         {"a": "2024-05-06"}),
        (ANY, "2024-05-06", "2024-05-06"),
        (items(union(items(DATE), items(STRING))), [["2024-05-06"], ["x"], []], [[DAY], ["x"], []]),
    ],
)  # fmt: skip
def test_python_objects(node: Node, value: object, expected: object) -> None:
    found = into(node, value)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("node", "value", "expected"),
    [
        (DATE, "0000-01-01", "a date from year 0001 to 9999"),
        (DATETIME, "0000-01-01T00:00:00Z",
         "a date and time from year 0001 to 9999, with seconds from 00 to 59"),
        (DATETIME, "2024-12-31T23:59:60Z",
         "a date and time from year 0001 to 9999, with seconds from 00 to 59"),
        (DURATION, "P1Y", "a duration in weeks, or in days, hours, minutes and seconds only"),
        (DURATION, "P1M", "a duration in weeks, or in days, hours, minutes and seconds only"),
        (DURATION, "P" + "9" * 30 + "D", "a duration of less than 1000000000 days"),
        (DURATION, "P1000000000D", "a duration of less than 1000000000 days"),
        (BYTES, "YQ", "base64 text"),
        (BYTES, "YQ==\n", "base64 text"),
        (BYTES, "Y-_=", "base64 text"),
        (union(BYTES, DATE), "no!", "a value of a declared type"),
    ],
)  # fmt: skip
def test_what_python_cannot_hold(node: Node, value: object, expected: str) -> None:
    assert into_refused(node, value) == [f"/v: expected {expected}"]
    assert into_refused(items(Record((Field("a/b", node),))), [{"a/b": value}]) == [
        f"/v/0/a~1b: expected {expected}"
    ]
    assert into_refused(map_of(node), {"k": value}) == [f"/v/k: expected {expected}"]


def test_all_of_them_are_named() -> None:
    node = record(a=BYTES, b=items(BYTES), c=INTEGER)
    assert refused(taking(node), {"a": "!", "b": ["YQ==", "?"], "c": 1}) == [
        "/a: expected base64 text",
        "/b/1: expected base64 text",
    ]


def test_formats_are_asserted() -> None:
    assert into_refused(DATE, "2024-02-30") == [
        '/v: expected a date like 2024-12-31, got "2024-02-30"'
    ]
    assert into_refused(maybe(UUID_), "x") == ['/v: expected a UUID or null, got "x"']
    assert len(into_refused(DECIMAL, "1e5")) == 1
    assert len(into_refused(DATETIME, "2024-05-06T07:08:09")) == 1
