"""What one walk over one value knows: where it is, what it may still spend, what it has read."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from schemac.enforce.outcomes import Media

    Projector: TypeAlias = "Callable[[Any, Walk], Any]"

__all__ = ["ABSENT", "JSON_SCALARS", "MOST_POINTERS", "Absent", "Misfit", "Walk", "escaped"]

MOST_POINTERS = 50


class Absent:
    """The type of `ABSENT`."""

    __slots__ = ()


ABSENT = Absent()
"""A key or an attribute that is not there; None is a value."""


class Misfit(Exception):  # noqa: N818 - a misfit is an answer about a value, not an error of ours
    """A value that does not fit where it stands.

    Pointers hold `*` for indices and map keys, so that they carry no data.
    """

    def __init__(self, pointer: str, keyword: str) -> None:
        super().__init__(pointer, keyword)
        self.pointer = pointer
        self.keyword = keyword


JSON_SCALARS = frozenset({str, int, float, bool, type(None)})
NOTHING_CUT: Mapping[str, int] = MappingProxyType({})


class Walk:
    """The state of one walk; belongs to one call and one thread.

    `prefix` and `depth` are those of the named type the walk is in: places below know their own
    way from there. `left` is how much more JSON may come out, counted low by the items of lists;
    `entries` is the same counted by values of named types, which take two characters at least.
    They stop what never ends or doubles at each step; the exact size is judged afterwards.

    While variants are tried, `seen` remembers whatever was read from objects and iterators, and
    what came of projecting: all is read once, nothing is projected twice; `sound` holds what a
    union was settled to, so that it is not tested again by a union around it. `choices` tells
    which variant an object or list was projected onto. `parsed` is set inside a string that was
    read as JSON, where none is again. `deep` says that the deepest level may have been passed by a
    little; `unfit` is the first place of an input that nothing visible fits.
    """

    prefix = ""
    depth = 0
    trying = 0
    parsed = False
    deep = False
    unfit: str | None = None
    cuts: Mapping[str, int] = NOTHING_CUT
    media: list[Media] | None = None

    def __init__(self, left: int) -> None:
        self.left = left
        self.entries = left >> 1
        self.seen: dict[tuple[int, int], tuple[object, Any]] = {}
        self.sound: dict[tuple[int, int], object] = {}
        self.choices: dict[tuple[int, int], int] = {}

    def spend(self, amount: int, pointer: str) -> None:
        """Take from what is left."""
        self.left -= amount
        if self.left < 0 or self.entries < 0:
            raise Misfit(self.prefix + pointer, "size")

    def cut(self, pointer: str, count: int) -> None:
        """Note that keys of the object at `pointer` were left behind."""
        self.note(f"{self.prefix}{pointer}/*", count)

    def note(self, place: str, count: int) -> None:
        """Count at a place, of which no more than fifty are kept apart."""
        cuts = self.cuts
        if place in cuts or len(cuts) < MOST_POINTERS:
            self.cuts = {**cuts, place: cuts.get(place, 0) + count}

    def show(self, media: Media) -> None:
        """Note bytes that a client can show."""
        if self.media is None:
            self.media = []
        self.media.append(media)

    def misfit(self, pointer: str, keyword: str) -> Misfit:
        """Make the exception for a place of this walk."""
        return Misfit(self.prefix + pointer, keyword)


def escaped(name: str) -> str:
    """Write a key as a step of a JSON Pointer."""
    return "/" + name.replace("~", "~0").replace("/", "~1")
