"""What one walk over one value knows: where it is, what it may still spend, what it has read."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from schemac.enforce.project.cuts import NOTHING_CUT, Cuts, no_names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from schemac.enforce.outcomes import Media
    from schemac.enforce.project.cuts import Left, Names

    Projector: TypeAlias = "Callable[[Any, Walk], Any]"

__all__ = ["ABSENT", "JSON_SCALARS", "Absent", "Misfit", "Walk", "escaped"]

MOST_SPARE = 1 << 22


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
_NOTHING_KNOWN = cast("dict[Any, Any]", MappingProxyType({}))
"""Stands for a dict that nobody needed yet: a walk makes its own before it writes."""


class Walk:
    """The state of one walk; belongs to one call and one thread.

    `prefix` and `depth` are those of the named type the walk is in: places below know their own
    way from there. `left` is how much more JSON may come out, counted low by the items of lists;
    `entries` is the same counted by steps into named types, of which there is no more than one for
    each character. They stop what never ends or doubles at each step; the exact size is judged
    afterwards. `spare` is how much more may be read that does not come out: hidden keys of maps,
    items of sets that became equal. It has a bound of its own, so that what a caller does not see
    takes nothing from what they do; `is_lent` says that it was added to what is left meanwhile.

    While variants are tried, `seen` remembers whatever was read from objects and iterators, and
    what came of projecting: all is read once, nothing is projected twice; `sound` holds what a
    union was settled to, so that it is not tested again by a union around it. `choices` tells
    which variant an object or list was projected onto. `parsed` is set inside a string that was
    read as JSON, where none is again. `deep` says that the deepest level may have been passed by a
    little; `unfit` is the first place of an input that nothing visible fits.

    `left_behind` is what was left out of the result, for records only; `names` knows names for it.
    """

    prefix = ""
    depth = 0
    trying = 0
    parsed = False
    deep = False
    spare = MOST_SPARE
    is_lent = False
    unfit: str | None = None
    media: list[Media] | None = None
    seen: dict[tuple[int, int], tuple[object, Any]] = _NOTHING_KNOWN
    sound: dict[tuple[int, int], object] = _NOTHING_KNOWN
    choices: dict[tuple[int, int], int] = _NOTHING_KNOWN

    def __init__(self, left: int, names: Names = no_names) -> None:
        self.left = left
        self.entries = left
        if left > MOST_SPARE:  # what comes out was read before that was known
            self.spare = left
        self.names = names
        self.left_behind: list[Left] = []

    def spend(self, amount: int, pointer: str) -> None:
        """Take from what is left."""
        self.left -= amount
        if self.left < 0 or self.entries < 0:
            raise Misfit(self.prefix + pointer, "size")

    def skip(self, amount: int, pointer: str) -> None:
        """Read what may not come out."""
        self.spare -= amount
        if self.spare < 0:
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

    @property
    def cuts(self) -> Mapping[str, int]:
        """What was left behind, by pointer."""
        return Cuts(self.left_behind, self.names) if self.left_behind else NOTHING_CUT

    def cut(self, pointer: str, count: int) -> None:
        """Note that keys of the object at `pointer` were left behind, whatever their names."""
        self.left_behind.append((pointer, self.prefix, count))

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
