"""The shape of arguments in, a function that cuts JSON values to it out.

The function leaves what has the wrong type as it is, for the validator to speak about, but never
without cutting: what cannot be cut is noted as unfit, and the whole input refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from schemac.enforce.fits import Fits
from schemac.enforce.project.anything import plain_json
from schemac.enforce.project.coerce import coerced, coerced_among
from schemac.enforce.project.kernel import Slot, incoming_record
from schemac.enforce.project.places import TOP, Place, Unit, entering
from schemac.enforce.project.unions import Choice, build_choice, plain_types
from schemac.enforce.project.walk import ABSENT, Misfit
from schemac.enforce.read import ReadError, read_json_text
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

    from schemac.enforce.outcomes import EnforceOptions
    from schemac.enforce.project.walk import Projector, Walk
    from schemac.plan.model import Shape

__all__ = ["Incoming"]

_JSON_SCALARS = frozenset({str, int, float, bool, type(None)})


class Incoming:
    """Makes the projectors of one shape."""

    def __init__(self, shape: Shape, options: EnforceOptions) -> None:
        self.types = Types(shape.types)
        self.deepest = options.depth
        self.numbers: dict[Node, int] = {}
        self._closed = options.undeclared == "reject"
        self._lax = options.coerce == "lax"
        self._root = shape.root
        self.fits = Fits(self.types, closed=self._closed)
        self._units: dict[Ref, Unit] = {}

    def project(self) -> Projector:
        """Make the projector of the whole value."""
        return self.node(self._root, TOP)

    def node(self, node: Node, place: Place) -> Projector:
        """Make the projector of what stands at `place`."""
        match node:
            case Scalar(kind=kind) | Const(kind=kind):
                return self._scalar(kind, place)
            case Anything():
                return self._anything(place)
            case Nothing():
                return _refused(place)
            case ListOf():
                return self._list(node, place)
            case TupleOf():
                return self._tuple(node, place)
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
        unit = self._units.get(node)
        if unit is None:
            unit = self._units[node] = Unit()
            unit.project = self.node(inner, TOP)
        return entering(unit, place, self.deepest)

    def _scalar(self, kind: str, place: Place) -> Projector:
        lax = self._lax and kind in {"integer", "number", "boolean"}
        odd = _odd(place)

        def project_scalar(value: object, walk: Walk) -> object:
            if type(value) not in _JSON_SCALARS:
                return odd(value, walk)
            if lax and type(value) is str:
                read = coerced(value, kind)
                return value if read is ABSENT else read
            if kind == "integer" and type(value) is float and value.is_integer():
                return int(value)
            return value

        return project_scalar

    def _anything(self, place: Place) -> Projector:
        pointer, below, deepest = place.pointer, place.depth - 1, self.deepest

        def project_anything(value: object, walk: Walk) -> object:
            return plain_json(value, walk, pointer, deepest - walk.depth - below)

        return project_anything

    def _list(self, node: ListOf, place: Place) -> Projector:
        item = self.node(node.item, place.item())

        def project_list(value: Any, walk: Walk) -> object:
            return [item(each, walk) for each in value]

        return self._container(list, project_list, place)

    def _tuple(self, node: TupleOf, place: Place) -> Projector:
        below = place.item()
        items = tuple(self.node(each, below) for each in node.items)

        def project_tuple(value: Any, walk: Walk) -> object:
            out = [item(each, walk) for item, each in zip(items, value, strict=False)]
            out += [None] * (len(value) - len(items))
            return out

        return self._container(list, project_tuple, place)

    def _map(self, node: MapOf, place: Place) -> Projector:
        item = self.node(node.value, place.item())
        keys = None if self._closed else self.types.literal_texts(node.key)
        pointer = place.pointer

        def project_map(value: Any, walk: Walk) -> object:
            if keys is None:
                return {_text(key, walk, pointer): item(each, walk) for key, each in value.items()}
            out = {key: item(each, walk) for key, each in value.items() if key in keys}
            if len(out) != len(value):
                walk.cut(pointer, len(value) - len(out))
            return out

        return self._container(dict, project_map, place)

    def _record(self, node: Record, place: Place) -> Projector:
        slots = [self._slot(field, place.field(field.name)) for field in node.fields]
        spare = _spare(frozenset(slot.name for slot in slots), place, node.closed or self._closed)
        partial = _partial(slots, spare)
        kernel: list[Projector] = []
        odd = self._container(dict, lambda value, walk: kernel[0](value, walk), place)
        kernel.append(incoming_record(slots, odd, partial, spare))
        return kernel[0]

    def _slot(self, field: Field, place: Place) -> Slot:
        nullable = self.types.nullable(field.type)
        return Slot(
            name=field.name,
            project=self.node(field.type, place),
            plain=self._plain(field.type),
            required=field.required,
            elides=not field.required and not nullable,
            nullable=nullable,
        )

    def _plain(self, node: Node) -> tuple[type, ...]:
        """List the types of values that are taken as they are, null aside."""
        inner = [self.types.effective(each) for each in self.types.alternatives(node)]
        return plain_types(inner, bytes_too=True)

    def _container(self, kind: type, project: Projector, place: Place) -> Projector:
        """Guard the projector of an object or a list: other JSON passes, strings are opened."""
        odd, parse = _odd(place), self._parser(place)

        def project_container(value: object, walk: Walk) -> object:
            if type(value) is kind:
                return project(value, walk)
            before = walk.parsed
            if type(value) is str:
                value, walk.parsed = parse(value, walk)
            out = project(value, walk) if type(value) is kind else odd(value, walk)
            walk.parsed = before
            return out

        return project_container

    def _parser(self, place: Place) -> Callable[[str, Walk], tuple[object, bool]]:
        """Make the reader of stringified objects and lists."""
        below, deepest = place.depth - 1, self.deepest

        def parse(text: str, walk: Walk) -> tuple[object, bool]:
            if walk.parsed or not text.lstrip(" \t\r\n").startswith(("{", "[")):
                return text, walk.parsed
            known = walk.seen.get((_PARSED, id(text))) if walk.trying else None
            if known is not None:
                return known[1], True
            try:
                value = read_json_text(text, depth=deepest - walk.depth - below)
            except ReadError:
                return text, False
            if walk.trying:
                walk.seen[_PARSED, id(text)] = (text, value)
            return value, True

        return parse

    def _union(self, node: Union, place: Place) -> Projector:
        choice = build_choice(
            node,
            self.types,
            self.fits,
            lambda member: self.node(member, place),
            tagged=not self._lax,
        )
        parse = None
        if self.types.takes_container(node) and not self.types.takes_text(node):
            parse = self._parser(place)
        lax = self._lax and not self.types.takes_text(node)
        number = self.numbers.setdefault(node, len(self.numbers))
        return _choosing(choice, number, place, parse, lax=lax)


_PARSED = -4


def _choosing(
    choice: Choice,
    number: int,
    place: Place,
    parse: Callable[[str, Walk], tuple[object, bool]] | None,
    *,
    lax: bool,
) -> Projector:
    odd = _odd(place)
    pointer, direct = place.pointer, choice.direct(bytes_too=True)

    def choose(value: object, walk: Walk) -> object:
        before = walk.parsed
        if type(value) is str:
            if parse is not None:
                value, walk.parsed = parse(value, walk)
            if lax and type(value) is str:
                value = coerced_among(value, choice.alternatives)
        out = chosen(value, walk)
        walk.parsed = before
        return out

    def chosen(value: object, walk: Walk) -> object:
        if type(value) in direct:
            return value
        found = choice.by_type.get(type(value), ())
        if len(found) > 1 and type(value) is dict:
            found = choice.candidates(value)
        if len(found) == 1:
            out = found[0].project(value, walk)
            index = found[0].index
        else:
            settled = choice.settle(value, walk, found) if found else None
            if settled is None:
                return unfit(value, walk)
            index, out = settled
        if type(out) is dict or type(out) is list:
            walk.choices[number, id(out)] = index
        return out

    def unfit(value: object, walk: Walk) -> object:
        if walk.unfit is None:
            walk.unfit = walk.prefix + pointer
        if type(value) is dict:
            meant = choice.meant(value)
            return value if meant is None else meant.project(value, walk)
        return value if type(value) is list else odd(value, walk)

    return choose


def _odd(place: Place) -> Projector:
    """Make the projector for what has the wrong type: JSON passes on, to be refused by name."""
    pointer = place.pointer

    def project_odd(value: object, walk: Walk) -> object:
        if type(value) in _JSON_SCALARS:
            return value
        if walk.unfit is None:
            walk.unfit = walk.prefix + pointer
        return {} if type(value) is dict else [] if type(value) is list else None

    return project_odd


def _refused(place: Place) -> Projector:
    odd = _odd(place)

    def refuse(value: object, walk: Walk) -> object:
        walk.unfit = walk.unfit or walk.prefix + place.pointer
        return odd(value, walk)

    return refuse


def _text(key: object, walk: Walk, pointer: str) -> str:
    if type(key) is not str:
        raise Misfit(walk.prefix + pointer, "propertyNames")
    return key


def _spare(
    declared: frozenset[str],
    place: Place,
    closed: bool,  # noqa: FBT001 - one of two makers
) -> Callable[[dict[str, Any], dict[str, Any], Walk], None]:
    """Make what sees to undeclared keys: dropped, or kept by name for the validator to refuse."""
    pointer = place.pointer

    def spare(value: dict[str, Any], out: dict[str, Any], walk: Walk) -> None:
        rest = [key for key in value if key not in declared]
        if closed:
            out.update((_text(key, walk, pointer), None) for key in rest)
        elif rest:
            walk.cut(pointer, len(rest))

    return spare


def _partial(
    slots: list[Slot], spare: Callable[[dict[str, Any], dict[str, Any], Walk], None]
) -> Projector:
    """Make the projector of a record from which required names are missing."""

    def project_partial(value: dict[str, Any], walk: Walk) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for slot in slots:
            given = value.get(slot.name, ABSENT)
            if given is ABSENT or (given is None and slot.elides):
                continue
            plain = type(given) in slot.plain or (given is None and slot.nullable and slot.plain)
            out[slot.name] = given if plain else slot.project(given, walk)
        if len(value) != len(out):
            spare(value, out, walk)
        return out

    return project_partial
