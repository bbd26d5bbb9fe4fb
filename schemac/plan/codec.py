"""A plan in, its JSON text out; and back."""

from __future__ import annotations

from schemac.plan.decoding import decode
from schemac.plan.encoding import encode
from schemac.plan.format import VERSION, PlanFormatError

__all__ = ["VERSION", "PlanFormatError", "decode", "encode"]
