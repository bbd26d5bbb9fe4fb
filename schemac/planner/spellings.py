"""Instances of generics in, the steps of writing their arguments for each caller out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from schemac.ir.print_tags import print_tags
from schemac.ir.printer import print_type
from schemac.ir.tags import TAGS, Flag, GateArgument, TextArgument
from schemac.ir.types import (
    Group,
    IntersectionType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    Tagged,
    TupleType,
    UnionType,
    Use,
)
from schemac.ir.walk import rebuild
from schemac.plan.gates import Never
from schemac.plan.spelling import Join, Word
from schemac.planner.gates import every, some
from schemac.planner.written_gates import outside_intersections, with_tails
from schemac.resolve.soundness import uses
from schemac.resolve.trees import fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schemac.ir.tags import Tag
    from schemac.ir.types import Field, Type
    from schemac.plan.gates import Gate
    from schemac.plan.spelling import JoinKind, Step
    from schemac.planner.quotes import Quotes
    from schemac.planner.seen_places import SeenPlaces
    from schemac.planner.written_gates import WrittenGates
    from schemac.resolve.program import Program, ResolvedType

__all__ = ["Spellings"]

_HOLE = "\0"


class _Told(NamedTuple):
    """The steps of writing a type, and the gate under which something of it is left."""

    steps: tuple[Step, ...]
    left: Gate | None = None


class Spellings:
    """Writes the arguments of instances of which callers may read more or less."""

    def __init__(
        self, program: Program, written: WrittenGates, places: SeenPlaces, quotes: Quotes
    ) -> None:
        self._types = program.types
        self._written = written
        self._places = places
        self._quotes = quotes
        self._known: dict[int, tuple[Step, ...]] = {}

    def of(self, number: int) -> tuple[Step, ...]:
        """Give the steps for a type, () where all callers read the same of its arguments."""
        pending = [number]
        while pending:
            generic = self._types[pending[-1]].generic
            if generic is None:
                return ()
            targets = [target for argument in generic.arguments for target in uses(argument)]
            inner = [target for target in targets if self._is_pending(target)]
            if inner:
                pending.extend(inner)
                continue
            at = pending.pop()
            parts = [self._told(with_tails(argument)) for argument in generic.arguments]
            gates = [
                every(self._places.seen(at, place), part.left) for place, part in enumerate(parts)
            ]
            self._known[at] = _joined("listed", parts, gates)
        return self._known[number]

    def _is_pending(self, target: int) -> bool:
        return self._types[target].generic is not None and target not in self._known

    def _told(self, written: Type, fields: Mapping[str, Gate | None] | None = None) -> _Told:
        """Write a type; `fields` are the gates of its fields where it is an operand."""

        def combine(node: Type, parts: Sequence[_Told]) -> _Told:
            if node is top:
                return self._record(top, parts, fields)
            return self._combined(node, parts)

        inner = written
        while isinstance(inner, Tagged | Group):
            inner = inner.inner
        top = inner if fields is not None and isinstance(inner, RecordType) else None
        return fold(written, combine, outside_intersections)

    def _combined(self, node: Type, parts: Sequence[_Told]) -> _Told:
        match node:
            case Group():
                return parts[0]
            case Use():
                return _Told(self._name(self._types[node.target], node.target), self._left(node))
            case Tagged():
                return self._tagged(node, parts[0])
            case OptionalType():
                return _Told(_joined("optional", parts), parts[0].left)
            case UnionType(members=members):
                gates = self._written.of_members(members, [part.left for part in parts])
                return _Told(_joined("union", parts, gates), some(*gates))
            case RecordType():
                return self._record(node, parts, None)
            case IntersectionType():
                return self._intersection(node)
            case ListType() | MapType() | TupleType():
                return _Told(_in_words(node, parts), every(*(part.left for part in parts)))
            case _:
                return _Told((Word(print_type(node)),))

    def _left(self, node: Use) -> Gate | None:
        return self._written.of_use(node)

    def _name(self, named: ResolvedType, target: int) -> tuple[Step, ...]:
        place = (part for part in (named.file, named.owner, named.name) if part)
        name = Word(named.name, ":".join(place))
        if named.generic is not None:
            return (name, *self._known[target], Join("named", (None, None)))
        if not named.shown:
            return (name,)
        return (name, Word(named.shown, named.spelled), Join("named", (None, None)))

    def _tagged(self, node: Tagged, inner: _Told) -> _Told:
        left = every(self._written.of_tags(node.tags), inner.left)
        tags = _told_tags(node)
        if not tags:
            return _Told(inner.steps, left)
        is_whole = inner.left is None and not any(map(_has_gate, inner.steps))
        quotes = {} if is_whole and not uses(node.inner) else self._quotes.of(node)
        gates = [None, *(_gate_of(tag, quotes) for tag in tags)]
        words = [_Told((Word(print_tags([tag])),)) for tag in tags]
        # Only what the tail rule moved stands directly behind a union.
        kind: JoinKind = "tail" if isinstance(node.inner, UnionType) else "tagged"
        return _Told(_joined(kind, [inner, *words], gates), left)

    def _record(
        self, node: RecordType, parts: Sequence[_Told], known: Mapping[str, Gate | None] | None
    ) -> _Told:
        names = [field.name for field in node.fields]
        lefts = [part.left for part in parts]
        gates = lefts if known is None else [known[name] for name in names]
        shown = dict(zip(names, gates, strict=True)) if known is None else known
        told = [
            _Told(_field(field, _depending(field.type, part.steps, shown)))
            for field, part in zip(node.fields, parts, strict=True)
        ]
        if not told:
            return _Told((Word("{}"),))
        steps = (Word("{ "), *_joined("listed", told, gates), Word(" }"))
        return _Told((*steps, Join("plain", (None,) * 3)), some(*gates))

    def _intersection(self, node: IntersectionType) -> _Told:
        merged = self._written.fields(node)
        if merged is None:
            told = [self._told(operand) for operand in node.operands]
            return _Told(_joined("intersection", told), self._written.throughout(node))
        told = [self._told(operand, merged) for operand in node.operands]
        gates: list[Gate | None] = []
        for operand in node.operands:
            own = self._written.fields(operand)
            gates.append(some(*(merged.get(name, Never()) for name in own)) if own else None)
        return _Told(_joined("intersection", told, gates), some(*gates))


def _joined(
    kind: JoinKind, parts: Sequence[_Told], gates: Sequence[Gate | None] | None = None
) -> tuple[Step, ...]:
    steps = [step for part in parts for step in part.steps]
    return (*steps, Join(kind, (None,) * len(parts) if gates is None else tuple(gates)))


def _in_words(node: Type, parts: Sequence[_Told]) -> tuple[Step, ...]:
    """Write a type in brackets as the printer does, with the steps of what is in it."""
    numbers = iter(range(len(parts)))
    blank = rebuild(node, lambda part: Use(next(numbers), part.span))
    words = print_type(blank, name_of=lambda _: _HOLE).split(_HOLE)
    told = [_Told((Word(words[0]),))]
    for part, word in zip(parts, words[1:], strict=True):
        told += [part, _Told((Word(word),))]
    return _joined("plain", told)


def _field(field: Field, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Write a field: its key as the printer does, then its type."""
    blank = replace(field, type=Use(0, field.span))
    text = print_type(RecordType((blank,), field.span), name_of=lambda _: _HOLE)
    key = text[: text.index(_HOLE)].removeprefix("{").lstrip()
    return (Word(key), *steps, Join("plain", (None, None)))


