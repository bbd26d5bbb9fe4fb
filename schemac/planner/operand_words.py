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
    Anything,
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
from schemac.plan.walk import children
from schemac.planner.circles import Circles, NotBegun
from schemac.planner.gates import every, is_larger, some
from schemac.planner.operand_kinds import may_be_of
from schemac.planner.pairs import key_of
from schemac.planner.steps import run
from schemac.planner.table import Part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Node
    from schemac.planner.steps import Steps
    from schemac.planner.table import Entry
    from schemac.planner.visibility import Visibility

__all__ = ["OperandSight", "of_unions", "once", "opened_name", "said", "union_words"]

_MAX_STEPS = 50_000
_LARGEST = 2_000
"""Parts of a gate; words under a larger one are told to nobody."""


class _Held:
    """An operand, equal to none but itself: types may nest too deep to be compared."""

    __slots__ = ("node",)

    def __init__(self, node: Node) -> None:
        self.node = node


_NOTHING = _Held(Nothing())

_Operand = TypeVar("_Operand", bound="Record | ListOf | TupleOf | MapOf")


@dataclass(frozen=True, slots=True)
class OperandSaying(Saying):
    """A saying whose gate is not known yet: `gate` is that on all of the operand.

    One `of_union` stands on each of the variants that were that union's members.
    """

    operand: _Held = _NOTHING
    of_union: bool = False


def said(node: _Operand, gate: Gate | None) -> _Operand:
    """Give an operand with its words as such of an operand, `gate` standing on all of it."""
    words = _words(node.meta, node, gate)
    return node if words is node.meta else replace(node, meta=words)


def _words(meta: Meta, operand: Node, gate: Gate | None) -> Meta:
    if meta == NO_META:
        return meta
    own = replace(meta, sayings=())
    inner = meta.sayings
    if gate is not None:
        inner = tuple(replace(saying, gate=every(gate, saying.gate)) for saying in inner)
    return Meta(
        sayings=inner if own == NO_META else (OperandSaying(own, gate, _Held(operand)), *inner)
    )


def opened_name(part: Part, entries: Sequence[Entry]) -> Part:
    """Follow names to what they stand for, with the gates on their declarations."""
    node, gate = part.node, part.gate
    for _ in range(len(entries)):
        if not isinstance(node, Ref) or entries[node.target].hole:
            break
        entry = entries[node.target]
        node, gate = layer(entry.body or Nothing(), node), every(gate, entry.gate)
    return Part(node, gate)


def union_words(part: Part, entries: Sequence[Entry]) -> Meta:
    """Give the words on a whole union, a named one too, which are said of each of its members."""
    opened = opened_name(part, entries)
    if not isinstance(opened.node, Union):
        return NO_META
    words = _words(opened.node.meta, opened.node, opened.gate)
    return Meta(sayings=tuple(replace(each, of_union=True) for each in _pending(words)))


def of_unions(node: Node) -> tuple[OperandSaying, ...]:
    """Give what is said of the whole unions that a variant is of."""
    return tuple(each for each in _pending(node.meta) if each.of_union)


def once(node: Node, operands: Sequence[Part], entries: Sequence[Entry]) -> Node:
    """Say the words on unions once, of the whole, where that is a union still.

    Where one member is left they are among the others, the later upon the earlier.
    """
    if not isinstance(node, Union | Ref):
        if not node.meta.sayings:
            return node
        said_now = (replace(each, of_union=False) for each in _pending(node.meta))
        return replace(node, meta=replace(node.meta, sayings=tuple(said_now)))
    if isinstance(node, Union) and any(each.type.meta.sayings for each in node.members):
        members = (replace(each, type=_without_unions(each.type)) for each in node.members)
        node = replace(node, members=tuple(members))
    words = NO_META
    for part in operands:
        found = union_words(part, entries)
        of_whole = (replace(each, of_union=False) for each in _pending(found))
        words = join_meta(words, Meta(sayings=tuple(of_whole)))
    return node if words == NO_META else replace(node, meta=join_meta(node.meta, words))


def _without_unions(node: Node) -> Node:
    left = tuple(each for each in _pending(node.meta) if not each.of_union)
    if len(left) == len(node.meta.sayings):
        return node
    return replace(node, meta=replace(node.meta, sayings=left))


def _pending(meta: Meta) -> Iterator[OperandSaying]:
    return (each for each in meta.sayings if isinstance(each, OperandSaying))


