"""Validated wire values in, the Python objects that a handler gets out, defaults filled in."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from schemac.enforce.fits import Fits
from schemac.enforce.instants import FROM_WIRE, Unholdable
from schemac.enforce.outcomes import Violation
from schemac.enforce.project.given import reader_of
from schemac.enforce.project.unions import json_types
from schemac.enforce.project.walk import JSON_SCALARS, Misfit
from schemac.enforce.types import parts
from schemac.enforce.violations import in_order, pointer_of
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
    from collections.abc import Callable, Iterator, Mapping

    from schemac.enforce.explain import Step
    from schemac.enforce.project.incoming import Incoming
    from schemac.enforce.project.walk import Walk
    from schemac.enforce.violations import Way
    from schemac.plan.nodes import NamedType

    Defaults: TypeAlias = Mapping[Field, str]
    Convert: TypeAlias = "Callable[[Any, Walk, Defaults], Any]"
    Supply: TypeAlias = "Callable[[dict[str, Any], Walk, Defaults], None]"

__all__ = ["Converting", "Unheld"]


class Unheld(Exception):  # noqa: N818 - says what a value is, reports no error of ours
    """Values that the schema allows and Python cannot hold, each with its way from here."""

    def __init__(self, found: tuple[tuple[Way, str], ...]) -> None:
        super().__init__(found)
        self.found = found

    def below(self, step: Step) -> tuple[tuple[Way, str], ...]:
        """Give the ways from one level up."""
        return tuple(((step, *path), expected) for path, expected in self.found)

    def violations(self) -> tuple[Violation, ...]:
        """Give them as violations, seen from here: as many as are told, in their order."""
        return in_order(
            (Violation(pointer_of(path), f"expected {expected}"), path)
            for path, expected in self.found
        )


class Converting:
    """Makes the conversions of one shape; None wherever there is nothing to convert."""

    def __init__(self, incoming: Incoming, types: Mapping[int, NamedType]) -> None:
        self._named_types = types
        self._types = incoming.types
        self._fits = incoming.fits
        self._whole = Fits(incoming.types, closed=True)
        self._units: dict[Ref, Convert] = {}
        self._unions: dict[int, Convert] = {}

    def node(self, node: Node) -> Convert | None:
        """Make the conversion of one node."""
        if not self._needs(node):
            return None
        match node:
            case Scalar(kind=kind):
                return _scalar(kind)
            case Const() | Anything() | Nothing():
                return None
            case ListOf(item=item):
                return _list(self._later(item))
            case TupleOf(items=items):
                return _tuple(tuple(self._later(item) for item in items))
            case MapOf(value=value):
                return _map(self._later(value))
            case Record():
                return self._record(node)
            case Union():
                return self._choice(node)
            case Ref():
                return self._named(node)
            case _:
                assert_never(node)

    def _needs(self, node: Node) -> bool:
        """Say whether anything in a type is converted or completed."""
        seen: set[Ref] = set()
        waiting = [node]
        while waiting:
            each = waiting.pop()
            if _converts(each):
                return True
            if not isinstance(each, Ref):
                waiting.extend(parts(each))
            elif each not in seen:
                seen.add(each)
                waiting.append(self._types.effective(each))
        return False

    def _later(self, node: Node) -> Convert | None:
        """Make the conversion of a part when a value first gets there."""
        if not self._needs(node):
            return None
        made: list[Convert] = []

        def convert_later(value: object, walk: Walk, defaults: Defaults) -> object:
            if not made:
                made.append(self.node(node) or _kept)
            return made[0](value, walk, defaults)

        return convert_later

    def _named(self, node: Ref) -> Convert | None:
        convert = self._units.get(node)
        if convert is None:
            convert = self._units[node] = self.node(self._types.effective(node)) or _kept
        return convert

    def _record(self, node: Record) -> Convert:
        made = [(field.name, self._later(field.type), field) for field in node.fields]
        converts = [(name, convert) for name, convert, _ in made if convert is not None]
        found = [(name, self._supply(field, convert or _kept)) for name, convert, field in made]
        supplies = [(name, supply) for name, supply in found if supply is not None]

        def convert_record(value: dict[str, Any], walk: Walk, defaults: Defaults) -> object:
            out = dict(value)
            bad: list[tuple[Way, str]] = []
            for name, convert in converts:
                if name in value:
                    try:
                        out[name] = convert(value[name], walk, defaults)
                    except Unheld as unheld:
                        bad += unheld.below(name)
            for name, supply in supplies:
                if name not in value:
                    supply(out, walk, defaults)
            if bad:
                raise Unheld(tuple(bad))
            return out

        return convert_record

    def _supply(self, field: Field, convert: Convert) -> Supply | None:
        """Make what supplies a field's default, anew each time: handlers may change what they get.

        One that the view does not accept whole, or that Python cannot hold, is none.
        """
        fixed = None if field.default is None else field.default.value
        if fixed is not None and not self._whole.check(field.type)(json.loads(fixed), {}):
            fixed = None
        if fixed is None and field.default_for is None:
            return None
        read = reader_of(field.type, self._named_types)
        is_kept = fixed is not None and field.default_for is None and convert is _kept
        if is_kept and fixed is not None and type(json.loads(fixed)) in JSON_SCALARS:
            value = read(fixed)
            return lambda out, _walk, _defaults: out.__setitem__(field.name, value)

        def supply(out: dict[str, Any], walk: Walk, defaults: Defaults) -> None:
            asked = None if field.default_for is None else defaults.get(field)
            text = fixed if asked is None else asked
            if text is not None:
                with suppress(Unheld, Misfit):
                    out[field.name] = convert(read(text), walk, defaults)

        return supply

    def _choice(self, node: Union) -> Convert:
        """Make the conversion of a union once; unions that hold one another would go on else."""
        number = self._types.number(node)
        if number not in self._unions:
            self._unions[number] = self._union(node, number)
        return self._unions[number]

    def _union(self, node: Union, number: int) -> Convert:
        """Convert by the variant that was projected onto; a scalar by the first that fits."""
        members = list(self._types.alternatives(node))
        converts = [self._later(member) or _kept for member in members]
        checks = [self._fits.check(member) for member in members]
        single = _single([self._types.effective(member) for member in members])

        def convert_union(value: object, walk: Walk, defaults: Defaults) -> object:
            index = single.get(type(value))
            if index is None:
                index = walk.choices.get((number, id(value)))
            if index is None:
                index = next((i for i, check in enumerate(checks) if check(value, {})), None)
            if index is None:
                raise Unheld((((), "a value of a declared type"),))
            return converts[index](value, walk, defaults)

        return convert_union


def _single(members: list[Node]) -> dict[type, int]:
    """Give the member for each JSON type that only one member takes."""
    takers: dict[type, list[int]] = {}
    for index, member in enumerate(members):
        for kind in json_types(member):
            takers.setdefault(kind, []).append(index)
    return {kind: indices[0] for kind, indices in takers.items() if len(indices) == 1}


def _converts(node: Node) -> bool:
    match node:
        case Scalar(kind=kind):
            return kind in FROM_WIRE
        case Record(fields=fields):
            return any(
                field.default is not None or field.default_for is not None for field in fields
            )
        case _:
            return False


def _kept(value: object, _walk: Walk, _defaults: Defaults) -> object:
    return value


def _scalar(kind: str) -> Convert:
    read = FROM_WIRE[kind]

    def convert_scalar(value: str, _walk: Walk, _defaults: Defaults) -> object:
        try:
            return read(value)
        except Unholdable as unholdable:
            raise Unheld((((), str(unholdable)),)) from None

    return convert_scalar


def _list(item: Convert | None) -> Convert | None:
    if item is None:
        return None
    convert = item

    def convert_list(value: list[Any], walk: Walk, defaults: Defaults) -> object:
        return _all(((i, each, convert) for i, each in enumerate(value)), walk, defaults)

    return convert_list


def _tuple(items: tuple[Convert | None, ...]) -> Convert:
    converts = [item or _kept for item in items]

    def convert_tuple(value: list[Any], walk: Walk, defaults: Defaults) -> object:
        pairs = zip(value, converts, strict=True)
        steps = ((i, each, convert) for i, (each, convert) in enumerate(pairs))
        return _all(steps, walk, defaults)

    return convert_tuple


def _map(item: Convert | None) -> Convert | None:
    if item is None:
        return None
    convert = item

    def convert_map(value: dict[str, Any], walk: Walk, defaults: Defaults) -> object:
        steps = ((key, each, convert) for key, each in value.items())
        return dict(zip(value, _all(steps, walk, defaults), strict=True))

    return convert_map


def _all(steps: Iterator[tuple[Step, Any, Convert]], walk: Walk, defaults: Defaults) -> list[Any]:
    """Convert items; what Python cannot hold is collected, with its way."""
    out: list[Any] = []
    bad: list[tuple[Way, str]] = []
    for step, each, convert in steps:
        try:
            out.append(convert(each, walk, defaults))
        except Unheld as unheld:
            bad += unheld.below(step)
    if bad:
        raise Unheld(tuple(bad))
    return out
