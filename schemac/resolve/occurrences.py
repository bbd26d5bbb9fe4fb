"""Instances of generics in, where their arguments are seen out: as types that hide what hides them.

An argument is told to who sees a place of it. Of a type given here something is left for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from schemac.ir.types import LiteralType, TupleType, UnionType
from schemac.plan.left import solve
from schemac.plan.spelling import WRAPPED
from schemac.resolve.argument_places import Place, places_in
from schemac.resolve.gated_types import GatedTypes
from schemac.resolve.told import one_field
from schemac.resolve.variants import Work

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from schemac.ir.types import Type
    from schemac.resolve.instances import Instance

__all__ = ["Occurrences"]

_MOST = 200
"""Places that are followed for one argument, those in other generics included."""
_MOST_OF_INSTANCE = 2_000
"""Places that are looked at in one instance; where there are more nobody is told its arguments."""
_DEEPEST = 30
"""Generics that one goes through to such a place."""

_Parameter: TypeAlias = "tuple[int, int]"
"""The number of an instance, and which of its parameters."""


class Occurrences:
    """Says of the arguments of instances where they are seen."""

    def __init__(self, types: Sequence[Instance]) -> None:
        self._types = types
        self._places: dict[_Parameter, list[Place]] = {}
        gated, work = GatedTypes(types), Work()
        for at, instance in enumerate(types):
            for part in range(len(instance.arguments)):
                self._places[at, part] = []
            if instance.arguments:
                self._add(at, places_in(instance, types, gated, work))
        self._always = self._solved()
        self._left = 0

    def _add(self, at: int, places: Iterable[tuple[int, Place]]) -> None:
        """Note the places of an instance, of those that need the same one; none of too many."""
        met: set[tuple[object, ...]] = set()
        for count, (part, place) in enumerate(places):
            if count == _MOST_OF_INSTANCE:
                self._places.update((each, []) for each in self._places if each[0] == at)
                return
            key = (part, tuple(map(id, place.needed)), place.through)
            if key not in met:
                met.add(key)
                self._places[at, part].append(place)

    def _solved(self) -> set[_Parameter]:
        """Give the arguments that all who see the instance see a place of."""
        order = list(self._places)
        numbers = {each: number for number, each in enumerate(order)}
        rules = [
            [tuple(numbers[each] for each in place.through) for place in places if not place.needed]
            for places in self._places.values()
        ]
        uses = {
            number: tuple(dict.fromkeys(each for rule in of for each in rule))
            for number, of in enumerate(rules)
        }
        found = solve(
            uses, uses, lambda at, known: any(known.issuperset(rule) for rule in rules[at])
        )
        return {order[number] for number in found}

    def is_always(self, at: int, part: int) -> bool:
        """Tell whether all who see an instance see a place of an argument."""
        return (at, part) in self._always

    def seen(self, at: int, part: int) -> Type | None:
        """Give a type of which something is left for who sees a place; None where nobody does."""
        self._left = _MOST
        found = self._followed((at, part), ())
        return None if self._left < 0 else found

    def _followed(self, sought: _Parameter, path: tuple[_Parameter, ...]) -> Type | None:
        """Look for places, other than by what is looked for already."""
        if sought in path or len(path) > _DEEPEST:
            return None
        found: list[Type] = []
        for place in self._places[sought]:
            self._left -= 1
            if self._left < 0:
                return None
            needed = self._needed(place, (*path, sought))
            if needed is not None:
                found.append(needed)
        if len(found) < 2:  # noqa: PLR2004 - a union has two members at least
            return found[0] if found else None
        return UnionType(tuple(one_field(WRAPPED, each) for each in found), found[0].span)

    def _needed(self, place: Place, path: tuple[_Parameter, ...]) -> Type | None:
        """Give all that must be left for a place to be seen."""
        parts = list(place.needed)
        for each in place.through:
            if each not in self._always:
                inner = self._followed(each, path)
                if inner is None:
                    return None
                parts.append(inner)
        if not parts:
            span = self._types[path[-1][0]].declared.declaration.span
            return LiteralType("boolean", True, span)  # noqa: FBT003 - the literal `true`
        return TupleType(tuple(parts), parts[0].span)
