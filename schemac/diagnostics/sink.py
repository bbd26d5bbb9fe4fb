"""Diagnostics of many phases in, one ordered and bounded list out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.catalog import severity
from schemac.diagnostics.model import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from schemac.diagnostics.model import Diagnostic

__all__ = ["LIMIT", "errors", "order"]

LIMIT = 100
"""How many findings people are shown at most."""

_Place = tuple[str, int, int, str, str]


def order(diagnostics: Iterable[Diagnostic], limit: int | None = LIMIT) -> tuple[Diagnostic, ...]:
    """Sort by path, position and code; repeats go, and so does what is past `limit`."""
    unique = dict.fromkeys(diagnostics)
    return tuple(sorted(unique, key=_place)[:limit])


def errors(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Give those that are errors, in the order given."""
    return tuple(found for found in diagnostics if severity(found) is Severity.ERROR)


def _place(diagnostic: Diagnostic) -> _Place:
    span = diagnostic.span
    if span is None:
        return ("", 0, 0, diagnostic.code, diagnostic.message)
    return (span.source.name, span.start, span.end, diagnostic.code, diagnostic.message)
