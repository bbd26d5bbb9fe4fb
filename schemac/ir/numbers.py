"""The text of a number in, the other number that readers of JSON take it for out."""

from __future__ import annotations

import math
from decimal import Decimal

__all__ = ["mistaken_for"]

_ZEROS = frozenset("+-0.")


def mistaken_for(written: str) -> str | None:
    """Give what a number with a fraction or an exponent is read as; None where that is itself.

    Readers of JSON keep 64 bits of it: `0.10000000000000000555` is `0.1` to all of them, so a
    schema cannot say it. What is too large for them is `inf`.
    """
    value = float(written)
    if math.isinf(value):
        return "inf"
    if value == 0:
        return None if _ZEROS.issuperset(written.lower().partition("e")[0]) else "0.0"
    read = repr(value)
    return None if Decimal(written) == Decimal(read) else read
