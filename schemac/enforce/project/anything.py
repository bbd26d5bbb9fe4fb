"""A value of no declared type in, plain JSON out: never an object's attributes."""

from __future__ import annotations

import math
from enum import Enum
from typing import TYPE_CHECKING, Any

from schemac.enforce.project.reading import kind_of, pairs_of
from schemac.enforce.read import most_digits

if TYPE_CHECKING:
    from schemac.enforce.project.walk import Walk
    from schemac.enforce.values import Raw, Wire

__all__ = ["plain_json"]


SHORT = 2000
"""Bits that any text can hold."""


def plain_json(value: Raw, walk: Walk, pointer: str, levels: int) -> Wire:
    """Copy JSON values of at most `levels` nested containers; raise Misfit for anything else."""
    kind = type(value)
    if value is None or kind is bool or kind is str:
        return value
    if kind is int:
        return _integer(value, walk, pointer)
    if kind is float:
        if math.isfinite(value):
            return value
        raise walk.misfit(pointer, "finite")
    if issubclass(kind, list | tuple) and not hasattr(kind, "_fields"):
        return _items(value, walk, pointer, levels)
    if kind is dict or kind_of(value) == "mapping":
        return _pairs(value, walk, pointer, levels)
    return _subclass(value, kind, walk, pointer)


def _items(value: Raw, walk: Walk, pointer: str, levels: int) -> list[Any]:
    if levels <= 0:
        raise walk.misfit(pointer, "depth")
    read = list.copy(value) if issubclass(type(value), list) else list(tuple.__iter__(value))
    walk.spend(2 * len(read), pointer)
    below = pointer + "/*"
    return [plain_json(each, walk, below, levels - 1) for each in read]


def _pairs(value: Raw, walk: Walk, pointer: str, levels: int) -> dict[str, Any]:
    if levels <= 0:
        raise walk.misfit(pointer, "depth")
    pairs = pairs_of(value, walk, pointer)
    walk.spend(4 * len(pairs), pointer)
    below = pointer + "/*"
    out: dict[str, Any] = {}
    for key, each in pairs:
        if not issubclass(type(key), str):
            raise walk.misfit(pointer, "propertyNames")
        name = key if type(key) is str else _exact_text(key)
        out[name] = plain_json(each, walk, below, levels - 1)
    if len(out) != len(pairs):
        raise walk.misfit(pointer, "propertyNames")
    return out


def _subclass(value: Raw, kind: type, walk: Walk, pointer: str) -> Wire:
    """Bring subclasses of JSON's scalars, enums among them, to the exact type."""
    if issubclass(kind, str):
        return _exact_text(value)
    if issubclass(kind, int):
        return _integer(int.__int__(value), walk, pointer)
    if issubclass(kind, float):
        number = float.__float__(value)
        if math.isfinite(number):
            return number
        raise walk.misfit(pointer, "finite")
    raise walk.misfit(pointer, "type")


def _integer(value: int, walk: Walk, pointer: str) -> int:
    if value.bit_length() > SHORT and abs(value) >= 10 ** most_digits():
        raise walk.misfit(pointer, "digits")
    return value


def _exact_text(value: Raw) -> str:
    opened = value.value if issubclass(type(value), Enum) else value
    return str.__str__(opened)
