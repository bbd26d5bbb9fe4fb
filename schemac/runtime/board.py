"""Decision vectors of a domain in, its tools' fragments out; what changed is looked up again."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from schemac.emit.templates import Drawing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from schemac.emit.templates import Templates
    from schemac.runtime.decide import Vector, Vocabulary
    from schemac.runtime.served import ServedTool

__all__ = ["Board", "Listed"]


class _Group(NamedTuple):
    """Tools that ask the same: `take` takes their part out of a domain's vector."""

    take: Callable[[Vector], Vector]
    members: tuple[tuple[int, ServedTool], ...]


class Listed(NamedTuple):
    """The tool objects that some callers see, in order, and the same in runs.

    A run is what is seen of some neighbours as one text, a comma before each tool object; there
    are none where the tools are few.
    """

    fragments: list[bytes]
    runs: list[bytes]


class _Last(NamedTuple):
    parts: list[Vector]
    fragments: list[bytes | None]
    runs: list[bytes]


_MOST_RUNS = 16
_SHORTEST_RUN = 8
"""Tools in a run: fewer of them are joined as fast as they are looked for."""


class Board:
    """The tools of a domain, none of which is listed in one caller's own words. Thread-safe.

    The last listing is remembered: where the next caller answers alike what a group of tools asks,
    nothing is looked up for any tool of it.
    """

    def __init__(
        self,
        tools: Sequence[ServedTool],
        vocabulary: Vocabulary,
        templates: Templates | None,
    ) -> None:
        self._atoms = vocabulary.atoms
        self._templates = templates
        self._size = len(tools)
        self._run = max(_SHORTEST_RUN, -(-len(tools) // _MOST_RUNS))
        self._groups = _grouped(tools, vocabulary)
        self._last: _Last | None = None

    def listed(self, vector: Vector) -> Listed:
        """Give what callers see who answer so."""
        last = self._last
        parts = [group.take(vector) for group in self._groups]
        fragments: list[bytes | None] = [None] * self._size
        if last is not None:
            fragments = last.fragments.copy()
        changed: set[int] = set()
        drawing: Drawing | None = None
        for at, part in enumerate(parts):
            if last is not None and part == last.parts[at]:
                continue
            if drawing is None and self._templates is not None:
                drawing = Drawing(self._templates, dict(zip(self._atoms, vector, strict=True)))
            for place, served in self._groups[at].members:
                fragments[place] = served.fragment_for(part, drawing)
                changed.add(place // self._run)
        runs = self._joined(fragments, changed, [] if last is None else last.runs)
        self._last = _Last(parts, fragments, runs)
        return Listed([fragment for fragment in fragments if fragment is not None], runs)

    def _joined(
        self, fragments: list[bytes | None], changed: set[int], before: list[bytes]
    ) -> list[bytes]:
        """Give the runs, of which only those with a change in them are joined anew."""
        if self._size <= self._run:
            return []
        runs = before.copy() or [b""] * -(-self._size // self._run)
        for at in changed:
            some = fragments[at * self._run : (at + 1) * self._run]
            runs[at] = b",".join((b"", *(each for each in some if each is not None)))
        return runs


def _grouped(tools: Sequence[ServedTool], vocabulary: Vocabulary) -> tuple[_Group, ...]:
    places = {atom: place for place, atom in enumerate(vocabulary.atoms)}
    groups: dict[tuple[int, ...], list[tuple[int, ServedTool]]] = {}
    for place, served in enumerate(tools):
        groups.setdefault(served.vocabulary.atoms, []).append((place, served))
    return tuple(
        _Group(_taker([places[atom] for atom in atoms]), tuple(members))
        for atoms, members in groups.items()
    )


def _taker(places: Sequence[int]) -> Callable[[Vector], Vector]:
    if not places:
        return lambda _: ()
    if len(places) == 1:
        only = places[0]
        return lambda vector: (vector[only],)
    return itemgetter(*places)
