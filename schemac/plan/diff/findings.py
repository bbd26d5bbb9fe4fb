"""Findings in as they come, changes and exposures with their smallest grants out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.diff.formula import CLOSED, Undecided, all_of, negated, witness
from schemac.plan.diff.levels import level_of
from schemac.plan.diff.model import Change, Exposure

if TYPE_CHECKING:
    from schemac.plan.diff.formula import Formula
    from schemac.plan.diff.model import Subject
    from schemac.plan.gates import Atom, Side

__all__ = ["Findings"]


class Findings:
    """The findings of one tool."""

    def __init__(self, tool: str) -> None:
        self.tool = tool
        self.changes: list[Change] = []
        self.exposures: list[Exposure] = []

    def change(
        self,
        side: Side | None,
        pointer: str,
        kind: str,
        detail: str,
        who: Formula,
    ) -> None:
        """Note a change, if there can be a caller who meets it."""
        grants, is_met = _witness(who)
        if is_met:
            level = level_of(kind, side)
            self.changes.append(Change(self.tool, side, pointer, kind, level, detail, grants))

    def exposure(
        self,
        side: Side | None,
        pointer: str,
        subject: Subject,
        what: str,
        before: Formula,
        after: Formula,
    ) -> None:
        """Note an exposure, if some caller sees now what it did not see before."""
        if after in {before, CLOSED}:
            return
        grants, is_seen = _witness(all_of((after, negated(before))))
        if is_seen:
            self.exposures.append(Exposure(self.tool, side, pointer, subject, what, grants))

    def unreadable(self) -> None:
        """Note that nobody can say who sees the tool."""
        self.exposures.append(Exposure(self.tool, None, "", "tool", self.tool, None))


def _witness(who: Formula) -> tuple[tuple[Atom, ...] | None, bool]:
    """Give a smallest set of grants, and whether there is one: in doubt there is."""
    try:
        grants = witness(who)
    except Undecided:
        return None, True
    return grants, grants is not None
