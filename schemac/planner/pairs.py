"""Two types of one field in, what identifies their intersection out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.layers import beyond, join_constraints, join_meta
from schemac.plan.nodes import NO_META, Anything, Const, ListOf, MapOf, Ref, Scalar, TupleOf, Union
from schemac.planner.leaf_meeting import clash

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.nodes import Meta, Node
    from schemac.planner.table import Entry, Part

__all__ = ["Pairs", "inner_of", "key_of", "name_of", "names_something", "plain_or_name", "same_use"]


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


_PAIR = 2


class Pairs:
    """Intersections of two types that have a number, so that equal work is done once."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, object], tuple[int, Node, Node]] = {}

    def number(self, left: Node, right: Node) -> int | None:
        """Give the number of the type that the two come to, if they met before."""
        known = self._known.get((key_of(left), key_of(right)))
        return None if known is None else known[0]

    def add(self, number: int, left: Node, right: Node) -> None:
        """Keep a number; the nodes are held so that no other can ever take their ids."""
        self._known[key_of(left), key_of(right)] = (number, left, right)

    def claim(self, operands: Sequence[Part], number: int) -> bool:
        """Keep the number of an intersection for the time it takes to merge it."""
        if len(operands) != _PAIR or any(part.gate for part in operands):
            return False
        left, right = (part.node for part in operands)
        if self.number(left, right) is not None:
            return False
        self.add(number, left, right)
        return True

    def release(self, operands: Sequence[Part]) -> None:
        """Forget what was claimed: what is written stands where it was written."""
        left, right = (part.node for part in operands)
        del self._known[key_of(left), key_of(right)]


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
