"""The named types of a plan in, the unions that would grow too large in others out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.nodes import Const, Ref, Scalar, Union
from schemac.plan.walk import children

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from schemac.plan.nodes import Node

__all__ = ["towers"]

_MOST = 64
"""Unions written out in one another, all places counted: twice in each would double at each."""

_TALLEST = 150
"""Levels of what is written out in one another."""


def towers(
    order: Iterable[int], bodies: Mapping[int, Node], recursive: Container[int]
) -> frozenset[int]:
    """Give the unions that hold so many others, as members of unions, that they stay names.

    `order` has inner types first. Linear, so that compiling is.
    """
    counts: dict[int, int] = {}
    heights: dict[int, int] = {}
    found: set[int] = set()
    for target in order:
        count, height = 0, 0
        beside: set[int] = set()
        for use, depth, is_inside in _members(bodies[target]):
            height = max(height, depth)
            if use is not None and use not in recursive and use not in found:
                if is_inside:
                    count += 1 + counts.get(use, 0)
                elif use not in beside:
                    # The same members a second time are no more members.
                    beside.add(use)
                    count += counts.get(use, 0)
                height = max(height, depth + heights.get(use, 0))
        if isinstance(bodies[target], Union | Ref):
            counts[target], heights[target] = count, height
            if count > _MOST or (count > 0 and height > _TALLEST):
                found.add(target)
    return frozenset(found)


def _members(body: Node) -> list[tuple[int | None, int, bool]]:
    """Give the names that are members of unions, None for other parts, and how deep each is.

    Last comes whether it is inside of a record, a list or the like.
    """
    found: list[tuple[int | None, int, bool]] = []
    todo: list[tuple[Node, int, bool, bool]] = [(body, 1, True, False)]
    while todo:
        node, depth, is_member, is_inside = todo.pop()
        use = node.target if isinstance(node, Ref) and is_member else None
        found.append((use, depth, is_inside))
        if not isinstance(node, Scalar | Const | Ref):
            is_union = isinstance(node, Union)
            below = is_inside or not is_union
            todo.extend((child, depth + 1, is_union, below) for child in children(node))
    return found
