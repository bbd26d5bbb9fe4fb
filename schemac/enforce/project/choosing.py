"""A choice of alternatives in, the projectors of a union in arguments and in results out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.enforce.project.coerce import coerced_among
from schemac.enforce.project.reading import kind_of
from schemac.enforce.project.stringified import passing
from schemac.enforce.project.unions import EXACT_SCALARS

if TYPE_CHECKING:
    from schemac.enforce.project.places import Place
    from schemac.enforce.project.stringified import Parse
    from schemac.enforce.project.unions import Choice
    from schemac.enforce.project.walk import Projector, Walk

__all__ = ["Chooser", "result_chooser"]


class Chooser:
    """Projects onto the variant that a value is of, and remembers which for the conversion.

    `parse` opens strings where only objects and lists
    are expected; `lax` reads strings as numbers and booleans.
    """

    __slots__ = ("_choice", "_direct", "_lax", "_number", "_parse", "_passing", "_pointer")

    def __init__(self, choice: Choice, place: Place, parse: Parse | None, *, lax: bool) -> None:
        self._choice = choice
        self._direct = choice.direct(bytes_too=True) - {int}
        self._number = choice.number
        self._pointer = place.pointer
        self._passing = passing(place)
        self._parse = parse
        self._lax = lax

    def __call__(self, value: object, walk: Walk) -> object:
        """Project one value."""
        if type(value) is not str:
            return self._chosen(value, walk)
        before = walk.parsed
        if self._parse is not None:
            value, walk.parsed = self._parse(value, walk)
        if self._lax and type(value) is str:
            value = coerced_among(value, self._choice.alternatives)
        out = self._chosen(value, walk)
        walk.parsed = before
        return out

    def _chosen(self, value: object, walk: Walk) -> object:
        if type(value) in self._direct:
            return value
        choice = self._choice
        found = choice.by_type.get(type(value), ())
        if len(found) > 1 and type(value) is dict:
            found = choice.candidates(value)
        if len(found) == 1:
            return self._noted(found[0].index, found[0].project(value, walk), walk)
        settled = choice.settle(value, walk, found) if found else None
        return self._unfit(value, walk) if settled is None else self._noted(*settled, walk)

    def _noted(self, index: int, out: object, walk: Walk) -> object:
        if type(out) is dict or type(out) is list:
            walk.choose(self._number, out, index)
        return out

    def _unfit(self, value: object, walk: Walk) -> object:
        """Leave a value that none fits; where its literals name a variant, cut it to that one."""
        if walk.unfit is None:
            walk.unfit = walk.prefix + self._pointer
        if type(value) is dict:
            meant = self._choice.meant(value)
            return value if meant is None else meant.project(value, walk)
        return value if type(value) is list else self._passing(value, walk)


def result_chooser(choice: Choice, place: Place) -> Projector:
    """Make the projector of a union in a result."""
    pointer, by_type, direct = place.pointer, choice.by_type, choice.direct()
    scalars = (str, int, float, bool)
    by_kind = {
        "scalar": choice.of_types(*scalars),
        "mapping": choice.of_types(dict),
        "row": choice.of_types(dict),
        "record": choice.of_types(dict),
        "list": choice.of_types(list),
        "set": choice.of_types(list),
        "stream": choice.of_types(dict, list),
        "refused": (),
    }

    tag, alone = choice.alone()

    def choose(value: object, walk: Walk) -> object:
        kind = type(value)
        if kind in direct:
            return value
        if kind is dict:
            given = value.get(tag)  # type: ignore[attr-defined] # a dict, by its kind
            named = alone.get((type(given), given)) if type(given) in EXACT_SCALARS else None
            if named is not None:
                return named.project(value, walk)
            found = choice.candidates(value)  # type: ignore[arg-type] # the same
        elif kind in by_type:
            found = by_type[kind]
        else:
            found = by_kind[kind_of(value)]
        if len(found) == 1:
            return found[0].project(value, walk)
        settled = choice.settle(value, walk, found) if found else None
        if settled is None:
            raise walk.misfit(pointer, "anyOf")
        return settled[1]

    return choose
