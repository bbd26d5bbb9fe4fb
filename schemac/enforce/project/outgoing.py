"""The shape of a result in, a function that cuts any Python value to it out.

The function returns exact built-in types, or raises Misfit. What it does not look at is bounds,
patterns and formats: those are the validator's.
"""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING, Any, assert_never

from schemac.enforce.fits import Fits
from schemac.enforce.foreign import FOREIGN
from schemac.enforce.outcomes import Media
from schemac.enforce.project.anything import plain_json
from schemac.enforce.project.choosing import result_chooser
from schemac.enforce.project.inlining import FAR, Inlining, made_later
from schemac.enforce.project.kernel import Inner, Items, Slot, outgoing_record
from schemac.enforce.project.lists import list_projector, tuple_projector
from schemac.enforce.project.places import TOP, Place, Unit, entering, height_of, too_deep
from schemac.enforce.project.reading import pairs_of, read_names
from schemac.enforce.project.undeclared import dropping
from schemac.enforce.project.unions import build_choice, plain_types
from schemac.enforce.project.wire import (
    OBJECT_FORMATS,
    TO_WIRE,
    Unfit,
    literal_to_wire,
    plain_text,
)
from schemac.enforce.types import Types
from schemac.enforce.weights import least_size
from schemac.plan.nodes import (
    Anything,
    Const,
    Constraints,
    Field,
    ListOf,
    MapOf,
    Node,
    Nothing,
    Record,
    Ref,
    Scalar,
    ScalarKind,
    TupleOf,
    Union,
)

if TYPE_CHECKING:
    from schemac.enforce.project.walk import Misfit, Projector, Walk
    from schemac.enforce.project.wire import ToWire
    from schemac.plan.model import Shape

__all__ = ["Outgoing"]


