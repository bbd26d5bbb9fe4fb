"""A type in, its parts, a rebuilt copy or a folded value out; never recursive.

Types may nest as deep as the parser allows, several nodes a bracket, which is deeper than Python
likes to recurse: everything in this room that walks a type goes through `fold`.
"""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING, TypeVar

from schemac.ir.types import Group
from schemac.ir.walk import LEAVES, children, rebuild

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from schemac.ir.types import Type

__all__ = ["fold", "nodes", "rebuilt"]

_Result = TypeVar("_Result")


def rebuilt(node: Type, parts: Sequence[Type]) -> Type:
    """Give the node with other types inside it; the node itself where they are the same ones."""
    if not parts or all(map(is_, parts, children(node))):
        return node
    if isinstance(node, Group) and isinstance(parts[0], Group):
        return parts[0]
    rest = iter(parts)
    return rebuild(node, lambda _: next(rest))


def fold(
    root: Type,
    combine: Callable[[Type, Sequence[_Result]], _Result],
    inside: Callable[[Type], tuple[Type, ...]] = children,
    kept: frozenset[type[Type]] = frozenset(),
) -> _Result:
    """Combine bottom-up: `combine` gets a node and the results of what `inside` says is in it.

    Leaves whose type is among the `kept` are the result themselves: there are very many.
    """
    first = inside(root)
    if not first:
        return combine(root, ())
    stack: list[tuple[Type, Iterator[Type], list[_Result]]] = [(root, iter(first), [])]
    while True:
        # Each level goes on where it was left: a record may have very many fields.
        node, parts, done = stack[-1]
        for part in parts:
            # Most parts are leaves: looking for what is inside them takes longer than this.
            inner = () if type(part) in LEAVES else inside(part)
            if inner:
                stack.append((part, iter(inner), []))
                break
            # The caller says that a node can be a result.
            done.append(part if type(part) in kept else combine(part, ()))  # type: ignore[arg-type]
        else:
            result = combine(node, done)
            stack.pop()
            if not stack:
                return result
            stack[-1][2].append(result)


def nodes(root: Type, inside: Callable[[Type], tuple[Type, ...]] = children) -> Iterator[Type]:
    """Give every node of a type, outer ones first, in written order."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        if type(node) not in LEAVES:
            stack.extend(reversed(inside(node)))
