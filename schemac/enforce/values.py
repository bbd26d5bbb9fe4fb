"""Names for values of which the type checker can know nothing."""

from __future__ import annotations

from typing import Any, TypeAlias

__all__ = ["Raw", "Wire"]

Raw: TypeAlias = Any
"""A value from outside, as it came."""

Wire: TypeAlias = Any
"""A value of exact built-in types, as JSON can write it."""
