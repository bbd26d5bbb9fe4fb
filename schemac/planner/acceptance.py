"""A node and a value in, when a view accepts all of the value out."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from schemac.plan.gates import Every, Never, OnSide, Some
from schemac.plan.nodes import (
    Anything,
    Const,
    ListOf,
    MapOf,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.plan.sameness import literal_key
from schemac.planner.gates import every, inverse, some
from schemac.planner.steps import run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Field, Node
    from schemac.plan.sameness import LiteralKey
    from schemac.planner.leaves import LeafJudge
    from schemac.planner.steps import Steps
    from schemac.planner.table import Entry
    from schemac.planner.visibility import Visibility

__all__ = ["NO", "YES", "Acceptance", "Verdict"]

_BOTH = frozenset(("input", "output"))


@dataclass(frozen=True, slots=True)
class Verdict:
    """When a value is accepted: under which gate, and on which sides if every predicate says yes.

    No side at all means that the type rejects the value, whoever asks.
    """

    gate: Gate | None
    sides: frozenset[str] = _BOTH


YES = Verdict(None)
NO = Verdict(Never(), frozenset())


class Acceptance:
    """Judges values by finished types.

    `gave_up` says that the last verdict is a no only as the gates were too many to work out.
    """

    def __init__(self, entries: Sequence[Entry], visibility: Visibility, leaves: LeafJudge) -> None:
        self._entries = entries
        self._visibility = visibility
        self._leaves = leaves
        self._known: dict[tuple[int, int], Verdict] = {}
        self._literals: dict[tuple[str, str], LiteralKey] = {}
        self.gave_up = False
        self._forgives = False

    def of_text(self, node: Node, text: str) -> Verdict:
        """Judge a value given as JSON."""
        return self.of(node, json.loads(text))

    def of(self, node: Node, value: object) -> Verdict:
        """Judge a value."""
        self._known = {}
        self._visibility.gave_up = False
        verdict: Verdict = run(self._judge(node, value))
        self.gave_up = self._visibility.gave_up
        return verdict

    def but_for_mistakes(self, node: Node, value: object) -> Verdict:
        """Judge a value as if gates that never open, as they could not be read, stood open."""
        self._forgives = True
        verdict = self.of(node, value)
        self._forgives = False
        return verdict

    def _gated(self, gate: Gate | None) -> Verdict:
        return YES if self._forgives and isinstance(gate, Never) else _gated(gate)

    def _judge(self, node: Node, value: object) -> Steps[Verdict]:
        match node:
            case Anything():
                return YES
            case Nothing():
                return NO
            case Const():
                return _sure(self._literal(node) == _value_key(value))
            case Scalar():
                return _sure(self._leaves.scalar(node, value))
            case ListOf() | TupleOf():
                verdict: Verdict = yield self._items(node, value)
            case MapOf():
                verdict = yield self._map(node, value)
            case Record():
                verdict = yield self._record(node, value)
            case Union():
                verdict = yield self._union(node, value)
            case Ref():
                verdict = yield self._named(node, value)
            case _:
                assert_never(node)
        return verdict

    def _literal(self, node: Const) -> LiteralKey:
        """Give the key of a literal; its text is read once however many values are judged by it."""
        asked = (node.kind, node.text)
        if asked not in self._literals:
            self._literals[asked] = literal_key(node)
        return self._literals[asked]

    def _named(self, node: Ref, value: object) -> Steps[Verdict]:
        if self._entries[node.target].hole:
            return YES
        if not self._leaves.within(node.constraints, value):
            return NO
        asked = (node.target, id(value))
        if asked not in self._known:
            # Asked again while it is being judged, a type adds nothing to itself.
            self._known[asked] = NO
            entry = self._entries[node.target]
            inner: Verdict = yield self._judge(entry.body or Nothing(), value)
            self._known[asked] = _all(self._gated(entry.gate), inner)
        return self._known[asked]

    def _items(self, node: ListOf | TupleOf, value: object) -> Steps[Verdict]:
        if not isinstance(value, list):
            return NO
        if isinstance(node, ListOf):
            if not self._leaves.within(node.constraints, value):
                return NO
            types = (node.item,) * len(value)
        else:
            types = node.items
        if len(types) != len(value):
            return NO
        if not value:
            return _gated(self._visibility.of(node))
        verdict = YES
        for inner, item in zip(types, value, strict=True):
            verdict = _all(verdict, (yield self._judge(inner, item)))
            if verdict == NO:
                return NO
        return verdict

    def _map(self, node: MapOf, value: object) -> Steps[Verdict]:
        if not isinstance(value, dict) or not self._leaves.within(node.constraints, value):
            return NO
        verdict = YES if value else _gated(self._visibility.of(node))
        for key, inner in value.items():
            verdict = _all(verdict, (yield self._judge(node.key, key)))
            verdict = _all(verdict, (yield self._judge(node.value, inner)))
            if verdict == NO:
                return NO
        return verdict

    def _record(self, node: Record, value: object) -> Steps[Verdict]:
        if not isinstance(value, dict):
            return NO
        names = {field.name for field in node.fields}
        if any(key not in names for key in value):
            return NO
        verdict = YES if value else _gated(self._visibility.of(node))
        for field in node.fields:
            if field.name in value:
                verdict = _all(verdict, (yield self._field(field, value[field.name])))
            else:
                verdict = _all(verdict, self._absent(field))
            if verdict == NO:
                return NO
        return _all(verdict, self._companions(node, value))

    def _field(self, field: Field, value: object) -> Steps[Verdict]:
        inner: Verdict = yield self._judge(field.type, value)
        return _all(self._gated(field.gate), inner)

    def _absent(self, field: Field) -> Verdict:
        """Leaving a field out is fine where it may be absent, and where it is hidden."""
        if not field.required:
            return YES
        shown = _gated(every(field.gate, self._visibility.of(field.type)))
        return Verdict(inverse(shown.gate), _BOTH - shown.sides)

    def _companions(self, node: Record, value: dict[str, object]) -> Verdict:
        """Let a field that another given one asks for be missing only where it is hidden."""
        verdict = YES
        for field in node.fields:
            if field.name not in value and any(other in value for other in field.depends_on):
                shown = _gated(every(field.gate, self._visibility.of(field.type)))
                verdict = _all(verdict, Verdict(inverse(shown.gate), _BOTH - shown.sides))
        return verdict

    def _union(self, node: Union, value: object) -> Steps[Verdict]:
        verdict = NO
        key = _value_key(value)
        for member in node.members:
            if isinstance(member.type, Const) and self._literal(member.type) != key:
                continue
            inner: Verdict = yield self._judge(member.type, value)
            if inner != NO:
                verdict = _any(verdict, _all(self._gated(member.gate), inner))
        if value is None and verdict != NO:
            return _all(verdict, _gated(self._visibility.of(node)))
        return verdict


def _sure(is_accepted: bool) -> Verdict:  # noqa: FBT001 - turns one yes or no into another
    return YES if is_accepted else NO


def _gated(gate: Gate | None) -> Verdict:
    return YES if gate is None else Verdict(gate, _sides(gate))


def _all(one: Verdict, other: Verdict) -> Verdict:
    gate = every(one.gate, other.gate)
    return NO if isinstance(gate, Never) else Verdict(gate, one.sides & other.sides)


def _any(one: Verdict, other: Verdict) -> Verdict:
    return Verdict(some(one.gate, other.gate), one.sides | other.sides)


def _sides(gate: Gate) -> frozenset[str]:
    """Give the sides on which a gate opens when every predicate opens it that can."""
    match gate:
        case OnSide(side):
            return frozenset((side,))
        case Every(parts):
            return _BOTH.intersection(*(_sides(part) for part in parts))
        case Some(parts):
            return frozenset().union(*(_sides(part) for part in parts))
        case Never():
            return frozenset()
        case _:
            return _BOTH


def _value_key(value: object) -> tuple[str, object]:
    if isinstance(value, bool):
        return ("boolean", value)
    if isinstance(value, str):
        return ("string", value)
    return ("number" if isinstance(value, int | float) else "other", value)