class OperandSight:
    """Says when words of operands are told, for finished types."""

    def __init__(self, entries: Sequence[Entry], visibility: Visibility) -> None:
        self._entries = entries
        self._visibility = visibility
        self._steps = 0
        self._circles = Circles(_LARGEST)
        self._told: dict[int, tuple[Node, list[tuple[Meta, Gate | None]]]] = {}

    def gates(self, merged: Node) -> list[tuple[Meta, Gate | None]]:
        """Give what is said of the operands of a node, in order, with the gate of each."""
        if id(merged) not in self._told:
            sayings = [*_pending(merged.meta)]
            there = self._opened(merged) if sayings else []
            # The node is held so that no other can ever take its id.
            found = [(saying.words, self._of(saying, there)) for saying in sayings]
            self._told[id(merged)] = merged, found
        return self._told[id(merged)][1]

    def _of(self, saying: OperandSaying, there: Sequence[_Open]) -> Gate | None:
        self._steps = 0
        self._visibility.gave_up = False
        gate = every(saying.gate, run(self._shared(saying.operand.node, there)))
        self._circles.forget()
        gave_up = self._visibility.gave_up or self._steps > _MAX_STEPS
        return Never() if gave_up or is_larger(gate, _LARGEST) else gate

    def _shared(self, operand: Node, there: Sequence[_Open]) -> Steps[Gate | None]:
        """Give the gate under which something of an operand is seen in what it came to."""
        gates: list[Gate | None] = []
        for ours in self._opened(operand):
            for theirs in there:
                self._steps += 1
                if self._steps > _MAX_STEPS or not may_be_of(theirs.node, ours.node):
                    continue
                inner = yield self._inside(ours.node, theirs.node)
                whole = every(ours.gate, theirs.gate, inner)
                if whole is None:
                    return None
                gates.append(whole)
        return some(*gates)

    def _inside(self, ours: Node, theirs: Node) -> Steps[Gate | None]:
        """Give the gate for what is no union and no name, in something of its kind."""
        match ours, theirs:
            case Record(), Record() if ours.fields:
                found: Gate | None = yield self._fields(ours, theirs)
            case (ListOf(), ListOf()) | (MapOf(), MapOf()) | (TupleOf(), TupleOf()):
                found = yield self._items(children(ours), children(theirs))
            case (Anything() | Record(), _):
                found = self._visibility.of(theirs)
            case _:
                found = None
        return found

    def _items(self, ours: Sequence[Node], theirs: Sequence[Node]) -> Steps[Gate | None]:
        gates: list[Gate | None] = []
        for part, other in zip(ours, theirs, strict=False):
            gate = yield self._types(part, other)
            gates.append(gate)
        return every(*gates)

    def _fields(self, ours: Record, theirs: Record) -> Steps[Gate | None]:
        """Give the gate under which a field of one record is seen in another."""
        there = {field.name: field for field in theirs.fields}
        gates: list[Gate | None] = []
        for field in ours.fields:
            other = there[field.name]
            self._steps += 1
            inner = yield self._types(field.type, other.type)
            whole = every(field.gate, other.gate, inner)
            if whole is None:
                return None
            gates.append(whole)
        return some(*gates)

    def _types(self, ours: Node, theirs: Node) -> Steps[Gate | None]:
        """Give the gate under which something of a type inside is seen in the merged one."""
        if ours is theirs or not (self._may_hide(ours) or self._may_hide(theirs)):
            return self._visibility.of(ours)
        # What has no key but its id is part of a named type, or of what is held, and keeps it.
        both = key_of(ours), key_of(theirs)
        found = self._circles.found(both)
        if not isinstance(found, NotBegun):
            return found
        self._circles.begin(both)
        gate: Gate | None = yield self._shared(ours, self._opened(theirs))
        return self._circles.end(both, gate) if self._steps <= _MAX_STEPS else Never()

    def _may_hide(self, node: Node) -> bool:
        return not isinstance(node, Ref) or self._visibility.is_gated(node.target)

    def _opened(self, node: Node) -> list[_Open]:
        """Find what stands open in a node, in named unions too; null only where nothing else does.

        Nothing is left of what only null is left of.
        """
        found: list[_Open] = []
        met: set[tuple[int, Gate | None]] = set()
        todo: list[tuple[Node, Gate | None]] = [(node, None)]
        while todo:
            part, gate = todo.pop()
            self._steps += 1
            if isinstance(part, Union):
                todo += [(each.type, every(gate, each.gate)) for each in reversed(part.members)]
            elif isinstance(part, Ref):
                if (part.target, gate) not in met and self._steps <= _MAX_STEPS:
                    met.add((part.target, gate))
                    entry = self._entries[part.target]
                    todo.append((entry.body or Nothing(), every(gate, entry.gate)))
            else:
                found.append(_Open(part, gate))
        return [each for each in found if not self._visibility.is_null(each.node)] or found


@dataclass(frozen=True, slots=True)
class _Open:
    """What stands open in a node, no union and no name, and the gate on it there."""

    node: Node
    gate: Gate | None
