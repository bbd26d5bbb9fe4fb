"""Python scalars in, wire values of exact built-in types out; raises Unfit for all else."""

from __future__ import annotations

import math
from base64 import b64encode
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias
from uuid import UUID

from schemac.enforce.fits import is_base64

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from schemac.enforce.values import Raw
    from schemac.plan.nodes import ScalarKind

    ToWire: TypeAlias = "Callable[[Any], Any]"

__all__ = ["OBJECT_FORMATS", "TO_WIRE", "Unfit", "duration_text", "literal_to_wire", "plain_text"]

MOST_DECIMAL_PLACES = 10_000
"""`Decimal("1e999999999")` is a few bytes here and a gigabyte when written out."""


class Unfit(Exception):  # noqa: N818 - says what a value is, reports no error of ours
    """A scalar that is not of its declared type; the argument is the keyword it fails."""


def _opened(value: object) -> Raw:
    return value.value if issubclass(type(value), Enum) else value  # type: ignore[attr-defined] # `isinstance` would ask the value itself


def plain_text(value: object) -> str:
    """Take a string or a string enum; subclasses come out as exact strings."""
    value = _opened(value)
    if issubclass(type(value), str):
        return str.__str__(value)
    raise Unfit("type")


def _integer(value: object) -> int | float:
    value = _opened(value)
    kind = type(value)
    if kind is float and value.is_integer():  # type: ignore[attr-defined] # by its kind
        return value  # type: ignore[return-value] # the same
    if issubclass(kind, int) and kind is not bool:
        return int.__int__(value)  # type: ignore[arg-type] # by its class
    raise Unfit("type")


def _number(value: object) -> int | float:
    value = _opened(value)
    kind = type(value)
    if issubclass(kind, float):
        number = float.__float__(value)  # type: ignore[arg-type] # by its class
        if math.isfinite(number):
            return number
        raise Unfit("finite")
    if issubclass(kind, int) and kind is not bool:
        return int.__int__(value)  # type: ignore[arg-type] # by its class
    raise Unfit("type")


def _boolean(value: object) -> bool:
    value = _opened(value)
    if value is True or value is False:
        return value
    raise Unfit("type")


def _null(value: object) -> None:
    if value is not None:
        raise Unfit("type")


def _date(value: object) -> str:
    value = _opened(value)
    kind = type(value)
    if issubclass(kind, datetime):
        raise Unfit("format")
    if issubclass(kind, date):
        return date.isoformat(value)  # type: ignore[arg-type] # by its class
    return plain_text(value)


def _datetime(value: object) -> str:
    value = _opened(value)
    if not issubclass(type(value), datetime):
        return plain_text(value)
    moment: datetime = value  # type: ignore[assignment] # by its class
    if datetime.utcoffset(moment) is None:
        raise Unfit("format")
    return datetime.isoformat(moment)


def _duration(value: object) -> str:
    value = _opened(value)
    if issubclass(type(value), timedelta):
        return duration_text(value)  # type: ignore[arg-type] # by its class
    return plain_text(value)


def duration_text(value: timedelta) -> str:
    """Write a duration of whole seconds; there are no negative ones on the wire."""
    if value.microseconds or value.days < 0:
        raise Unfit("format")
    minutes, seconds = divmod(value.seconds, 60)
    hours, minutes = divmod(minutes, 60)
    parts = ((hours, "H"), (minutes, "M"), (seconds, "S"))
    clock = _clock([(count, letter) for count, letter in parts], any_day=bool(value.days))
    return "P" + (f"{value.days}D" if value.days else "") + clock


def _clock(parts: list[tuple[int, str]], *, any_day: bool) -> str:
    """Write hours, minutes, seconds without a gap between them, as RFC 3339's grammar wants."""
    used = [index for index, (count, _letter) in enumerate(parts) if count]
    if not used:
        return "" if any_day else "T0S"
    shown = parts[used[0] : used[-1] + 1]
    return "T" + "".join(f"{count}{letter}" for count, letter in shown)


def _uuid(value: object) -> str:
    value = _opened(value)
    if issubclass(type(value), UUID):
        return str(UUID(int=value.int))  # type: ignore[attr-defined] # by its class
    return plain_text(value)


def _decimal(value: object) -> str:
    value = _opened(value)
    if not issubclass(type(value), Decimal):
        return plain_text(value)
    number = Decimal(value)  # type: ignore[arg-type] # by its class
    if not number.is_finite():
        raise Unfit("finite")
    if abs(number.adjusted()) > MOST_DECIMAL_PLACES:
        raise Unfit("size")
    return format(number, "f")


def _bytes(value: object) -> str:
    value = _opened(value)
    if issubclass(type(value), bytes | bytearray):
        return b64encode(value).decode("ascii")  # type: ignore[arg-type] # by its class
    text = plain_text(value)
    if not is_base64(text):
        raise Unfit("contentEncoding")
    return text


TO_WIRE: Mapping[ScalarKind, ToWire] = {
    "string": plain_text,
    "integer": _integer,
    "number": _number,
    "boolean": _boolean,
    "null": _null,
    "date": _date,
    "datetime": _datetime,
    "duration": _duration,
    "uuid": _uuid,
    "decimal": _decimal,
    "bytes": _bytes,
}

OBJECT_FORMATS: Mapping[str, ToWire] = {
    "date": _date,
    "date-time": _datetime,
    "duration": _duration,
    "uuid": _uuid,
}
"""A plain string of such a format may be returned as the Python object too."""


def literal_to_wire(kind: str) -> ToWire:
    """Give the conversion for a literal of this JSON type."""
    return {"string": plain_text, "boolean": _boolean}.get(kind, _number)
