"""JSON values in, compact UTF-8 out."""

from __future__ import annotations

import json

__all__ = ["dump"]

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def dump(value: object) -> bytes:
    """Write a JSON value as compact UTF-8. Raises ValueError for what JSON cannot hold."""
    return _encode(value).encode()
