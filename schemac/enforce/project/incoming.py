"""The shape of arguments in, a function that cuts JSON values to it out.

The function leaves what has the wrong type as it is, for the validator to speak about, but never
without cutting: what cannot be cut is noted as unfit, and the whole input refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from schemac.enforce.fits import Fits
from schemac.enforce.project.anything import plain_json
from schemac.enforce.project.choosing import Chooser
from schemac.enforce.project.coerce import coerced
from schemac.enforce.project.cuts import Taken
from schemac.enforce.project.kernel import Pairs, Slot, incoming_record
from schemac.enforce.project.making import Making
from schemac.enforce.project.stringified import parser, passing
from schemac.enforce.project.undeclared import dropping, keeping, key_text
from schemac.enforce.project.unions import build_choice, plain_types
from schemac.enforce.project.walk import ABSENT, JSON_SCALARS
from schemac.enforce.read import most_digits
from schemac.plan.nodes import (
    Anything,
    Const,
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
    from schemac.enforce.project.kernel import Spare
    from schemac.enforce.project.places import Place
    from schemac.enforce.project.walk import Projector, Walk
    from schemac.enforce.values import Raw
    from schemac.plan.model import Shape

__all__ = ["Incoming"]


class Incoming(Making):
    """Makes the projectors of one shape."""

    def __init__(self, shape: Shape, options: EnforceOptions) -> None:
        super().__init__(shape, options.depth)
        self._closed = options.undeclared == "reject"
        self._lax = options.coerce == "lax"
        self.fits = Fits(self.types, closed=self._closed)

    def _node(self, node: Node, place: Place) -> Projector:
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

    def _scalar(self, kind: str, place: Place) -> Projector:
        lax = self._lax and kind in {"integer", "number", "boolean"}
        odd, pointer, far = passing(place), place.pointer, 10 ** most_digits()

        def project_scalar(value: object, walk: Walk) -> object:
            if type(value) not in JSON_SCALARS:
                return odd(value, walk)
            if type(value) is int and not -far < value < far:
                raise walk.misfit(pointer, "digits")
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
        plain = frozenset(self._plain(node.item))

        def project_list(value: Raw, walk: Walk) -> object:
            if plain.issuperset(map(type, value)):
                return list(value)
            return [item(each, walk) for each in value]

        return self._container(list, project_list, place)

    def _tuple(self, node: TupleOf, place: Place) -> Projector:
        below = place.item()
        items = tuple(self.node(each, below) for each in node.items)

        def project_tuple(value: Raw, walk: Walk) -> object:
            out = [item(each, walk) for item, each in zip(items, value, strict=False)]
            out += [None] * (len(value) - len(items))
            return out

        return self._container(list, project_tuple, place)

    def _map(self, node: MapOf, place: Place) -> Projector:
        item = self.node(node.value, place.item())
        keys, closed = self.types.literal_texts(node.key), self._closed
        pointer = place.pointer
        plain = frozenset(self._plain(node.value))

        def project_map(value: Raw, walk: Walk) -> object:
            if keys is None:
                if plain.issuperset(map(type, value.values())) and _TEXT.issuperset(
                    map(type, value)
                ):
                    return dict(value)
                return {
                    key_text(key, walk, pointer): item(each, walk) for key, each in value.items()
                }
            if closed:
                return {
                    key_text(key, walk, pointer): item(each, walk) if key in keys else None
                    for key, each in value.items()
                }
            out = {key: item(each, walk) for key, each in value.items() if key in keys}
            if len(out) != len(value):
                walk.cut(pointer, len(value) - len(out))
            return out

        return self._container(dict, project_map, place)

    def _record(self, node: Record, place: Place) -> Projector:
        inner = self._inner(node, place)
        partial = _partial(inner.slots, inner.spare)
        odd = self._container(dict, partial, place)
        return incoming_record(inner.slots, odd, partial, inner.spare)

    def _spares(self, node: Record) -> Callable[[frozenset[str], Place], Spare]:
        return keeping if node.closed or self._closed else dropping

    def _pairs(self, node: Node) -> Pairs | None:
        found = self.types.only(node)
        if not isinstance(found, MapOf) or self.types.literal_texts(found.key) is not None:
            return None
        plain = self._plain(found.value)
        return Pairs(plain) if plain else None

    def _plain(self, node: Node) -> tuple[type, ...]:
        return tuple(kind for kind in self._kept(node) if kind is not int)

    def _bounded(self, node: Node) -> bool:
        return int in self._kept(node)

    def _kept(self, node: Node) -> tuple[type, ...]:
        inner = [self.types.effective(each) for each in self.types.alternatives(node)]
        return plain_types(inner, bytes_too=True)

    def _container(self, kind: type, project: Projector, place: Place) -> Projector:
        """Guard the projector of an object or a list: other JSON passes, strings are opened."""
        odd, parse = passing(place), parser(place, self.deepest)

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

    def _chosen(self, node: Union, place: Place) -> Projector:
        choice = build_choice(
            node,
            self.types,
            self.fits,
            lambda member: self.node(member, place),
            tagged=not self._lax,
        )
        takes_text = self.types.takes_text(node)
        opens = self.types.takes_container(node) and not takes_text
        return Chooser(
            choice,
            place,
            parser(place, self.deepest) if opens else None,
            lax=self._lax and not takes_text,
        )


_TEXT = frozenset({str})


def _refused(place: Place) -> Projector:
    odd = passing(place)

    def refuse(value: object, walk: Walk) -> object:
        walk.unfit = walk.unfit or walk.prefix + place.pointer
        return odd(value, walk)

    return refuse


def _partial(slots: tuple[Slot, ...], spare: Spare) -> Projector:
    """Make the projector of a record from which required names are missing."""

    def project_partial(value: dict[str, Any], walk: Walk) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for slot in slots:
            given = value.get(slot.name, ABSENT)
            if given is ABSENT or (given is None and slot.elides):
                continue
            out[slot.name] = given if type(given) in slot.plain else slot.project(given, walk)
        if len(value) == len(out):
            return out
        if isinstance(spare, Taken):
            walk.left_behind.append((spare, walk.prefix, (*value,)))
        else:
            spare(value, out, walk)
        return out

    return project_partial
