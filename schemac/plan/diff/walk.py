"""One side of a tool in two plans in, their differences noted, place by place."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.plan.diff.branches import (
    branches_of,
    by_group,
    has_other_type,
    received,
    subject_of,
)
from schemac.plan.diff.covering import (
    covered,
    holder,
    is_named,
    merged,
    replaced,
    reread,
    shown,
    told,
    uncovered,
)
from schemac.plan.diff.findings import Findings
from schemac.plan.diff.fitting import Fitting
from schemac.plan.diff.formula import CLOSED, all_of, any_of, beyond, current, is_like
from schemac.plan.diff.inside import Inside
from schemac.plan.diff.pairing import alone, matched
from schemac.plan.diff.places import Half, Place, new_words
from schemac.plan.diff.splitting import split
from schemac.plan.diff.telling import Inner, Spot
from schemac.plan.nodes import Anything, Const

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.plan.diff.branches import Branch, Groups
    from schemac.plan.diff.findings import Sighting
    from schemac.plan.diff.formula import Formula
    from schemac.plan.diff.pairing import Pair
    from schemac.plan.diff.places import PlaceKey
    from schemac.plan.diff.sight import Sight
    from schemac.plan.gates import Side

__all__ = ["Seen", "Walk"]

_MOST_PLACES = 50_000
"""Places of one side of a tool that are looked at; a doubling type has more than the stars."""

_MOST_KEPT = 100_000
"""Places of one side that are kept for the tools to come."""


class Seen:
    """What was found at the places of one side, for all tools that have the same types there.

    The place is kept too, as its key tells nodes by where they are in memory.
    """

    def __init__(self) -> None:
        self._found: dict[PlaceKey, tuple[Place, Spot, list[Place]]] = {}

    def at(self, place: Place) -> tuple[Spot, list[Place]] | None:
        """Give what differs at a place, and the places inside, if it was looked at before."""
        found = self._found.get(place.key)
        return None if found is None else found[1:]

    def keep(self, place: Place, spot: Spot, inner: list[Place]) -> None:
        """Keep what was found, unless that is all one could say as the budget was spent."""
        if current().left >= 0 and len(self._found) < _MOST_KEPT:
            self._found[place.key] = (place, spot, inner)


class Walk:
    """Goes through both trees at once, without recursion; a pair that was met is not met again.

    `closes` says that keys which nobody declared are refused.
    """

    def __init__(
        self,
        side: Side,
        sights: tuple[Sight, Sight],
        tool: str,
        seen: Seen,
        *,
        closes: bool = False,
    ) -> None:
        old, new = sights
        self._side = side
        self._closes = closes
        self._seen = seen
        self._old = old
        self._new = new
        self._findings = Findings(tool)
        self._inside = Inside(side, old, new, self._findings)
        self._widens = Fitting(side, new, old)
        self._narrows = Fitting(side, old, new)

    def spots(self, old: Half, new: Half) -> list[Spot]:
        """Give what differs from these roots down, once for each pair; the roots come first."""
        root = Place("", old, new, is_root=True)
        if self._is_same(root):
            return [Spot()]
        numbers: dict[PlaceKey, int] = {}
        found: list[tuple[Spot, list[Place]]] = []
        todo = [root]
        while todo:
            place = todo.pop()
            if place.key in numbers:
                continue
            numbers[place.key] = len(found)
            if len(found) == _MOST_PLACES:
                self._findings.unknown(self._side, "not-compared")
                found.append((self._spot(place), []))
                break
            spot, inner = self._seen.at(place) or self._looked_at(place)
            found.append((replace(spot), inner))
            todo.extend(reversed(inner))
        for spot, inner in found:
            spot.inner = tuple(
                Inner(place.pointer, numbers[place.key], place.within)
                for place in inner
                if place.key in numbers
            )
        return [spot for spot, _ in found]

    def _is_same(self, place: Place) -> bool:
        """Tell whether the very same stands here for the same callers, all that is inside too."""
        old, new = place.old, place.new
        if old.node is None or new.node is None or not is_like(old.sight, new.sight):
            return False
        return self._old.reach.node(old.node) == self._new.reach.node(new.node)

    def _looked_at(self, place: Place) -> tuple[Spot, list[Place]]:
        """Find what differs at a place, whatever its pointer, and the places inside."""
        within = self._place(replace(place, pointer="", within=None))
        inner = [each for each in within if not self._is_same(each)]
        spot = self._spot(place)
        self._seen.keep(place, spot, inner)
        return spot, inner

    def _spot(self, place: Place) -> Spot:
        """Take what was noted since the last one."""
        changes, sightings = tuple(self._findings.changes), tuple(self._findings.sightings)
        spot = Spot(changes, sightings, pair=place.key[:2])
        self._findings.changes.clear()
        self._findings.sightings.clear()
        return spot

    def _place(self, place: Place) -> Iterator[Place]:
        """Compare what can stand at one place; give the places inside."""
        old, new = split(
            self._branches(place, place.old, self._old), self._branches(place, place.new, self._new)
        )
        olds, news = by_group(old), by_group(new)
        pairs = matched(old, new, (self._old, self._new))
        self._compare_words(place, olds, news, pairs)
        both = alone(old, new, pairs)
        others = pairs
        if both is not None and has_other_type(*both):
            self._compare_types(place, *both)
            others = [pair for pair in pairs if pair != both]
        if place.old.node is not None:
            self._compare_members(place, olds, news, others)
            if both is None and self._side == "output":
                self._compare_unions(place, olds, news, pairs)
        untyped = (branch.sight for branch in olds.get(("untyped",), ()))
        everything = any_of((place.old.everything, *untyped))
        is_alone = len(new) == 1 and (len(old) == 1 or place.old.node is None)
        for before, after in pairs:
            if after is not None:
                within = place.within
                held = holder(after, pairs) if before is None else before
                if not is_alone or _is_told_alone(before, after):
                    within = self._expose(place, (held, after), olds, news)
                yield from self._inside.places(
                    replace(place, within=within),
                    None if held is None else told(held, olds),
                    told(after, news),
                    everything,
                )

    def _branches(self, place: Place, half: Half, sight: Sight) -> tuple[Branch, ...]:
        if half.node is None:
            return ()
        return (received if place.is_root and self._side == "input" else branches_of)(
            half.node, half.sight, sight
        )

    def _compare_words(
        self, place: Place, olds: Groups, news: Groups, pairs: Sequence[Pair]
    ) -> None:
        """Note that words changed; those that are new are there to be judged by a reviewer."""
        differing = [
            (before, after)
            for before, after in pairs
            if before is not None and after is not None and before.words != after.words
        ]
        who = any_of(all_of((before.sight, after.sight)) for before, after in differing)
        new = (each for old, now in differing for each in new_words(old.words, now.words))
        detail = " ".join(dict.fromkeys(new))
        self._findings.change(self._side, place.pointer, "words-changed", detail, who)
        for words, seers in (*uncovered(pairs, olds, news), *reread(pairs)):
            detail = " ".join(new_words((), words))
            self._findings.change(self._side, place.pointer, "words-changed", detail, seers)

    def _compare_types(self, place: Place, old: Branch, new: Branch) -> None:
        """Compare two types that stand alone.

        An output that was a record or a tuple promised its parts, which a map or a list does not.
        """
        kind = "type-changed"
        widens = self._widens if self._side == "input" else None
        if covered(old, by_group((new,)), apart=True, fitting=widens) != CLOSED:
            kind = "type-widened"
        elif covered(new, by_group((old,)), apart=True, fitting=self._narrows) != CLOSED:
            kind = "type-narrowed"
        who = all_of((old.sight, new.sight))
        detail = f"{old.label} → {new.label}"
        self._findings.change(self._side, place.pointer, kind, detail, who)

    def _compare_members(
        self, place: Place, olds: Groups, news: Groups, pairs: Sequence[Pair]
    ) -> None:
        """Compare the members of unions, or types that stand alone and are alike."""
        gone = by_group([old for old, new in pairs if old is not None and new is None])
        come = by_group([new for old, new in pairs if new is not None and old is None])
        for before, after in pairs:
            if after is not None:
                seen = covered(after, olds, before, fitting=self._narrows, alone=gone)
                self._member(place, "added" if before is None else "shown", after, seen)
            if before is not None:
                seen = covered(before, news, after, fitting=self._widens, alone=come)
                self._member(place, "removed" if after is None else "hidden", before, seen)

    def _compare_unions(
        self, place: Place, olds: Groups, news: Groups, pairs: Sequence[Pair]
    ) -> None:
        """Note to whom an output has nothing left of what it had, though all is told apart."""
        labels, who = replaced(olds, news, pairs, self._narrows)
        self._findings.change(self._side, place.pointer, "type-changed", labels, who)

    def _member(self, place: Place, what: str, branch: Branch, elsewhere: Formula) -> None:
        """Note a member that callers who see the place on both sides gain or lose."""
        who = beyond(elsewhere, branch.sight, place.old.sight, place.new.sight)
        is_key = place.is_key and isinstance(branch.node, Const)
        kind = f"{'key' if is_key else subject_of(branch)}-{what}"
        if place.may_be_absent and kind in {"null-removed", "null-hidden"}:
            kind += "-optional"  # null counts as absent there
        if kind in {"key-removed", "key-hidden"} and (self._closes or place.is_counted):
            kind += "-closed" if self._closes else "-counted"
        self._findings.change(self._side, place.pointer, kind, branch.label, who)

    def _expose(
        self, place: Place, pair: tuple[Branch | None, Branch], olds: Groups, news: Groups
    ) -> Sighting | None:
        """Note who sees a branch; give the sighting that what is inside of it is in.

        A map that it was, or a list, shows no more than what is inside.
        """
        like, branch = pair
        held = holder(branch, (pair,))
        if like is not None and has_other_type(like, branch):
            like = None
        subject = subject_of(branch)
        if subject == "null":
            return place.within
        known = (place.old.everything, CLOSED if held is None else held.sight)
        wider = any_of((covered(branch, olds, like, with_words=True), *known))
        before = shown(branch, olds, like, wider, news) if is_named(branch, news) else wider
        untold = merged(branch, news)
        return self._findings.exposure(
            self._side,
            place.pointer,
            subject,
            branch.label,
            (any_of((before, untold)), branch.sight),
            place.within,
        )


def _is_told_alone(before: Branch | None, after: Branch) -> bool:
    """Tell whether a type that stands alone is something to see, beside the place it stands at.

    It is where it is another than before. Of a new place it says no more than the place does,
    unless it is a value, or what anything can come through.
    """
    if before is not None and has_other_type(before, after):
        return True
    return isinstance(after.node, Const | Anything)
