"""Two plans in, an AssertionError that says who sees more now out, if anybody does."""

from __future__ import annotations

from pathlib import Path

from schemac.plan.codec import PlanFormatError, decode
from schemac.plan.diff import PlanDiff, compare
from schemac.plan.model import Plan
from schemac.regular import read_regular_text
from schemac.report.changes import render_changes
from schemac.service import Service
from schemac.testing.setup import SetupError

__all__ = ["assert_no_exposure"]


def assert_no_exposure(old: Plan | Service | str | Path, new: Plan | Service | str | Path) -> None:
    """Compare two plans: objects, plan files, or services, whose plan is taken.

    Raises AssertionError with every tool, field, variant, value or description that some callers
    see now and did not before, and SetupError for a file that is no plan.
    """
    exposures = compare(_plan(old), _plan(new)).exposures
    if exposures:
        raise AssertionError(
            "callers see more than before:\n" + render_changes(PlanDiff((), exposures))
        )


def _plan(given: Plan | Service | str | Path) -> Plan:
    if isinstance(given, Plan):
        return given
    if isinstance(given, Service):
        return given.surface.program().plan
    try:
        return decode(read_regular_text(Path(given)))
    except (OSError, ValueError, PlanFormatError) as problem:
        raise SetupError(f"`{given}` is no plan: {problem}") from None
