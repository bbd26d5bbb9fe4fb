"""A JSON value in, its one compact text out."""

from __future__ import annotations

import json
import re

__all__ = ["dumps", "size"]

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode
_SURROGATE = re.compile("[\ud800-\udfff]")


def dumps(value: object) -> str:
    """Give the compact JSON text, keys in the order in which they stand.

    Half a surrogate pair has no UTF-8, so it alone is written as an escape.
    Raises ValueError for numbers that are not finite.
    """
    text = _encode(value)
    if text.isascii():
        return text
    return _SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def size(value: object) -> int:
    """Give the length of the compact text in UTF-8 bytes."""
    text = dumps(value)
    return len(text) if text.isascii() else len(text.encode())
