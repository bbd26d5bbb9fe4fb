"""Gate-free nodes in, one by one, whether each was there before out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.nodes import Anything, Const, ListOf, MapOf, Nothing, Record, Ref, Scalar
from schemac.plan.sameness import field_key, outline, same
from schemac.plan.walk import children, walk

if TYPE_CHECKING:
    from collections.abc import Hashable

    from schemac.plan.nodes import Node

__all__ = ["Alike", "contents"]

_FEW = 8
"""Nodes of one outline that are compared one with another; more of them are found by contents.

Reading a node whole costs more than a comparison or two, and most unions have few members that
look alike.
"""


class Alike:
    """The nodes that were met, such that the work for each does not grow with their number."""

    def __init__(self) -> None:
        self._few: dict[tuple[str, ...], list[Node]] = {}
        self._many: dict[Hashable, list[Node]] = {}

    def add(self, node: Node) -> bool:
        """Add a node; tell whether none that means the same was there."""
        few = self._few.setdefault(outline(node), [])
        is_many = len(few) == _FEW
        nodes = self._many.setdefault(contents(node), []) if is_many else few
        if any(same(node, other) for other in nodes):
            return False
        nodes.append(node)
        if not is_many and len(few) == _FEW:
            for each in few:
                self._many.setdefault(contents(each), []).append(each)
        return True


def contents(node: Node) -> Hashable:
    """Give a key that nodes share if they are the same, and hardly any others do.

    It is of the whole node: members may differ in nothing but what stands last.
    """
    return tuple(map(_key, walk(node)))


def _key(node: Node) -> Hashable:
    match node:
        case Scalar() | Const() | Anything() | Nothing() | Ref():
            return node
        case ListOf():
            return "ListOf", node.is_set, node.constraints, node.meta
        case MapOf():
            return "MapOf", node.constraints, node.meta
        case Record():
            return "Record", node.closed, node.meta, tuple(map(field_key, node.fields))
        case _:
            return type(node).__name__, len(children(node)), node.meta
