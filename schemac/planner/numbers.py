"""Number text in, exact number out; values in, compact JSON out; None where there is none.

JSON knows neither NaN nor infinity, Python refuses integers of thousands of digits, and UTF-8 has
no lone surrogates: what falls under one of these has no place in a plan.
"""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, TypeAlias

from schemac.ir.numbers import mistaken_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "MAX_DEPTH",
    "Json",
    "compact",
    "is_integer",
    "mistaken_number",
    "parse_json",
    "parse_number",
    "unfit_json",
]

Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"

MAX_DEPTH = 64
"""How deep a value may nest: no deeper one could ever be sent."""

_NUMBER = re.compile(r"[+-]?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?\Z")
_MAX_DIGITS = 4_000
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


class _NoJsonError(ValueError):
    """Raised inside the reader, caught at its edge."""


def parse_number(text: str) -> int | float | None:
    """Read a JSON number, a leading `+` allowed; without fraction or exponent it is an `int`.

    One that readers of JSON take for another is none.
    """
    found = _NUMBER.match(text)
    if found is None or len(text) > _MAX_DIGITS:
        return None
    if found.group(1) is None and found.group(2) is None:
        return int(text)
    return float(text) if mistaken_for(text) is None else None


def is_integer(value: object) -> bool:
    """Tell whether a value is an integer of JSON Schema: `1.0` is one, `true` is not."""
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or (isinstance(value, float) and value.is_integer())


def parse_json(text: str) -> tuple[Json] | None:
    """Read a JSON value, in a tuple so that `null` differs from no JSON at all."""
    if len(text) > _MAX_DIGITS and text.lstrip("-").isdigit():
        return None
    try:
        value: Json = json.loads(
            text, parse_constant=_refuse, parse_float=_finite, object_pairs_hook=_unique
        )
    except (ValueError, RecursionError):
        return None
    return (value,)


def mistaken_number(text: str) -> tuple[str, str] | None:
    """Give the first number in a JSON text that readers take for another, and that other."""
    found: list[tuple[str, str]] = []

    def note(number: str) -> float:
        other = mistaken_for(number)
        if other is not None:
            found.append((number, other))
        return float(number)

    try:
        json.loads(text, parse_constant=_refuse, parse_float=note)
    except (ValueError, RecursionError):
        return None
    return found[0] if found else None


def unfit_json(text: str) -> str | None:
    """Say what no value may have, in a text that is JSON but for that; None for other texts.

    A lone `NaN` is a word as any other.
    """
    found: list[str] = []

    def constant(word: str) -> None:
        found.append(f"`{word}`, which JSON does not know")

    def integer(digits: str) -> int:
        if len(digits) > _MAX_DIGITS:
            found.append(f"a number of more than {_MAX_DIGITS} digits")
        return 0

    def pairs(given: list[tuple[str, Json]]) -> None:
        keys: set[str] = set()
        for key, _ in given:
            if key in keys:
                found.append(f"the key `{compact(key) or key}` twice")
            keys.add(key)

    try:
        value = json.loads(
            text, parse_constant=constant, parse_int=integer, object_pairs_hook=pairs
        )
    except (ValueError, RecursionError):
        return None
    is_word = value is None and text.strip().lstrip("-").isalpha()
    return found[0] if found and not is_word else None


def compact(value: Json) -> str | None:
    """Write a value as compact JSON; None where it is no JSON, too deep, or no UTF-8."""
    if isinstance(value, dict | list) and _is_deeper(value, MAX_DEPTH):
        return None
    try:
        text = _ENCODER.encode(value)
        text.encode()
    except ValueError:
        return None
    return text


def _is_deeper(value: Json, limit: int) -> bool:
    level: list[Json] = [value]
    for _ in range(limit + 1):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(value: Json) -> tuple[Json, ...]:
    if isinstance(value, dict):
        return tuple(value.values())
    return tuple(value) if isinstance(value, list) else ()


def _refuse(text: str) -> Json:
    raise _NoJsonError(text)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise _NoJsonError(text)
    return number


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _NoJsonError("a key twice")
    return found
