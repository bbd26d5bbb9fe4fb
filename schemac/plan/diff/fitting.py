"""Two nodes in, whether one takes every value of the other for certain, whoever asks, out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from schemac.plan.diff.bounds import is_wider
from schemac.plan.diff.scalars import takes_scalar
from schemac.plan.layers import layer
from schemac.plan.nodes import (
    NO_CONSTRAINTS,
    Anything,
    Const,
    ListOf,
    MapOf,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)

if TYPE_CHECKING:
    from schemac.plan.diff.sight import Sight
    from schemac.plan.gates import Side
    from schemac.plan.nodes import Constraints, Node

__all__ = ["Fitting"]

_DEEPEST = 16
_MOST_STEPS = 10_000
"""Pairs of nodes that are looked at for one answer; a doubling type has more than the stars."""

_MOST_IN_ALL = 200_000
"""Pairs of nodes that are looked at for all answers about one side of a tool."""

_TEXT = Scalar("string")


class Fitting:
    """Judges whether nodes of one plan fit in those of the other.

    What is gated in the wider one takes nothing, and what is gated in the other has to fit too, so
    that the answer is one for all callers. In doubt it is no.
    """

    def __init__(self, side: Side, wider: Sight, other: Sight) -> None:
        self._side = side
        self._wider = wider
        self._other = other
        self._left = 0
        self._rest = _MOST_IN_ALL

    def takes(self, wider: Node, node: Node) -> bool:
        """Tell whether `wider` takes every value of `node`."""
        steps = self._left = min(_MOST_STEPS, self._rest)
        found = self._takes(wider, node, _DEEPEST)
        self._rest -= steps - max(self._left, 0)
        return found

    def _takes(self, wider: Node, node: Node, deepest: int) -> bool:
        self._left -= 1
        if self._left < 0 or deepest < 0:
            return False
        around = _resolved(wider, self._wider, with_gates=False)
        inner = _resolved(node, self._other, with_gates=True)
        if isinstance(around, Anything):
            return True
        if around is None or inner is None:
            return False
        if isinstance(inner, Union):
            return all(self._takes(around, each.type, deepest - 1) for each in inner.members)
        if isinstance(around, Union):
            free = (each.type for each in around.members if each.gate is None)
            return any(self._takes(each, inner, deepest - 1) for each in free)
        if isinstance(around, Record):
            return self._wider.reach.node(around) == self._other.reach.node(inner)
        return self._holds(around, inner, deepest - 1)

    def _holds(self, around: Node, inner: Node, deepest: int) -> bool:
        """Tell it of what is neither a union nor a record."""
        match around, inner:
            case Scalar() | Const(), Scalar() | Const():
                return takes_scalar(around, inner)
            case ListOf(), ListOf():
                is_set = inner.is_set or not around.is_set
                is_bound = is_wider(around.constraints, inner.constraints)
                return is_set and is_bound and self._takes(around.item, inner.item, deepest)
            case ListOf(), TupleOf(items):
                is_bound = not around.is_set and _counts(around.constraints, len(items))
                return is_bound and all(self._takes(around.item, each, deepest) for each in items)
            case TupleOf(), TupleOf():
                return len(around.items) == len(inner.items) and all(
                    self._takes(*pair, deepest)
                    for pair in zip(around.items, inner.items, strict=True)
                )
            case MapOf(), MapOf():
                is_bound = is_wider(around.constraints, inner.constraints)
                keys = is_bound and self._takes(around.key, inner.key, deepest)
                return keys and self._takes(around.value, inner.value, deepest)
            case MapOf(), Record():
                return around.constraints == NO_CONSTRAINTS and self._lists(around, inner, deepest)
            case _:
                return False

    def _lists(self, around: MapOf, inner: Record, deepest: int) -> bool:
        """Tell whether a map takes the fields of a record.

        An input that is not closed comes with others too; an output has none but its own.
        """
        if self._side == "input" and not inner.closed:
            is_any = isinstance(_resolved(around.value, self._wider, with_gates=False), Anything)
            return is_any and self._takes(around.key, _TEXT, deepest)
        return all(
            self._takes(around.key, Const("string", json.dumps(field.name)), deepest)
            and self._takes(around.value, field.type, deepest)
            for field in inner.fields
        )


def _resolved(node: Node, sight: Sight, *, with_gates: bool) -> Node | None:
    """Give what names lead to; None where they lead nowhere, or through a gate that counts."""
    met: set[int] = set()
    while isinstance(node, Ref):
        named = sight.plan.types[node.target]
        if node.target in met or (named.gate is not None and not with_gates):
            return None
        met.add(node.target)
        node = layer(named.body, node)
    return node


def _counts(bounds: Constraints, count: int) -> bool:
    return (bounds.min is None or count >= bounds.min) and (
        bounds.max is None or count <= bounds.max
    )
