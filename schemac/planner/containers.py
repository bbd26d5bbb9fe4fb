"""Two lists, maps or tuples and what is inside both in, the one that stands for both out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.nodes import ListOf, MapOf, TupleOf
from schemac.planner.leaf_meeting import meet_constraints

if TYPE_CHECKING:
    from schemac.plan.nodes import Meta, Node

__all__ = ["met_container"]


def met_container(left: Node, right: Node, inner: tuple[Node, ...], words: Meta) -> Node | None:
    """Give the container with the bounds of both, None where no count is within them."""
    if isinstance(left, TupleOf):
        return TupleOf(inner, words)
    if not isinstance(left, ListOf | MapOf) or not isinstance(right, ListOf | MapOf):
        return None
    bounds = meet_constraints("list", left, right)
    if bounds is None:
        return None
    if isinstance(left, MapOf):
        return MapOf(inner[0], inner[1], bounds, words)
    is_set = left.is_set or (isinstance(right, ListOf) and right.is_set)
    return ListOf(inner[0], is_set, bounds, words)
