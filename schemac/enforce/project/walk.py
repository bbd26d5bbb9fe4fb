"""What one walk over one value knows: where it is, what it may still spend, what it has read."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from schemac.enforce.outcomes import Media

    Projector: TypeAlias = "Callable[[Any, Walk], Any]"

    Names: TypeAlias = "Callable[[str], Mapping[object, str]]"
    """A record's place in, the pointers to its declared names out, and to all others as `*`."""

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
NOTHING_CUT = cast("dict[str, int]", MappingProxyType({}))
"""Stands for a dict that nobody needed yet: a walk makes its own before it writes."""

_NOTHING_KNOWN = cast("dict[Any, Any]", MappingProxyType({}))


def no_names(place: str) -> Mapping[object, str]:
    """Know no name, so that everything left behind is a star."""
    return {"*": f"{place}/*"}


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

    `cuts` counts what was left behind by pointer: declared names as `names` tells them, for records
    only, and `*` for everything else.
    """

    prefix = ""
    depth = 0
    trying = 0
    parsed = False
    deep = False
    unfit: str | None = None
    cuts: dict[str, int] = NOTHING_CUT
    media: list[Media] | None = None
    seen: dict[tuple[int, int], tuple[object, Any]] = _NOTHING_KNOWN
    sound: dict[tuple[int, int], object] = _NOTHING_KNOWN
    choices: dict[tuple[int, int], int] = _NOTHING_KNOWN
    _places: dict[str, Mapping[object, str]] = _NOTHING_KNOWN

    def __init__(self, left: int, names: Names = no_names) -> None:
        self.left = left
        self.entries = left >> 1
        self.names = names

    def spend(self, amount: int, pointer: str) -> None:
        """Take from what is left."""
        self.left -= amount
        if self.left < 0 or self.entries < 0:
            raise Misfit(self.prefix + pointer, "size")

    def remember(self) -> None:
        """Begin to remember, before the first variant is tried."""
        if self.seen is _NOTHING_KNOWN:
            self.seen, self.sound = {}, {}

    def choose(self, number: int, value: object, index: int) -> None:
        """Remember which variant of a union an object or list was projected onto."""
        if self.choices is _NOTHING_KNOWN:
            self.choices = {}
        self.choices[number, id(value)] = index

    def cut(self, pointer: str, count: int) -> None:
        """Note that keys of the object at `pointer` were left behind, whatever their names."""
        self.note(f"{self.prefix}{pointer}/*", count)

    def leave(self, pointer: str, keys: Iterable[object]) -> None:
        """Note that these keys of the record at `pointer` were left behind."""
        place = self.prefix + pointer
        named = self._places.get(place)
        if named is None:
            if len(self._places) >= MOST_POINTERS:
                return
            named = self._named(place)
        star = named["*"]
        for key in keys:
            self.note(named.get(key, star), 1)

    def _named(self, place: str) -> Mapping[object, str]:
        """Look a place up, once for all objects that stand there."""
        if self._places is _NOTHING_KNOWN:
            self._places = {}
        self._places[place] = found = self.names(place)
        return found

    def note(self, place: str, count: int) -> None:
        """Count at a place, of which no more than fifty are kept apart."""
        cuts = self.cuts
        if place in cuts:
            cuts[place] += count
        elif not cuts:
            self.cuts = {place: count}
        elif len(cuts) < MOST_POINTERS:
            cuts[place] = count

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
