"""Instances of generics in, the gates under which their arguments are seen somewhere out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from schemac.ir.types import (
    Group,
    IntersectionType,
    ListType,
    MapType,
    NameType,
    OptionalType,
    RecordType,
    Tagged,
    TupleType,
    UnionType,
    Use,
)
from schemac.ir.walk import children
from schemac.plan.gates import Never
from schemac.planner.gates import every, is_larger, some
from schemac.planner.steps import run
from schemac.planner.written_gates import with_tails
from schemac.resolve.trees import nodes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.ir.types import Type
    from schemac.plan.gates import Gate
    from schemac.planner.steps import Steps
    from schemac.planner.table import Entry
    from schemac.planner.written_gates import WrittenGates
    from schemac.resolve.program import Generic, Program

__all__ = ["SeenPlaces"]

_MAX_STEPS = 2_000
_LARGEST = 200


class _Place(NamedTuple):
    """A place of a parameter: the gates on the way, and the parameters that it is passed for."""

    gate: Gate | None
    through: tuple[tuple[int, int], ...]


class _Spot(NamedTuple):
    """The same part of a generic's right side and of an instance's, which stands in it."""

    generic: Type
    instance: Type
    place: _Place

    def at(self, generic: Type, instance: Type, gate: Gate | None = None) -> _Spot:
        """Give a part of this one, behind one more gate."""
        place = _Place(every(self.place.gate, gate), self.place.through)
        return _Spot(generic, instance, place)


class SeenPlaces:
    """Says under which gate an argument is seen. Whoever sees an instance has passed its own."""

    def __init__(self, program: Program, entries: Sequence[Entry], written: WrittenGates) -> None:
        self._types = program.types
        self._entries = entries
        self._written = written
        self._places: dict[int, dict[int, list[_Place]]] = {}
        self._known: dict[tuple[int, int], Gate | None] = {}
        self._path: set[tuple[int, int]] = set()
        self._steps = 0

    def seen(self, number: int, at: int) -> Gate | None:
        """Give the gate of argument number `at` of a type; never open where that is too much."""
        self._steps = 0
        self._path.clear()
        gate, _ = run(self._seen(number, at))
        return Never() if self._steps > _MAX_STEPS else gate

    def _seen(self, number: int, at: int) -> Steps[tuple[Gate | None, bool]]:
        """Give the gate, and whether it holds whatever is on the path (see `Visibility`)."""
        self._steps += 1
        key = (number, at)
        generic = self._types[number].generic
        if generic is None:
            return None, True
        if key in self._known:
            return self._known[key], True
        if key in self._path or self._steps > _MAX_STEPS:
            return Never(), False
        self._path.add(key)
        gates: list[Gate | None] = []
        is_sure = True
        for place in self._places_of(number, generic).get(at, ()):
            gate = place.gate
            for through in place.through:
                inner, sure = yield self._seen(*through)
                gate = every(gate, inner)
                is_sure = is_sure and sure
            gates.append(gate)
        self._path.discard(key)
        found = some(*gates)
        found = Never() if is_larger(found, _LARGEST) else found
        if self._steps <= _MAX_STEPS and (is_sure or found is None or not self._path):
            self._known[key] = found
            is_sure = True
        return found, is_sure

    def _places_of(self, number: int, generic: Generic) -> dict[int, list[_Place]]:
        known = self._places.get(number)
        if known is None:
            known = self._places[number] = self._found(number, generic)
        return known

    def _found(self, number: int, generic: Generic) -> dict[int, list[_Place]]:
        parameters = {name: at for at, name in enumerate(generic.parameters)}
        body = self._written.body(number)
        todo = [_Spot(_inner(with_tails(generic.body)), _inner(body), _Place(None, ()))]
        found: dict[int, list[_Place]] = {}
        while todo:
            spot = todo.pop()
            node = spot.generic
            if isinstance(node, NameType) and node.name in parameters:
                found.setdefault(parameters[node.name], []).append(spot.place)
            elif isinstance(node, NameType) and isinstance(spot.instance, Use):
                todo += self._passed(spot, node, spot.instance.target)
            else:
                todo += self._parts(spot)
        return found

    def _passed(self, spot: _Spot, node: NameType, target: int) -> list[_Spot]:
        """Give the arguments in the use of another generic."""
        given = self._types[target].generic
        gate = every(spot.place.gate, self._entries[target].gate)
        if given is None:
            # Nothing in its arguments is hidden, nor at their places.
            place = _Place(gate, spot.place.through)
            names = [
                each for each in nodes(node) if isinstance(each, NameType) and each is not node
            ]
            return [_Spot(each, each, place) for each in names]
        return [
            _Spot(written, with_tails(argument), _Place(gate, (*spot.place.through, (target, at))))
            for at, (written, argument) in enumerate(
                zip(node.arguments, given.arguments, strict=False)
            )
        ]

    def _parts(self, spot: _Spot) -> list[_Spot]:
        node, other = spot.generic, spot.instance
        while isinstance(other, Group) and not isinstance(node, Group):
            other = other.inner
        if isinstance(node, Group):
            return [spot.at(node.inner, other.inner if isinstance(other, Group) else other)]
        if type(node) is not type(other):
            return []
        inside = list(zip(children(node), children(other), strict=False))
        match other:
            case Tagged(tags=tags):
                gate = self._written.of_tags(tags)
                return [spot.at(one, two, gate) for one, two in inside]
            case MapType() | TupleType():
                lefts = [self._written.left(two) for _, two in inside]
                return [
                    spot.at(one, two, every(*lefts[:at], *lefts[at + 1 :]))
                    for at, (one, two) in enumerate(inside)
                ]
            case IntersectionType():
                return self._operands(spot, other, inside)
            case ListType() | OptionalType() | UnionType() | RecordType():
                return [spot.at(one, two) for one, two in inside]
            case _:
                return []

    def _operands(
        self, spot: _Spot, whole: IntersectionType, inside: Sequence[tuple[Type, Type]]
    ) -> list[_Spot]:
        """Give the operands: what is seen of each depends on gates on the same fields of others."""
        merged = self._written.fields(whole)
        if merged is None:
            gate = self._written.throughout(whole)
            return [spot.at(one, two, gate) for one, two in inside]
        found: list[_Spot] = []
        for one, two in inside:
            left, right = _inner(one), _inner(two)
            if isinstance(left, RecordType) and isinstance(right, RecordType):
                found += [
                    spot.at(ours.type, theirs.type, merged[theirs.name])
                    for ours, theirs in zip(left.fields, right.fields, strict=True)
                ]
            else:
                own = self._written.fields(two)
                found.append(spot.at(one, two, _any_of(merged, own)))
        return found


def _any_of(merged: dict[str, Gate | None], own: dict[str, Gate | None] | None) -> Gate | None:
    return some(*(merged.get(name, Never()) for name in own)) if own else None


def _inner(node: Type) -> Type:
    """Give a type without the tags and parentheses around it."""
    while isinstance(node, Tagged | Group):
        node = node.inner
    return node
