"""Python arguments in, the JSON values that they stand for out: input conversion undone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING
from uuid import UUID

from schemac.enforce.kinds import kind_name
from schemac.enforce.project.wire import TO_WIRE

if TYPE_CHECKING:
    from schemac.plan.nodes import ScalarKind

__all__ = ["to_wire"]

_DEEPEST = 200
_KINDS: tuple[tuple[type, ScalarKind], ...] = (
    (dt.datetime, "datetime"),
    (dt.date, "date"),
    (dt.timedelta, "duration"),
    (UUID, "uuid"),
    (Decimal, "decimal"),
    (bytes, "bytes"),
)


def to_wire(value: object, depth: int = _DEEPEST) -> object:
    """Give the JSON value. Raises TypeError for what no argument is, or what is nested too deep."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if depth == 0:
        raise TypeError("arguments are nested too deep")
    if isinstance(value, Mapping):
        return {key: to_wire(item, depth - 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_wire(item, depth - 1) for item in value]
    for kind, name in _KINDS:
        if isinstance(value, kind):
            return TO_WIRE[name](value)
    raise TypeError(f"an argument cannot be of type {kind_name(value)}")
