"""Two plans in, a comparison out: compatibility and exposure, as data."""

from __future__ import annotations

from schemac.plan.diff.compare import compare
from schemac.plan.diff.model import Change, Exposure, PlanDiff

__all__ = ["Change", "Exposure", "PlanDiff", "compare"]
