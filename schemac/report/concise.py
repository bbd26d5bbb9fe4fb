"""Diagnostics in, one line each out: for editors, `grep` and narrow logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.catalog import severity
from schemac.report.display import one_line
from schemac.report.summary import counted
from schemac.report.text import place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.diagnostics.model import Diagnostic

__all__ = ["render_concise"]


def render_concise(diagnostics: Sequence[Diagnostic], *, limit: int | None = None) -> str:
    """Render one line a diagnostic, `limit` at most, and a line that counts; "" for none."""
    if not diagnostics:
        return ""
    lines = [_line(found) for found in diagnostics[:limit]]
    return "\n".join([*lines, counted(diagnostics, limit)]) + "\n"


def _line(found: Diagnostic) -> str:
    head = place(found.span)
    text = f"{severity(found).value}[{found.code}]: {one_line(found.message)}"
    return f"{head}: {text}" if head else text
