"""The shape of a result in, a function that cuts any Python value to it out.

The function returns exact built-in types, or raises Misfit. What it does not look at is bounds,
patterns and formats: those are the validator's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from schemac.enforce.fits import Fits
from schemac.enforce.foreign import foreign
from schemac.enforce.outcomes import Media
from schemac.enforce.project.anything import plain_json
from schemac.enforce.project.choosing import result_chooser
from schemac.enforce.project.kernel import outgoing_record
from schemac.enforce.project.lists import list_projector, tuple_projector
from schemac.enforce.project.making import Making
from schemac.enforce.project.reading import pairs_of, read_names
from schemac.enforce.project.unions import build_choice, plain_types
from schemac.enforce.project.wire import (
    OBJECT_FORMATS,
    TO_WIRE,
    Unfit,
    literal_to_wire,
    plain_text,
)
from schemac.enforce.weights import least_size
from schemac.plan.nodes import (
    Anything,
    Const,
    Constraints,
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
    from schemac.enforce.project.places import Place
    from schemac.enforce.project.walk import Misfit, Projector, Walk
    from schemac.enforce.project.wire import ToWire
    from schemac.plan.model import Shape

__all__ = ["Outgoing"]


class Outgoing(Making):
    """Makes the projectors of one shape."""

    def __init__(self, shape: Shape, deepest: int) -> None:
        super().__init__(shape, deepest)
        self._fits = Fits(self.types)

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

    def _anything(self, place: Place) -> Projector:
        pointer, below, deepest = place.pointer, place.depth - 1, self.deepest

        def project_anything(value: object, walk: Walk) -> object:
            return plain_json(value, walk, pointer, deepest - walk.depth - below)

        return project_anything

    def _list(self, node: ListOf, place: Place) -> Projector:
        below = place.item()
        plain = self._plain(node.item)
        weight = self._weight(node.item)
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
            if keys is None:
                walk.spend(4 * len(pairs), pointer)
            out: dict[str, Any] = {}
            dropped = 0
            for key, each in pairs:
                name = key if type(key) is str else _key(key, walk, pointer)
                if keys is None or name in keys:
                    out[name] = item(each, walk)
                else:
                    dropped += 1
            if len(out) + dropped != len(pairs):
                raise walk.misfit(pointer, "propertyNames")
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

    def _weight(self, item: Node) -> int:
        return least_size(item, self.types) + 1

    def _plain(self, node: Node) -> tuple[type, ...]:
        return plain_types([self.types.effective(each) for each in self.types.alternatives(node)])

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
        except foreign():  # a foreign scalar may raise whatever it likes
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
    except foreign():  # Unfit, and what a foreign key may raise
        raise walk.misfit(pointer, "propertyNames") from None
