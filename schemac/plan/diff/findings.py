"""Findings in as they come, changes and sightings with their smallest grants out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.plan.diff.formula import CLOSED, OPEN, UNSURE, Undecided, beyond, witness
from schemac.plan.diff.levels import level_of
from schemac.plan.diff.model import Change

if TYPE_CHECKING:
    from schemac.plan.diff.formula import Formula
    from schemac.plan.diff.model import Subject
    from schemac.plan.gates import Atom, Side

__all__ = ["Findings", "Sighting", "smallest"]


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """Something that some callers, those under `new`, see now and did not see before.

    `grants` are the smallest that do. `within` is the sighting that it is inside of, if it was
    noted at the same place: what is around the place is known when it is told.
    """

    side: Side | None
    pointer: str
    subject: Subject
    what: str
    new: Formula
    grants: tuple[Atom, ...] | None
    within: Sighting | None = None


class Findings:
    """The findings of one tool, as they are found."""

    def __init__(self, tool: str) -> None:
        self.tool = tool
        self.changes: list[Change] = []
        self.sightings: list[Sighting] = []

    def change(
        self,
        side: Side | None,
        pointer: str,
        kind: str,
        detail: str,
        who: Formula,
    ) -> None:
        """Note a change, if there can be a caller who meets it."""
        grants, is_met = smallest(who)
        if is_met:
            level = level_of(kind, side)
            self.changes.append(Change(self.tool, side, pointer, kind, level, detail, grants))

    def exposure(
        self,
        side: Side | None,
        pointer: str,
        subject: Subject,
        what: str,
        seen: tuple[Formula, Formula],
        within: Sighting | None = None,
    ) -> Sighting | None:
        """Note an exposure, if some caller sees now what it did not see before.

        Give the innermost sighting that what is inside is in.
        """
        before, after = seen
        new = beyond(before, after)
        grants, is_seen = smallest(new)
        if not is_seen:
            return within
        found = Sighting(side, pointer, subject, what, new, grants, within)
        self.sightings.append(found)
        return found

    def unknown(self, side: Side, kind: str) -> None:
        """Note that from here on nobody can say what changed, nor who sees more."""
        self.change(side, "", kind, "", OPEN)
        self.sightings.append(Sighting(side, "", "unknown", kind, UNSURE, None))

    def unreadable(self) -> None:
        """Note that nobody can say who sees the tool."""
        self.sightings.append(Sighting(None, "", "tool", self.tool, UNSURE, None))


def smallest(who: Formula) -> tuple[tuple[Atom, ...] | None, bool]:
    """Give a smallest set of grants, and whether there is one: in doubt there is."""
    if who is CLOSED:
        return None, False
    try:
        return witness(who), True
    except Undecided:
        return None, True
