"""Gate-free nodes in, one by one, whether each was there before out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.nodes import Anything, Const, ListOf, MapOf, Nothing, Record, Ref, Scalar
from schemac.plan.sameness import outline, same
from schemac.plan.walk import children

if TYPE_CHECKING:
    from collections.abc import Hashable

    from schemac.plan.nodes import Node

__all__ = ["Alike", "start"]

_FEW = 8
"""Nodes of one outline that are compared one with another; more of them are found by their starts.

A start costs more than a comparison or two, and most unions have few members that look alike.
"""

_START = 64
"""Nodes that a start is made of, at most."""


class Alike:
    """The nodes that were met, such that the work for each does not grow with their number."""

    def __init__(self) -> None:
        self._few: dict[tuple[str, ...], list[Node]] = {}
        self._rest: dict[Hashable, list[Node]] = {}

    def add(self, node: Node) -> bool:
        """Add a node; tell whether none that means the same was there."""
        few = self._few.setdefault(outline(node), [])
        if any(same(node, other) for other in few):
            return False
        nodes = few if len(few) < _FEW else self._rest.setdefault(start(node), [])
        if nodes is not few and any(same(node, other) for other in nodes):
            return False
        nodes.append(node)
        return True


def start(node: Node) -> Hashable:
    """Give a key that nodes share if they are the same: what stands first, a level at a time."""
    nodes = [node]
    for each in nodes:
        nodes.extend(children(each))
        if len(nodes) >= _START:
            break
    return tuple(_key(each) for each in nodes[:_START])


def _key(node: Node) -> Hashable:
    match node:
        case Scalar() | Const() | Anything() | Nothing() | Ref():
            return node
        case ListOf() | MapOf():
            return type(node).__name__, node.constraints, node.meta
        case Record():
            names = tuple((field.name, field.required) for field in node.fields)
            return "Record", names, node.closed, node.meta
        case _:
            return type(node).__name__, len(children(node)), node.meta
