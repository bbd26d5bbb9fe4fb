"""A node in, a key that nodes of the same values share out, whichever plan they are of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.nodes import Const, ListOf, MapOf, Record, Ref, Scalar, Union
from schemac.plan.sameness import literal_key
from schemac.plan.walk import children

if TYPE_CHECKING:
    from collections.abc import Hashable

    from schemac.plan.diff.sight import Sight
    from schemac.plan.nodes import Node
    from schemac.plan.sameness import LiteralKey

__all__ = ["literals", "shape"]

_DEEPEST = 8
"""Levels that are looked into, names aside: these are enough to tell two from each other."""


def shape(
    node: Node, sight: Sight, *, with_gates: bool = False, deepest: int = _DEEPEST
) -> Hashable:
    """Give what a node is but for its words; uses by the name, literals by the value."""
    here = _here(node, sight, with_gates=with_gates)
    if deepest == 0:
        return here
    inner = tuple(
        shape(child, sight, with_gates=with_gates, deepest=deepest - 1) for child in children(node)
    )
    return (here, inner)


def literals(node: Node) -> frozenset[LiteralKey]:
    """Give the values that a node is one of, nothing if it is more than literals."""
    members = node.members if isinstance(node, Union) else ()
    parts = [member.type for member in members] or [node]
    values = frozenset(literal_key(part) for part in parts if isinstance(part, Const))
    return values if all(isinstance(part, Const) for part in parts) else frozenset()


def _here(node: Node, sight: Sight, *, with_gates: bool) -> Hashable:
    """Give what a node is, what is inside aside."""
    word = type(node).__name__
    match node:
        case Const():
            return (word, *literal_key(node))
        case Scalar():
            return (word, node.kind, node.constraints)
        case ListOf():
            return (word, node.is_set, node.constraints)
        case MapOf():
            return (word, node.constraints)
        case Ref():
            named = sight.plan.types[node.target]
            name = (named.file, named.owner, named.name, named.arguments)
            return (word, *name, node.closed, node.constraints)
        case Record():
            fields = tuple(
                (field.name, field.required, sight.field(field) if with_gates else None)
                for field in node.fields
            )
            return (word, node.closed, fields)
        case Union() if with_gates:
            return (word, tuple(sight.gate(member.gate) for member in node.members))
        case _:
            return (word,)
