"""A result that shows little, and a secret beside it."""

from __future__ import annotations

from tests.unit.enforce.shapes import STRING, const, record

__all__ = ["PLAIN", "SECRET"]

SECRET = "123-45-6789"
PLAIN = record(ok=const(value=True), id=STRING)
