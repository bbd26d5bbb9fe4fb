"""Bytes in, JSON value out; whatever is not plain, finite, bounded JSON is a ReadError."""

from __future__ import annotations

import json
import math
import re
import sys
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "Json",
    "ReadError",
    "holds_half_pairs",
    "most_digits",
    "nesting",
    "read_json_text",
    "read_message",
]

Json: TypeAlias = "dict[str, Any] | list[Any] | str | int | float | bool | None"

LONGEST_INTEGER = 4300
"""Digits; longer ones take quadratic time to convert, and CPython refuses them by default."""


def most_digits() -> int:
    """Give how long an integer may be: the engine sees no bounds of what has no text."""
    return min(LONGEST_INTEGER, sys.get_int_max_str_digits() or LONGEST_INTEGER)


_BOM = "\ufeff"
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_LONE_SURROGATE_CANDIDATE = re.compile(r"\\u[dD][89a-fA-F]")
_HALF = re.compile(r"[\ud800-\udfff]")
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}
_BRACKETS = re.compile(r"[^\[\]{}]+")


class ReadError(ValueError):
    """Bytes that are refused before any meaning is given to them.

    `kind` is `"parse"` (no JSON as we read it: -32700), `"request"` (JSON, but no acceptable
    message: -32600) or `"size"` (413). The text never holds any of the input.
    """

    def __init__(self, kind: Literal["parse", "request", "size"], reason: str) -> None:
        super().__init__(reason)
        self.kind = kind
        self.reason = reason

    @property
    def code(self) -> int:
        """JSON-RPC error code."""
        return -32700 if self.kind == "parse" else -32600


def read_message(body: bytes, *, depth: int = 64, size: int = 1024 * 1024) -> Json:
    """Read the body of a request: at most `size` bytes, at most `depth` levels."""
    if len(body) > size:
        raise ReadError("size", "the body is larger than this server reads")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise ReadError("parse", "the body is not UTF-8") from None
    return read_json_text(text, depth=depth)


def read_json_text(text: str, *, depth: int = 64) -> Json:
    """Read JSON text of at most `depth` levels."""
    if text[:1] == _BOM:
        raise ReadError("parse", "the text begins with a byte order mark")
    if text.count("[") + text.count("{") > depth and nesting(text, depth) > depth:
        raise ReadError("request", f"nested deeper than {depth} levels")
    scan = _SCAN if len(text) > LONGEST_INTEGER else _SCAN_SHORT
    inner = text.strip(_BLANKS)
    try:
        value, end = scan(inner, 0)
    except ReadError:
        raise
    except (ValueError, RecursionError, StopIteration):
        raise ReadError("parse", "not valid JSON") from None
    if end != len(inner):
        raise ReadError("parse", "not valid JSON")
    if "\\u" in text and _LONE_SURROGATE_CANDIDATE.search(text):
        _refuse_lone_surrogates(value)
    read: Json = value
    return read


def nesting(text: str, enough: int) -> int:
    """Say how deep the brackets of a JSON text nest; exact only above `enough`.

    Looks at characters only, so that no parser ever meets nesting it cannot bear.
    """
    openers = text.count("[") + text.count("{")
    if openers <= enough:
        return openers
    brackets = _BRACKETS.sub("", _STRING.sub("", text))
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0)


def _refuse_lone_surrogates(value: Json) -> None:
    if holds_half_pairs(value):
        raise ReadError("parse", "a string holds half a surrogate pair")


def holds_half_pairs(value: object) -> bool:
    """Say whether a key or string in a value holds half a surrogate pair, which no UTF-8 can.

    What is no JSON is not looked into, and nothing is looked into twice.
    """
    todo: list[Any] = [value]
    seen: set[int] = set()
    while todo:
        one = todo.pop()
        if isinstance(one, str):
            if not one.isascii() and _HALF.search(one):
                return True
        elif type(one) in (dict, list) and id(one) not in seen:
            seen.add(id(one))
            todo.extend(one)
            if type(one) is dict:
                todo.extend(one.values())
    return False


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ReadError("parse", "an object has the same key twice")
    return value


def _integer(digits: str) -> int:
    if len(digits) > LONGEST_INTEGER:
        raise ReadError("parse", "an integer is too long")
    return int(digits)


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ReadError("parse", "a number is too large")
    return value


def _no_constant(_name: str) -> NoReturn:
    raise ReadError("parse", "NaN and Infinity are no JSON")


_BLANKS = " \t\n\r"


def _scanner(
    parse_int: Callable[[str], int] | None = None,
) -> Callable[[str, int], tuple[Any, int]]:
    """Give what reads one value at a place of a text, and where it ends; StopIteration if none."""
    decoder: Any = json.JSONDecoder(
        object_pairs_hook=_unique,
        parse_int=parse_int,
        parse_float=_finite,
        parse_constant=_no_constant,
    )
    scan: Callable[[str, int], tuple[Any, int]] = decoder.scan_once
    return scan


_SCAN = _scanner(_integer)
_SCAN_SHORT = _scanner()
"""For texts in which no integer can be too long."""
