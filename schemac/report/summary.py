"""Diagnostics in, how many there are out: a closing line, and a table by code."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from schemac.diagnostics.catalog import CATALOG, severity
from schemac.diagnostics.model import Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.diagnostics.model import Diagnostic

__all__ = ["counted", "counts", "plural", "render_statistics"]


def counts(diagnostics: Sequence[Diagnostic]) -> tuple[int, int]:
    """Count errors and warnings."""
    errors = sum(severity(found) is Severity.ERROR for found in diagnostics)
    return errors, len(diagnostics) - errors


def counted(diagnostics: Sequence[Diagnostic], limit: int | None = None) -> str:
    """Say in one line how many were found, and how many of them were left out."""
    errors, warnings = counts(diagnostics)
    parts = [
        plural(count, noun) for count, noun in ((errors, "error"), (warnings, "warning")) if count
    ]
    found = f"Found {' and '.join(parts)}."
    hidden = 0 if limit is None else max(len(diagnostics) - limit, 0)
    return f"… and {hidden} more.\n{found}" if hidden else found


def render_statistics(diagnostics: Sequence[Diagnostic]) -> str:
    """Render a table of codes, the most frequent first; "" for no diagnostics."""
    tally = Counter(found.code for found in diagnostics)
    rows = sorted(tally.items(), key=lambda row: (-row[1], row[0]))
    wide = max((len(str(count)) for count in tally.values()), default=0)
    return "".join(f"{count:>{wide}}  {code}  {_about(code)}\n" for code, count in rows)


def _about(code: str) -> str:
    entry = CATALOG.get(code)
    return "unknown code" if entry is None else f"{entry.severity.value}  {entry.name}"


def plural(count: int, noun: str) -> str:
    """Give the count with its noun: `1 tool`, `2 tools`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
