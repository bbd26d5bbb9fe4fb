"""An intersection of nothing, or of too much, in; a name of which no more follows out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.planner.branches import MAX_BRANCHES
from schemac.planner.table import unknown

if TYPE_CHECKING:
    from schemac.plan.nodes import Ref
    from schemac.planner.findings import Findings
    from schemac.planner.table import Entry, Where

__all__ = ["impossible", "too_large", "too_many"]


def impossible(findings: Findings, entries: list[Entry], entry: Entry) -> Ref:
    """Report an intersection that no value fits."""
    entry.impossible = True
    message = "no value fits all parts of this intersection"
    findings.report(entry.where.scope, "SC306", message, entry.where.span)
    return unknown(entries, entry.where)


def too_many(findings: Findings, entries: list[Entry], where: Where) -> Ref:
    """Report the one by which a program has too many types, those that follow included."""
    message = "the intersections of this program come to too many types"
    hint = "put fewer recursive types into one intersection"
    findings.report(where.scope, "SC318", message, where.span, hint=hint)
    return unknown(entries, where)


def too_large(findings: Findings, entries: list[Entry], where: Where) -> Ref:
    """Report one of too many variants."""
    message = f"this intersection comes to more than {MAX_BRANCHES} variants"
    hint = "put fewer unions into one intersection"
    findings.report(where.scope, "SC318", message, where.span, hint=hint)
    return unknown(entries, where)
