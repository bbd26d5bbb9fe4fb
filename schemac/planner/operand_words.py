"""Words of the operands of an intersection in, the gates under which they are told out.

What is said of an operand is told to who sees something of it in what the operands come to: of a
record a field, that field being seen in the merged record too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from schemac.plan.gates import Never
from schemac.plan.layers import join_meta, layer
from schemac.plan.nodes import (
    NO_META,
    ListOf,
    MapOf,
    Meta,
    Nothing,
    Record,
    Ref,
    Saying,
    TupleOf,
    Union,
)
from schemac.planner.gates import every, is_larger, some
from schemac.planner.steps import run

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Field, Node
    from schemac.planner.steps import Steps
    from schemac.planner.table import Entry, Part
    from schemac.planner.visibility import Visibility

__all__ = ["OperandSight", "said", "union_words"]

_MAX_STEPS = 20_000
_LARGEST = 2_000
"""Parts of a gate; words under a larger one are told to nobody."""


_NOTHING = Nothing()

_Operand = TypeVar("_Operand", bound="Record | ListOf | TupleOf | MapOf")


@dataclass(frozen=True, slots=True)
class OperandSaying(Saying):
    """A saying whose gate is not known yet: `gate` is that on all of the operand."""

    operand: Node = _NOTHING


def said(node: _Operand, gate: Gate | None) -> _Operand:
    """Give an operand with its words as such of an operand, `gate` standing on all of it."""
    words = _words(node.meta, node, gate)
    return node if words == node.meta else replace(node, meta=words)


def _words(meta: Meta, operand: Node, gate: Gate | None) -> Meta:
    own = replace(meta, sayings=())
    if own == NO_META:
        return meta
    return Meta(sayings=(OperandSaying(own, gate, operand), *meta.sayings))


def union_words(operands: Sequence[Part], entries: Sequence[Entry]) -> Meta:
    """Give the words on whole unions, named ones too, which stay when their members are merged."""
    words = NO_META
    for part in operands:
        node, gate = part.node, part.gate
        for _ in range(len(entries)):
            if not isinstance(node, Ref) or entries[node.target].hole:
                break
            entry = entries[node.target]
            node, gate = layer(entry.body or Nothing(), node), every(gate, entry.gate)
        if isinstance(node, Union):
            words = join_meta(words, _words(node.meta, node, gate))
    return words


class OperandSight:
    """Says when words of operands are told, for finished types."""

    def __init__(self, entries: Sequence[Entry], visibility: Visibility) -> None:
        self._entries = entries
        self._visibility = visibility
        self._steps = 0
        self._path: set[tuple[int, int]] = set()

    def gates(self, merged: Node) -> Iterator[tuple[Meta, Gate | None]]:
        """Give what is said of the operands of a node, in order, with the gate of each."""
        if not merged.meta.sayings:
            return
        there = self._opened(merged)
        for saying in merged.meta.sayings:
            if isinstance(saying, OperandSaying):
                yield saying.words, self._of(saying, there)

    def _of(self, saying: OperandSaying, there: _Opened) -> Gate | None:
        self._steps = 0
        self._path = set()
        self._visibility.gave_up = False
        gate = every(saying.gate, run(self._shared(saying.operand, there)))
        gave_up = self._visibility.gave_up or self._steps > _MAX_STEPS
        return Never() if gave_up or is_larger(gate, _LARGEST) else gate

    def _shared(self, operand: Node, there: _Opened) -> Steps[Gate | None]:
        """Give the gate under which something of an operand is seen in what it came to."""
        here = self._opened(operand)
        if there.is_mixed or not here.records or not there.records:
            return every(self._visibility.of(operand), self._visibility.of(there.node))
        gates: list[Gate | None] = []
        for ours in here.records:
            for theirs in there.records:
                whole: Gate | None = yield self._fields(ours, theirs)
                if whole is None:
                    return None
                gates.append(whole)
        return some(*gates)

    def _fields(self, ours: _Open, theirs: _Open) -> Steps[Gate | None]:
        """Give the gate under which a field of one record is seen in another."""
        outer = every(ours.gate, theirs.gate)
        gates: list[Gate | None] = []
        for name, field in ours.fields.items():
            there = theirs.fields.get(name)
            self._steps += 1
            if there is None or self._steps > _MAX_STEPS:
                continue
            inner: Gate | None = yield self._types(field.type, there.type)
            whole = every(outer, field.gate, there.gate, inner)
            if whole is None:
                return None
            gates.append(whole)
        return some(*gates) if ours.fields else outer

    def _types(self, ours: Node, theirs: Node) -> Steps[Gate | None]:
        """Give the gate under which something of a field's type is seen in the merged one."""
        if ours is theirs:
            return self._visibility.of(ours)
        names = (_name(ours), _name(theirs))
        if names in self._path:
            # What is seen only by coming back to itself is not seen.
            return Never()
        is_named = names != (-1, -1)
        if is_named:
            self._path.add(names)
        shared: Gate | None = yield self._shared(ours, self._opened(theirs))
        if is_named:
            self._path.discard(names)
        return shared

    def _opened(self, node: Node) -> _Opened:
        """Find the records that stand open in a node, by their names too."""
        found: list[_Open] = []
        is_mixed = False
        met: set[int] = set()
        todo: list[tuple[Node, Gate | None]] = [(node, None)]
        while todo:
            part, gate = todo.pop()
            self._steps += 1
            if isinstance(part, Record):
                found.append(_Open({field.name: field for field in part.fields}, gate))
            elif isinstance(part, Union):
                todo += [(each.type, every(gate, each.gate)) for each in reversed(part.members)]
            elif isinstance(part, Ref) and part.target not in met:
                met.add(part.target)
                entry = self._entries[part.target]
                todo.append((entry.body or Nothing(), every(gate, entry.gate)))
            elif not isinstance(part, Ref):
                is_mixed = is_mixed or not self._visibility.is_null(part)
        return _Opened(node, tuple(found), is_mixed)


@dataclass(frozen=True, slots=True)
class _Open:
    """The fields of a record that stands open in a node, and the gate on it there."""

    fields: Mapping[str, Field]
    gate: Gate | None


@dataclass(frozen=True, slots=True)
class _Opened:
    """A node, the records that stand open in it, and whether anything else but null does."""

    node: Node
    records: tuple[_Open, ...]
    is_mixed: bool


def _name(node: Node) -> int:
    return node.target if isinstance(node, Ref) else -1
