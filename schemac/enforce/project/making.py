"""The shape of one side in, its projectors out: what both sides make alike.

A projector is made for each place of a shape. Named types are units of their own, made at their
first use; records and lists of records are written out where they stand, as far as there is room.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from threading import RLock
from typing import TYPE_CHECKING

from schemac.enforce.project.inlining import FAR, Inlining, made_later
from schemac.enforce.project.kernel import Inner, Items, Pairs, Slot
from schemac.enforce.project.places import TOP, Place, Unit, entering, too_deep
from schemac.enforce.project.undeclared import dropping
from schemac.enforce.types import Types
from schemac.plan.nodes import (
    Anything,
    Const,
    Field,
    ListOf,
    MapOf,
    Node,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.enforce.project.kernel import Spare
    from schemac.enforce.project.walk import Projector
    from schemac.plan.model import Shape

__all__ = ["Making"]


class Making(ABC):
    """Makes the projectors of one shape, values of `deepest` levels at most."""

    def __init__(self, shape: Shape, deepest: int) -> None:
        self.types = Types(shape.types)
        self.deepest = deepest
        self._root = shape.root
        self._units: dict[Ref, Unit] = {}
        self._unions: dict[int, Unit] = {}
        self._inlining = Inlining(self.types)
        self._lock = RLock()

    def project(self) -> Projector:
        """Make the projector of the whole value."""
        return self.node(self._root, TOP)

    def node(self, node: Node, place: Place) -> Projector:
        """Make the projector of what stands at `place`."""
        if place.depth > self.deepest and isinstance(node, Record | ListOf | TupleOf | MapOf):
            return too_deep(place)
        if place.depth % FAR:
            return self._node(node, place)
        return self._later(node, place)

    @abstractmethod
    def _node(self, node: Node, place: Place) -> Projector:
        """Make a projector now."""

    @abstractmethod
    def _chosen(self, node: Union, place: Place) -> Projector:
        """Make the projector of a union."""

    @abstractmethod
    def _plain(self, node: Node) -> tuple[type, ...]:
        """List the types of values that are taken as they are, null aside."""

    def _bounded(self, _node: Node) -> bool:
        """Say whether integers are taken as they are, unless they are too long."""
        return False

    def _weight(self, _item: Node) -> int:
        """Give what each item of a list takes of what may come out."""
        return 0

    def _pairs(self, _node: Node) -> Pairs | None:
        """Give the map, null aside, that stands here, where it can be written out."""
        return None

    def _spares(self, _node: Record) -> Callable[[frozenset[str], Place], Spare]:
        """Give the maker of what sees to the undeclared keys of a record."""
        return dropping

    def _later(self, node: Node, place: Place) -> Projector:
        return made_later(lambda: self._node(node, place), self._lock)

    def _use(self, node: Ref, place: Place) -> Projector:
        inner = self.types.effective(node)
        if isinstance(inner, Scalar | Const | Anything | Nothing):
            return self.node(inner, place)
        return entering(self._unit(node, inner), place, self.deepest)

    def _unit(self, node: Ref, inner: Node) -> Unit:
        unit = self._units.get(node)
        if unit is None:
            height = self.types.height(inner)
            unit = Unit(lambda: self.node(inner, TOP), height, self._lock)
            self._units[node] = unit
        return unit

    def _union(self, node: Union, place: Place) -> Projector:
        if not self.types.holds_named_union(node):
            return self._chosen(node, place)
        number = self.types.number(node)
        unit = self._unions.get(number)
        if unit is None:
            height = self.types.height(self.types.opened(node))
            unit = Unit(lambda: self._chosen(node, TOP), height, self._lock)
            self._unions[number] = unit
        return entering(unit, place, self.deepest)

    def _inner(self, node: Record, place: Place) -> Inner:
        with self._inlining:
            slots = [self._slot(field, place.field(field.name)) for field in node.fields]
        declared = frozenset(slot.name for slot in slots)
        return Inner(tuple(slots), self._spares(node)(declared, place))

    def _slot(self, field: Field, place: Place) -> Slot:
        nullable = self.types.nullable(field.type)
        elides = not field.required and not nullable
        return self._made(field.type, place, field.name, elides=elides, required=field.required)

    def _made(
        self, node: Node, place: Place, name: str, *, elides: bool = False, required: bool = True
    ) -> Slot:
        near = place.depth <= self.deepest
        record = self._inlining.record(node) if near else None
        items = self._items(node, place) if near and record is None else None
        is_written = record is not None or (items is not None and items.each is not None)
        return Slot(
            name=name,
            project=self._later(node, place) if is_written else self.node(node, place),
            inner=None if record is None else self._inner(record, place),
            items=items,
            pairs=self._pairs(node) if near else None,
            plain=self._plain(node),
            bounded=self._bounded(node),
            required=required,
            elides=elides,
            nullable=self.types.nullable(node),
        )

    def _items(self, node: Node, place: Place) -> Items | None:
        """Give the list, null aside, that stands here, where its items can be written out."""
        found = self.types.only(node)
        if not isinstance(found, ListOf) or found.is_set:
            return None
        plain, weight = self._plain(found.item), self._weight(found.item)
        if plain:
            return Items(plain, weight, pointer=place.pointer)
        below = place.item()
        if below.depth > self.deepest or not self._inlining.has_room(found.item):
            return None
        return Items((), weight, self._made(found.item, below, "*"), place.pointer)
