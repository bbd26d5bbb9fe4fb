"""Each conversion on its own: it makes exact types, or says what is wrong."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from schemac.enforce.project.wire import TO_WIRE, Unfit, literal_to_wire
from tests.unit.enforce.odd_scalars import Level, Mark, Real, Stage, Text, Whole


class Day(date):
    pass


class Span(timedelta):
    pass


class Moment(datetime):
    pass


class Money(Decimal):
    pass


class Name(UUID):
    pass


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("string", Text("a"), "a"),
        ("string", Stage.OFFER, "offer"),
        ("integer", Whole(3), 3),
        ("integer", Level.HIGH, 3),
        ("integer", 2.0, 2.0),
        ("number", Whole(3), 3),
        ("number", Level.HIGH, 3),
        ("number", Real(1.5), 1.5),
        ("number", Mark.NUMBER, 1.5),
        ("boolean", True, True),
        ("boolean", False, False),
        ("boolean", Mark.FLAG, True),
        ("null", None, None),
        ("date", Day(2024, 5, 6), "2024-05-06"),
        ("date", Mark.DAY, "2024-05-06"),
        ("date", Text("2024-05-06"), "2024-05-06"),
        ("datetime", Moment(2024, 5, 6, tzinfo=UTC), "2024-05-06T00:00:00+00:00"),
        ("datetime", Text("soon"), "soon"),
        ("datetime", Stage.OFFER, "offer"),
        ("duration", Span(days=1, seconds=61), "P1DT1M1S"),
        ("duration", timedelta(), "PT0S"),
        ("duration", timedelta(days=2), "P2D"),
        ("duration", timedelta(hours=1, seconds=5), "PT1H0M5S"),
        ("duration", timedelta(hours=1), "PT1H"),
        ("duration", timedelta(minutes=1), "PT1M"),
        ("duration", timedelta(seconds=59), "PT59S"),
        ("duration", timedelta(hours=23, minutes=59), "PT23H59M"),
        ("duration", Text("P1D"), "P1D"),
        ("uuid", Name(int=1), "00000000-0000-0000-0000-000000000001"),
        ("uuid", Text("u"), "u"),
        ("decimal", Money("1.50"), "1.50"),
        ("decimal", Decimal("1e3"), "1000"),
        ("decimal", Decimal("1e10000"), "1" + "0" * 10_000),
        ("decimal", Decimal("-1e-2"), "-0.01"),
        ("decimal", Text("1.5"), "1.5"),
        ("bytes", b"a", "YQ=="),
        ("bytes", bytearray(b"a"), "YQ=="),
        ("bytes", Text("YQ=="), "YQ=="),
    ],
)
def test_each_conversion_makes_exact_types(kind: Any, value: object, expected: object) -> None:
    made = TO_WIRE[kind](value)
    assert made == expected
    assert type(made) is type(expected)


@pytest.mark.parametrize(
    ("kind", "value", "keyword"),
    [
        ("string", 5, "type"),
        ("string", b"a", "type"),
        ("integer", True, "type"),
        ("integer", 1.5, "type"),
        ("integer", Real(2.0), "type"),
        ("integer", "1", "type"),
        ("number", True, "type"),
        ("number", "1", "type"),
        ("number", math.inf, "finite"),
        ("number", Real("nan"), "finite"),
        ("boolean", 1, "type"),
        ("boolean", 0, "type"),
        ("boolean", None, "type"),
        ("boolean", "true", "type"),
        ("null", 0, "type"),
        ("date", Moment(2024, 5, 6, tzinfo=UTC), "format"),
        ("date", 5, "type"),
        ("datetime", datetime(2024, 5, 6), "format"),  # noqa: DTZ001 - naive on purpose
        ("datetime", date(2024, 5, 6), "type"),
        ("duration", timedelta(microseconds=1), "format"),
        ("duration", timedelta(days=-1), "format"),
        ("duration", 5, "type"),
        ("uuid", 5, "type"),
        ("decimal", Decimal("inf"), "finite"),
        ("decimal", Decimal("nan"), "finite"),
        ("decimal", Decimal("1e10001"), "size"),
        ("decimal", Decimal("1e-10001"), "size"),
        ("decimal", 1, "type"),
        ("bytes", "a", "contentEncoding"),
        ("bytes", 5, "type"),
    ],
)
def test_each_conversion_says_what_is_wrong(kind: Any, value: object, keyword: str) -> None:
    with pytest.raises(Unfit) as caught:
        TO_WIRE[kind](value)
    assert str(caught.value) == keyword


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("string", Text("a"), "a"),
        ("boolean", True, True),
        ("integer", Whole(3), 3),
        ("number", Real(1.5), 1.5),
    ],
)
def test_conversion_for_literals(kind: str, value: object, expected: object) -> None:
    made = literal_to_wire(kind)(value)
    assert made == expected
    assert type(made) is type(expected)
    with pytest.raises(Unfit, match=r"^type$"):
        literal_to_wire(kind)(None)
