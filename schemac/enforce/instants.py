"""Valid wire strings in, dates, durations, identifiers, decimals and bytes out."""

from __future__ import annotations

import binascii
import re
from base64 import b64decode
from datetime import date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["FROM_WIRE", "Unholdable"]

_DURATION = re.compile(
    r"P(?:(?P<weeks>[0-9]+)W|(?:(?P<days>[0-9]+)D)?"
    r"(?:T(?:(?P<hours>[0-9]+)H)?(?:(?P<minutes>[0-9]+)M)?(?:(?P<seconds>[0-9]+)S)?)?)"
)
LONGEST_COUNT = 20
"""Digits; what is longer overflows with these already."""


class Unholdable(Exception):  # noqa: N818 - says what a value is, reports no error of ours
    """A valid string that Python has no object for; the argument says what would do."""


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Unholdable("a date from year 0001 to 9999") from None


def _datetime(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text.upper())
    except (ValueError, OverflowError):
        raise Unholdable(
            "a date and time from year 0001 to 9999, with seconds from 00 to 59"
        ) from None


def _duration(text: str) -> timedelta:
    found = _DURATION.fullmatch(text)
    if found is None:
        raise Unholdable("a duration in weeks, or in days, hours, minutes and seconds only")
    counts = {
        name: int((count or "").lstrip("0")[:LONGEST_COUNT] or "0")
        for name, count in found.groupdict().items()
    }
    try:
        return timedelta(**counts)
    except OverflowError:
        raise Unholdable("a duration of less than 1000000000 days") from None


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Unholdable("a UUID") from None


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        raise Unholdable("a decimal number as text, like 12.50") from None


def _bytes(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Unholdable("base64 text") from None


FROM_WIRE: Mapping[str, Callable[[str], object]] = {
    "date": _date,
    "datetime": _datetime,
    "duration": _duration,
    "uuid": _uuid,
    "decimal": _decimal,
    "bytes": _bytes,
}
