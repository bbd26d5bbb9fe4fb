"""Texts of wire types in, whether Python has a value for them out."""

from __future__ import annotations

import base64
import re
from datetime import date, datetime
from typing import TYPE_CHECKING, assert_never

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.plan.nodes import ScalarKind

__all__ = ["is_held"]

_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?\Z")
_CALENDAR = re.compile(r"P[^T]*[YM]")


def is_held(kind: ScalarKind, text: str) -> bool:
    """Tell whether a handler could be given the text as a Python object.

    This is beside what the format says: no year 0, no second 60, no months, real base64.
    """
    match kind:
        case "date":
            return _is_read(date.fromisoformat, text)
        case "datetime":
            return _is_read(datetime.fromisoformat, text)
        case "duration":
            return _CALENDAR.match(text) is None
        case "decimal":
            return _DECIMAL.match(text) is not None
        case "bytes":
            return _is_read(_decode, text)
        case "string" | "integer" | "number" | "boolean" | "null" | "uuid":
            return True
        case _:
            assert_never(kind)


def _decode(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


def _is_read(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except ValueError:
        return False
    return True
