"""A type in, its parts out: what every traversal needs and no traversal should write again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from schemac.ir.types import (
    Anything,
    Field,
    Group,
    IntersectionType,
    ListType,
    LiteralType,
    MapType,
    NameType,
    Nothing,
    OptionalType,
    RecordType,
    Scalar,
    Tagged,
    TupleType,
    UnionType,
    Use,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from schemac.ir.types import Type

__all__ = [
    "LEAVES",
    "NAMELESS",
    "bare",
    "children",
    "depth",
    "holders",
    "rebuild",
    "targets",
    "walk",
    "with_type",
]

LEAVES = frozenset((Scalar, Anything, Nothing, LiteralType, Use))
"""The types of nodes that hold no others."""
NAMELESS = LEAVES - {Use}
"""Those that name no type either."""


def children(node: Type) -> tuple[Type, ...]:
    """Give the types that a type is made of, in the order they are written."""
    if type(node) in LEAVES:
        # Most nodes are leaves, and a set tells them faster than a row of patterns.
        return ()
    match node:
        case RecordType(fields):
            return tuple([one.type for one in fields])
        case OptionalType(inner) | Group(inner) | Tagged(inner):
            return (inner,)
        case UnionType(parts) | IntersectionType(parts):
            return parts
        case ListType(item):
            return (item,)
        case MapType(key, value):
            return (key, value)
        case TupleType(items):
            return items
        case NameType(_, arguments):
            return arguments
        case Scalar() | Anything() | Nothing() | LiteralType() | Use():
            return ()
        case _:
            assert_never(node)


def rebuild(node: Type, change: Callable[[Type], Type]) -> Type:
    """Give the same type with `change` applied to each of its children."""
    match node:
        case Scalar() | Anything() | Nothing() | LiteralType() | Use():
            return node
        case ListType(item):
            return replace(node, item=change(item))
        case MapType(key, value):
            return replace(node, key=change(key), value=change(value))
        case TupleType(items):
            return replace(node, items=tuple(change(one) for one in items))
        case RecordType(fields):
            return RecordType(tuple(with_type(one, change(one.type)) for one in fields), node.span)
        case OptionalType(inner) | Group(inner) | Tagged(inner):
            return replace(node, inner=change(inner))
        case UnionType(members):
            return replace(node, members=tuple(change(one) for one in members))
        case IntersectionType(operands):
            return replace(node, operands=tuple(change(one) for one in operands))
        case NameType(_, arguments):
            return replace(node, arguments=tuple(change(one) for one in arguments))
        case _:
            assert_never(node)


def with_type(one: Field, changed: Type) -> Field:
    """Give a field with another type; `replace` takes twice as long, and there are very many."""
    if changed is one.type:
        return one
    return Field(one.name, changed, one.optional, one.doc, one.span, one.name_span)


def walk(node: Type) -> Iterator[Type]:
    """Give a type and all in it, each before its children, in the order they are written."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield found
        if type(found) not in LEAVES:
            waiting.extend(reversed(children(found)))


def holders(node: Type) -> Iterator[Type]:
    """Give the same, those aside that never hold others: names and holes are all among them."""
    waiting = [] if type(node) in LEAVES else [node]
    while waiting:
        found = waiting.pop()
        yield found
        waiting.extend([part for part in reversed(children(found)) if type(part) not in LEAVES])


def targets(root: Type) -> tuple[int, ...]:
    """Give the numbers of the types that a type names, each once, in the order they are written."""
    found: dict[int, None] = {}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Use):
            found[node.target] = None
        elif type(node) not in LEAVES:
            waiting.extend(
                [part for part in reversed(children(node)) if type(part) not in NAMELESS]
            )
    return tuple(found)


def depth(node: Type) -> tuple[int, Type]:
    """Count the levels of a type, itself included, and give a type on the lowest one."""
    level, levels = [node], 0
    lowest = node
    while level:
        levels += 1
        lowest = level[0]
        level = [child for one in level for child in children(one)]
    return levels, lowest


def bare(node: Type) -> Type:
    """Give a type without the parentheses and tags around it."""
    while isinstance(node, Group | Tagged):
        node = node.inner
    return node
