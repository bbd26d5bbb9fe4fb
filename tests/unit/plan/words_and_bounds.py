"""What members of unions say and what they are bound to."""

from __future__ import annotations

from schemac.plan.nodes import Constraints, Meta, Scalar

__all__ = ["MORE", "SAID", "SHORT"]

SAID = Meta(description="d")
SHORT = Scalar("string", Constraints(max=5))
MORE = Constraints(min=3)
