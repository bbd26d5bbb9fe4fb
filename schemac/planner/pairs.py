"""Two types of one field in, what identifies their intersection out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.plan.layers import beyond, join_constraints, join_meta
from schemac.plan.nodes import (
    NO_META,
    Anything,
    Const,
    ListOf,
    MapOf,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.planner.gates import every
from schemac.planner.leaf_meeting import clash
from schemac.planner.table import Part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Meta, Node
    from schemac.planner.table import Entry

__all__ = [
    "Pairs",
    "apart",
    "inner_of",
    "key_of",
    "name_of",
    "names_something",
    "plain_or_name",
    "same_use",
]


def same_use(left: Ref, right: Ref, entries: Sequence[Entry]) -> Ref | None:
    """Give one use for two of the same name, unless both have a constraint that is one only.

    What the name says itself is said by the later use, too.
    """
    if left.target != right.target or clash(left.constraints, right.constraints) is not None:
        return None
    return Ref(
        left.target,
        join_constraints(left.constraints, right.constraints),
        left.closed or right.closed,
        join_meta(beyond(left.meta, _own_words(entries[left.target])), right.meta),
    )


def _own_words(entry: Entry) -> Meta:
    node = entry.body or entry.raw
    return NO_META if node is None else node.meta


_MAX_DERIVED = 10_000
"""Types that may follow from the intersections of a program; those that recurse can double them."""
_MOST_OPERANDS = 200_000
"""Operands of all that is looked up; what comes back to itself can have ever more of them."""


class Pairs:
    """Intersections of types that have a number, so that equal work is done once."""

    def __init__(self) -> None:
        self._known: dict[object, tuple[int, Sequence[Part]]] = {}
        self._derived = 0
        self._operands = 0

    @property
    def are_many(self) -> bool:
        """Whether no more shall follow."""
        return self._derived >= _MAX_DERIVED or self._operands > _MOST_OPERANDS

    def number(self, parts: Sequence[Part]) -> int | None:
        """Give the number of the type that these come to, if they met before."""
        self._operands += len(parts)
        known = self._known.get(_key(parts))
        return None if known is None else known[0]

    def add(self, number: int, parts: Sequence[Part]) -> None:
        """Keep a number; the nodes are held so that no other can ever take their ids."""
        self._known[_key(parts)] = (number, parts)
        self._derived += 1

    def claim(self, operands: Sequence[Part], number: int) -> bool:
        """Keep the number of an intersection for the time it takes to merge it."""
        if self.number(operands) is not None:
            return False
        self._known[_key(operands)] = (number, operands)
        return True

    def release(self, operands: Sequence[Part]) -> None:
        """Forget what was claimed: what is written stands where it was written."""
        del self._known[_key(operands)]


def _key(parts: Sequence[Part]) -> object:
    return tuple((key_of(part.node), part.gate) for part in parts)


def apart(parts: Sequence[Part], entries: Sequence[Entry]) -> tuple[Part, ...]:
    """Give operands, each once, those of intersections in their place.

    So what comes back to itself is known again; and of those that are being merged nobody knows
    yet what they come to. One that was declared, and is done, stands for itself.
    """
    found: dict[object, Part] = {}
    met: set[tuple[int, Gate | None]] = set()
    todo = list(reversed(parts))
    while todo:
        part = todo.pop()
        inside = _operands(part.node, entries)
        if not isinstance(part.node, Ref) or not inside:
            found.setdefault((key_of(part.node), part.gate), part)
            continue
        gate = every(part.gate, entries[part.node.target].gate)
        if (part.node.target, gate) not in met:
            met.add((part.node.target, gate))
            todo.extend(replace(each, gate=every(gate, each.gate)) for each in reversed(inside))
    return tuple(found.values())


def _operands(node: Node, entries: Sequence[Entry]) -> Sequence[Part]:
    if not isinstance(node, Ref) or node.closed:
        return ()
    entry = entries[node.target]
    is_anonymous = entry.derived or entry.inline
    if entry.busy and not entry.operands and isinstance(entry.raw, Ref):
        return (Part(entry.raw),)
    return entry.operands if entry.busy or (is_anonymous and node == Ref(node.target)) else ()


def inner_of(node: Node) -> tuple[Node, ...]:
    """Give the types that meet item by item."""
    match node:
        case ListOf():
            return (node.item,)
        case MapOf():
            return (node.key, node.value)
        case TupleOf():
            return node.items
        case _:
            return ()


def names_something(node: Node) -> bool:
    """Tell whether a name stands open in a node, so that recursion may come back to it."""
    todo = [node]
    while todo:
        part = todo.pop()
        if isinstance(part, Ref):
            return True
        if isinstance(part, Union):
            todo.extend(member.type for member in part.members)
    return False


def key_of(node: Node) -> object:
    """Tell nodes apart by the names in them, and by identity where something else stands."""
    if isinstance(node, Union):
        return (tuple((key_of(member.type), member.gate) for member in node.members), node.meta)
    return node if isinstance(node, Ref | Scalar | Const | Anything) else id(node)


def plain_or_name(number: int, body: Node | None) -> Node:
    """Give a leaf itself and anything bigger by its name."""
    if isinstance(body, Scalar | Const | Anything) or (
        isinstance(body, Union)
        and all(isinstance(member.type, Scalar | Const) for member in body.members)
    ):
        return body
    return Ref(number)


def name_of(node: Node, entries: Sequence[Entry]) -> str:
    """Give a word for a type, of which the name of an intersection is made."""
    if isinstance(node, Ref):
        return entries[node.target].name
    if isinstance(node, Union):
        return "_or_".join(dict.fromkeys(name_of(part.type, entries) for part in node.members))
    return "null" if isinstance(node, Scalar) and node.kind == "null" else "fields"