class Outgoing:
    """Makes the projectors of one shape."""

    def __init__(self, shape: Shape, deepest: int) -> None:
        self.types = Types(shape.types)
        self.deepest = deepest
        self._root = shape.root
        self._fits = Fits(self.types)
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
        return made_later(lambda: self._node(node, place), self._lock)

    def _node(self, node: Node, place: Place) -> Projector:  # noqa: C901 - a closed union's cases
        match node:
            case Scalar(kind=kind, constraints=constraints):
                return _scalar(kind, constraints, place)
            case Const(kind=kind):
                return _converted(literal_to_wire(kind), place)
            case Anything():
                return self._anything(place)
            case Nothing():
                return _refusing(place, "not")
            case ListOf():
                return self._list(node, place)
            case TupleOf(items=items):
                below = place.item()
                return tuple_projector(tuple(self.node(each, below) for each in items), place)
            case MapOf():
                return self._map(node, place)
            case Record():
                return self._record(node, place)
            case Union():
                return self._union(node, place)
            case Ref():
                return self._use(node, place)
            case _:
                assert_never(node)

    def _use(self, node: Ref, place: Place) -> Projector:
        inner = self.types.effective(node)
        if isinstance(inner, Scalar | Const | Anything | Nothing):
            return self.node(inner, place)
        return entering(self._unit(node, inner), place, self.deepest)

    def _unit(self, node: Ref, inner: Node) -> Unit:
        unit = self._units.get(node)
        if unit is None:
            unit = Unit(lambda: self.node(inner, TOP), height_of(inner), self._lock)
            self._units[node] = unit
        return unit

    def _anything(self, place: Place) -> Projector:
        pointer, below, deepest = place.pointer, place.depth - 1, self.deepest

        def project_anything(value: object, walk: Walk) -> object:
            return plain_json(value, walk, pointer, deepest - walk.depth - below)

        return project_anything

    def _list(self, node: ListOf, place: Place) -> Projector:
        below = place.item()
        plain = self._plain(node.item)
        weight = least_size(node.item, self.types) + 1
        inner = self.types.effective(node.item)
        unit = None
        if isinstance(node.item, Ref) and isinstance(inner, Record):
            unit = self._unit(node.item, inner)
        item = self.node(node.item, below)
        return list_projector(
            item,
            place,
            plain=plain,
            weight=weight,
            is_set=node.is_set,
            unit=unit,
            deepest=self.deepest,
        )

    def _map(self, node: MapOf, place: Place) -> Projector:
        item = self.node(node.value, place.item())
        keys = self.types.literal_texts(node.key)
        pointer = place.pointer

        def project_map(value: object, walk: Walk) -> dict[str, Any]:
            pairs = pairs_of(value, walk, pointer)
            walk.spend(4 * len(pairs), pointer)
            out: dict[str, Any] = {}
            dropped = 0
            for key, each in pairs:
                name = key if type(key) is str else _key(key, walk, pointer)
                if keys is None or name in keys:
                    out[name] = item(each, walk)
                else:
                    dropped += 1
            if dropped:
                walk.cut(pointer, dropped)
            return out

        return project_map

    def _record(self, node: Record, place: Place) -> Projector:
        names = tuple(field.name for field in node.fields)
        needed = tuple(field.name for field in node.fields if field.required)
        pointer = place.pointer

        def read(value: object, walk: Walk) -> dict[str, Any]:
            return read_names(value, walk, names, pointer)

        def missing(value: dict[str, Any], walk: Walk) -> Misfit:
            name = next((name for name in needed if name not in value), "")
            return walk.misfit(place.field(name).pointer, "required")

        inner = self._inner(node, place)
        return outgoing_record(inner.slots, read, missing, inner.spare)

    def _inner(self, node: Record, place: Place) -> Inner:
        with self._inlining:
            slots = [self._slot(field, place.field(field.name)) for field in node.fields]
        declared = frozenset(slot.name for slot in slots)
        return Inner(tuple(slots), dropping(declared, place))

    def _slot(self, field: Field, place: Place) -> Slot:
        nullable = self.types.nullable(field.type)
        near = place.depth <= self.deepest
        record = self._inlining.record(field.type) if near else None
        project = (
            self.node(field.type, place)
            if record is None
            else made_later(lambda: self.node(field.type, place), self._lock)
        )
        return Slot(
            name=field.name,
            project=project,
            inner=None if record is None else self._inner(record, place),
            items=self._items(field.type) if near else None,
            plain=self._plain(field.type),
            required=field.required,
            elides=not field.required and not nullable,
            nullable=nullable,
        )

    def _items(self, node: Node) -> Items | None:
        """Give the list, null aside, that stands here, if its items are taken as they are."""
        found = self.types.only(node)
        if not isinstance(found, ListOf) or found.is_set:
            return None
        plain = self._plain(found.item)
        return Items(plain, least_size(found.item, self.types) + 1) if plain else None

    def _plain(self, node: Node) -> tuple[type, ...]:
        """List the types of values that need no work where this node stands, null aside."""
        inner = [self.types.effective(each) for each in self.types.alternatives(node)]
        return plain_types(inner)

    def _union(self, node: Union, place: Place) -> Projector:
        if not self.types.holds_named_union(node):
            return self._chosen(node, place)
        number = self.types.number(node)
        unit = self._unions.get(number)
        if unit is None:
            height = height_of(self.types.opened(node))
            unit = Unit(lambda: self._chosen(node, TOP), height, self._lock)
            self._unions[number] = unit
        return entering(unit, place, self.deepest)

    def _chosen(self, node: Union, place: Place) -> Projector:
        choice = build_choice(
            node, self.types, self._fits, lambda member: self.node(member, place), tagged=True
        )
        return result_chooser(choice, place)


def _scalar(kind: ScalarKind, constraints: Constraints, place: Place) -> Projector:
    convert = TO_WIRE[kind]
    if kind == "bytes" and constraints.media_type is not None:
        return _media(convert, constraints.media_type, place)
    if kind == "string" and constraints.format is not None:
        convert = OBJECT_FORMATS.get(constraints.format, convert)
    return _converted(convert, place)


def _converted(convert: ToWire, place: Place) -> Projector:
    pointer = place.pointer

    def project_scalar(value: object, walk: Walk) -> object:
        try:
            return convert(value)
        except Unfit as unfit:
            raise walk.misfit(pointer, str(unfit)) from None
        except FOREIGN:  # a foreign scalar may raise whatever it likes
            raise walk.misfit(pointer, "read") from None

    return project_scalar


def _media(convert: ToWire, media_type: str, place: Place) -> Projector:
    scalar, pointer = _converted(convert, place), place.pointer

    def project_media(value: object, walk: Walk) -> object:
        text = scalar(value, walk)
        walk.show(Media(walk.prefix + pointer, media_type, text))
        return text

    return project_media


def _refusing(place: Place, keyword: str) -> Projector:
    pointer = place.pointer

    def refuse(_value: object, walk: Walk) -> object:
        raise walk.misfit(pointer, keyword)

    return refuse


def _key(key: object, walk: Walk, pointer: str) -> str:
    try:
        return plain_text(key)
    except FOREIGN:  # Unfit, and what a foreign key may raise
        raise walk.misfit(pointer, "propertyNames") from None
