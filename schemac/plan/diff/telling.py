"""What was found of each pair in, told at every pointer where such a pair stands, out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from schemac.plan.cycles import components
from schemac.plan.diff.findings import smallest
from schemac.plan.diff.formula import CLOSED, all_of, any_of, may_lack, negated
from schemac.plan.diff.levels import level_of
from schemac.plan.diff.model import Change, Exposure

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from schemac.plan.diff.findings import Sighting
    from schemac.plan.diff.formula import Formula
    from schemac.plan.diff.model import Level
    from schemac.plan.gates import Atom, Side

_How: TypeAlias = Literal["new", "alike", "again"]
"""Whether a place has types not met before, those of another for other callers, or the same."""

__all__ = ["Around", "Inner", "Spot", "Telling"]

_MOST_AGAIN = 1_000
"""Findings of one side of a tool that are told again, as they are told of another place."""

_MOST_ALIKE = 1_000
"""Findings of one side of a tool in types that are told of elsewhere for other callers."""

_MOST_TOLD = 10_000
"""Findings of one side of a tool after which no other place is told of."""

_MOST_VISITS = 100_000
"""Places of one side of a tool that are looked at to tell of them."""


@dataclass(frozen=True, slots=True)
class Inner:
    """A spot inside another: the pointer from there, and the sighting there that it is in."""

    pointer: str
    spot: int
    within: Sighting | None


@dataclass(slots=True)
class Spot:
    """What two nodes differ in, wherever they stand beside each other; pointers begin there.

    `pair` is what the two are known by, whoever sees them.
    """

    changes: Sequence[Change] = ()
    sightings: Sequence[Sighting] = ()
    inner: Sequence[Inner] = ()
    pair: Hashable = None


@dataclass(frozen=True, slots=True)
class Around:
    """An exposure that is told, seen from inside. `told` are all who are told of one around."""

    pointer: str
    grants: tuple[Atom, ...] | None
    told: Formula
    outer: Around | None


@dataclass(frozen=True, slots=True)
class _Visit:
    """A spot at a pointer. `circle` is what was met since the types that hold each other."""

    pointer: str
    spot: int
    around: Around | None
    circle: set[tuple[int, Formula]]

    @property
    def state(self) -> tuple[int, Formula]:
        """Give all that decides what is told inside, the pointer aside."""
        return self.spot, CLOSED if self.around is None else self.around.told


@dataclass(slots=True)
class Telling:
    """All that is told of a tool."""

    tool: str
    changes: list[Change] = field(default_factory=list)
    exposures: list[Exposure] = field(default_factory=list)

    def sightings(
        self, pointer: str, sightings: Sequence[Sighting], around: Around | None
    ) -> dict[Sighting | None, Around | None]:
        """Tell of sightings at a pointer; say of each what is around the places inside it."""
        arounds: dict[Sighting | None, Around | None] = {None: around}
        for each in sightings:
            at, outer = pointer + each.pointer, arounds[each.within]
            self.exposures += _exposures(self.tool, each, at, outer)
            told = each.new if outer is None else any_of((outer.told, each.new))
            arounds[each] = Around(at, each.grants, told, outer)
        return arounds

    def side(self, side: Side, spots: Sequence[Spot], around: Around | None) -> None:
        """Tell of one side, spot by spot as they stand in each other, from the first.

        Types that hold themselves are told of once where they are entered.
        """
        circles, eventful = _looked_through(spots)
        seen: set[tuple[str, tuple[int, Formula]]] = set()
        told: set[tuple[int, Formula]] = set()
        pairs: set[Hashable] = set()
        room = _Room()
        unlisted: dict[str, str] = {}
        todo = [_Visit("", 0, around, set())]
        while todo:
            visit = todo.pop()
            if visit.state in visit.circle or (visit.pointer, visit.state) in seen:
                continue
            spot = spots[visit.spot]
            how: _How = "alike" if spot.pair in pairs else "new"
            how = "again" if visit.state in told else how
            if not room.has(how):
                unlisted.setdefault("not-listed", visit.pointer)
                continue
            if len(seen) == _MOST_VISITS:
                kind = "not-listed" if how == "again" else "not-compared"
                unlisted.setdefault(kind, visit.pointer)
                continue
            pairs.add(spot.pair)
            visit.circle.add(visit.state)
            seen.add((visit.pointer, visit.state))
            told.add(visit.state)
            count = self._count()
            self.changes += (self._moved(each, visit.pointer) for each in spot.changes)
            arounds = self.sightings(visit.pointer, spot.sightings, visit.around)
            room.take(how, self._count() - count)
            todo += (
                _Visit(
                    visit.pointer + inner.pointer,
                    inner.spot,
                    arounds[inner.within],
                    visit.circle if circles[inner.spot] == circles[visit.spot] else set(),
                )
                for inner in reversed(spot.inner)
                if inner.spot in eventful
            )
        for kind, pointer in unlisted.items():
            level = _worst(spots) if kind == "not-listed" else level_of(kind, side)
            self.changes.append(Change(self.tool, side, pointer, kind, level, "", None))
            if kind == "not-compared" or _is_exposed(spots):
                made = Exposure(self.tool, side, pointer, "unknown", kind, None)
                self.exposures.append(made)

    def _moved(self, change: Change, pointer: str) -> Change:
        """Give a change in a type, which may have been found in another tool, at a place."""
        return replace(change, tool=self.tool, pointer=pointer + change.pointer)

    def _count(self) -> int:
        return len(self.changes) + len(self.exposures)


@dataclass(slots=True)
class _Room:
    """How much may still be told of one side: of what is told again, of what is alike, in all."""

    again: int = field(default_factory=lambda: _MOST_AGAIN)
    alike: int = field(default_factory=lambda: _MOST_ALIKE)
    all: int = field(default_factory=lambda: _MOST_TOLD)

    def has(self, how: _How) -> bool:
        """Tell whether there is room for one more place."""
        return self.all > 0 and (how == "new" or getattr(self, how) > 0)

    def take(self, how: _How, findings: int) -> None:
        """Take the room for what was told at a place; for the place itself, if that was nothing."""
        self.all -= findings
        if how != "new":
            setattr(self, how, getattr(self, how) - max(1, findings))


def _worst(spots: Sequence[Spot]) -> Level:
    """Give how bad what is not listed can be: as bad as the worst that was found anywhere."""
    levels = {each.level for spot in spots for each in spot.changes}
    if "breaking" in levels:
        return "breaking"
    return "risky" if _is_exposed(spots) or "risky" in levels else "safe"


def _is_exposed(spots: Sequence[Spot]) -> bool:
    """Tell whether more is seen anywhere: then so it may be in what is not listed."""
    return any(spot.sightings for spot in spots)


def _looked_through(spots: Sequence[Spot]) -> tuple[dict[int, int], set[int]]:
    """Give of each spot the circle of those that hold each other, and all with findings inside."""
    edges = {number: [each.spot for each in spot.inner] for number, spot in enumerate(spots)}
    circles: dict[int, int] = {}
    eventful: set[int] = set()
    for number, circle in enumerate(components([0], edges)):
        circles.update(dict.fromkeys(circle, number))
        if any(
            spots[each].changes or spots[each].sightings or not eventful.isdisjoint(edges[each])
            for each in circle
        ):
            eventful.update(circle)
    return circles, eventful


def _exposures(
    tool: str, each: Sighting, pointer: str, around: Around | None
) -> Iterator[Exposure]:
    """Give the exposure, and say whether one around it implies it.

    One for the same grants does for all who did not see that before either. Who saw that is told
    apart: with the smallest grants of all where theirs are more, or a reader would take them for
    needed.
    """
    shared = _do_others(each.new, each.grants)
    made = Exposure(tool, each.side, pointer, each.subject, each.what, each.grants, others=shared)
    outer = around
    while outer is not None and outer.grants != each.grants:
        outer = outer.outer
    if outer is None or around is None:
        yield made
        return
    rest = all_of((each.new, negated(around.told)))
    grants, is_left = smallest(rest)
    beside = _do_others(rest, grants)
    if not is_left:
        yield replace(made, within=outer.pointer, others=False)
    elif each.grants is None or grants == each.grants:
        yield replace(made, grants=grants, others=_do_others(each.new, grants))
    elif grants is not None and len(grants) == len(each.grants):
        yield replace(made, within=outer.pointer, others=False)
        yield replace(made, grants=grants, others=beside)
    else:
        yield made
        if grants is None or not {*each.grants} <= {*grants}:
            yield replace(made, grants=grants, others=beside)


def _do_others(who: Formula, grants: Sequence[Atom] | None) -> bool:
    """Tell whether who lacks one of the grants is among them, too."""
    return grants is not None and any(may_lack(who, atom) for atom in grants)