def _told_tags(node: Tagged) -> list[Tag]:
    return [tag for tag in node.tags if tag.name in TAGS]


def _has_gate(step: Step) -> bool:
    return isinstance(step, Join) and any(gate is not None for gate in step.gates)


def _gate_of(tag: Tag, quotes: Mapping[int, Gate | None]) -> Gate | None:
    """Give the gate of a tag's own words; that of a dependence is the other field's."""
    return Never() if tag.name == "depends_on" else quotes.get(id(tag))


def _depending(
    written: Type, steps: tuple[Step, ...], shown: Mapping[str, Gate | None]
) -> tuple[Step, ...]:
    """Give the steps of a field's type with the words about other fields told where these are."""
    last = steps[-1]
    if not isinstance(written, Tagged) or not isinstance(last, Join):
        return steps
    tags = _told_tags(written)
    if not any(tag.name == "depends_on" for tag in tags):
        return steps
    own = zip(tags, last.gates[1:], strict=True)
    gates = [
        shown.get(_other(tag), Never()) if tag.name == "depends_on" else gate for tag, gate in own
    ]
    return (*steps[:-1], Join(last.kind, (last.gates[0], *gates)))


def _other(tag: Tag) -> str:
    """Give the name of the field that a tag depends on."""
    match tag.argument:
        case GateArgument(expressions=(Flag(name), *_)):
            return name
        case TextArgument(text=text):
            return text
        case _:
            return ""
