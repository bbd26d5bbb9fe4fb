"""What a walk left behind in, counts by pointer out, made when somebody asks.

A walk is in a hurry and most calls are not asked about, so it notes no more than where it was and
which keys it saw there. Pointers name what a plan declares; everything else is `*`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from json.encoder import encode_basestring
from types import MappingProxyType
from typing import Final, TypeAlias

from schemac.enforce.foreign import foreign

__all__ = [
    "MOST_POINTERS",
    "NOTHING_CUT",
    "Cuts",
    "Left",
    "Names",
    "Rows",
    "Seen",
    "Taken",
    "no_names",
]

MOST_POINTERS: Final = 50
"""More are not kept apart."""

NOTHING_CUT: Mapping[str, int] = MappingProxyType({})

_STAR: Final[tuple[object, ...]] = ("*",)

Names: TypeAlias = Callable[[str], Mapping[object, str]]
"""A record's place in, the pointers to its declared names out, and to all others as `*`."""


def no_names(place: str) -> Mapping[object, str]:
    """Know no name, so that everything left behind is a star."""
    return {"*": f"{place}/*"}


@dataclass(frozen=True, slots=True, eq=False)
class Taken:
    """The place of a record, from its named type on, and the keys there that are no loss.

    Each is itself alone: objects of one place are told together.
    """

    pointer: str
    names: frozenset[str]


class Rows(tuple[tuple[object, ...], ...]):
    """The keys of several objects of one place."""

    __slots__ = ()


Left: TypeAlias = "tuple[Taken | str, str, tuple[object, ...] | int]"
"""What was left behind of one object, noted in a hurry, or of the rows of a list.

Of a record: its place, the way there, and all its keys. Of anything else: its pointer, the way
there, and how many keys were left behind.
"""


class _Counted:
    """Counts by pointer, and the same as JSON."""

    __slots__ = ("counts", "text")

    def __init__(self, counts: dict[str, int]) -> None:
        self.counts = counts
        pairs = [f"{encode_basestring(name)}:{count}" for name, count in counts.items()]
        self.text = "{" + ",".join(pairs) + "}"


Seen: TypeAlias = "dict[tuple[Left, ...], _Counted]"
"""What was left behind of one view's values, and the counts that it came to."""

_MOST_SEEN: Final = 64
_LONGEST_SEEN: Final = 64
_LONGEST_KEYS: Final = 4096


class Cuts(Mapping[str, int]):
    """Counts by pointer, in the order in which a walk came by.

    Most values of one view leave the same behind, so the counts of short walks are kept in `seen`:
    with `declared_only` no others than of declared names, since clients may choose what names they
    send, and none of those is to be kept for them.
    """

    __slots__ = ("_counts", "_declared_only", "_known", "_left", "_names", "_seen")

    def __init__(
        self,
        left: list[Left],
        names: Names,
        seen: Seen | None = None,
        *,
        declared_only: bool = False,
    ) -> None:
        self._left = left
        self._names = names
        self._seen = seen if len(left) <= _LONGEST_SEEN else None
        self._counts: dict[str, int] | None = None
        self._known: _Counted | None = None
        self._declared_only = declared_only

    def __getitem__(self, pointer: str) -> int:
        """Give how much was left behind at a pointer."""
        return self.counts()[pointer]

    def __iter__(self) -> Iterator[str]:
        """Go through the pointers."""
        return iter(self.counts())

    def __len__(self) -> int:
        """Count the pointers."""
        return len(self.counts())

    def __repr__(self) -> str:
        return repr(self.counts())

    def counts(self) -> dict[str, int]:
        """Give the counts as a dict, which is the same each time."""
        if self._counts is None:
            self._counts = self._counted().counts.copy()
        return self._counts

    def text(self) -> str:
        """Give the counts as compact JSON."""
        return self._counted().text

    def _counted(self) -> _Counted:
        known = self._known
        if known is None:
            try:
                walked, seen = tuple(self._left), self._seen
                known = None if seen is None else seen.get(walked)
                if known is None:
                    known = self._made(walked)
            except foreign():  # keys of the application's own making may do what they like
                known = _Counted({"/*": len([*_apart(self._left)])})
            self._known = known
        return known

    def _made(self, walked: tuple[Left, ...]) -> _Counted:
        """Count, and keep what may be kept."""
        made, seen = _Counted(_count(walked, self._names)), self._seen
        is_strange = any(pointer.endswith("/*") for pointer in made.counts)
        if seen is None or (is_strange and self._declared_only) or not _may_be_kept(walked):
            return made
        if len(seen) >= _MOST_SEEN:
            seen.clear()
        seen[walked] = made
        return made


def _apart(left: Iterable[Left]) -> Iterator[Left]:
    """Give each object's own note."""
    for at, prefix, what in left:
        if type(what) is Rows:
            for keys in what:
                yield at, prefix, keys
        else:
            yield at, prefix, what


def _may_be_kept(left: tuple[Left, ...]) -> bool:
    """Say whether nothing but a few texts is held by keeping it."""
    notes = [*_apart(left)]
    if len(notes) > _LONGEST_SEEN:
        return False
    keys = [key for _, _, what in notes if not isinstance(what, int) for key in what]
    texts = [key for key in keys if type(key) is str]
    return len(texts) == len(keys) and sum(map(len, texts)) <= _LONGEST_KEYS


def _count(left: Iterable[Left], names: Names) -> dict[str, int]:
    counts: dict[str, int] = {}
    places: dict[str, Mapping[object, str]] = {}
    for (at, prefix, what), run in groupby(_apart(left)):
        place = prefix + (at.pointer if isinstance(at, Taken) else at)
        named = places.get(place)
        if named is None:
            if len(counts) >= MOST_POINTERS:
                continue
            named = places[place] = names(place)
        star, times = named["*"], len(list(run))
        keys, weight = (_STAR, what * times) if isinstance(what, int) else (what, times)
        taken = at.names if isinstance(at, Taken) else ()
        for key in keys:
            if key not in taken:
                pointer = named.get(key, star)
                if pointer in counts or len(counts) < MOST_POINTERS:
                    counts[pointer] = counts.get(pointer, 0) + weight
    return counts
