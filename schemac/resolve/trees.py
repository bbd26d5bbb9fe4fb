"""A type in, its parts, a rebuilt copy or a folded value out; never recursive.

Types may nest as deep as the parser allows, several nodes a bracket, which is deeper than Python
likes to recurse: everything in this room that walks a type goes through `fold`.
"""

from __future__ import annotations

from dataclasses import replace
from operator import is_
from typing import TYPE_CHECKING, TypeVar, assert_never

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
    from collections.abc import Callable, Iterator, Sequence

    from schemac.ir.types import Type

__all__ = ["bare", "children", "fold", "nodes", "rebuilt"]

_Result = TypeVar("_Result")
_LEAVES = frozenset((Scalar, Anything, Nothing, LiteralType, Use))


def children(node: Type) -> tuple[Type, ...]:
    """Give the types directly inside a type, in written order."""
    if type(node) in _LEAVES:
        # Most nodes are leaves, and a set tells them faster than a row of patterns.
        return ()
    match node:
        case RecordType(fields=fields):
            return tuple([field.type for field in fields])
        case Tagged(inner=inner) | OptionalType(inner=inner) | Group(inner=inner):
            return (inner,)
        case ListType(item=inner):
            return (inner,)
        case MapType(key=key, value=value):
            return (key, value)
        case TupleType(items=parts) | UnionType(members=parts):
            return parts
        case IntersectionType(operands=parts) | NameType(arguments=parts):
            return parts
        case Scalar() | Anything() | Nothing() | LiteralType() | Use():
            return ()
        case _:
            assert_never(node)


def rebuilt(node: Type, parts: Sequence[Type]) -> Type:
    """Give the node with other types inside it; the node itself where they are the same ones."""
    if not parts or all(map(is_, parts, children(node))):
        return node
    match node:
        case Scalar() | Anything() | Nothing() | LiteralType() | Use():
            return node
        case ListType() | OptionalType() | Tagged() | Group():
            return _with_inner(node, parts[0])
        case MapType():
            return replace(node, key=parts[0], value=parts[1])
        case TupleType() | UnionType() | IntersectionType() | NameType():
            return _with_parts(node, tuple(parts))
        case RecordType(fields=fields):
            pairs = zip(fields, parts, strict=True)
            return replace(node, fields=tuple(_retyped(old, new) for old, new in pairs))
        case _:
            assert_never(node)


def _with_inner(node: ListType | OptionalType | Tagged | Group, inner: Type) -> Type:
    match node:
        case ListType():
            return replace(node, item=inner)
        case Group():
            return inner if isinstance(inner, Group) else replace(node, inner=inner)
        case OptionalType() | Tagged():
            return replace(node, inner=inner)
        case _:
            assert_never(node)


def _with_parts(
    node: TupleType | UnionType | IntersectionType | NameType, parts: tuple[Type, ...]
) -> Type:
    match node:
        case TupleType():
            return replace(node, items=parts)
        case UnionType():
            return replace(node, members=parts)
        case IntersectionType():
            return replace(node, operands=parts)
        case NameType():
            return replace(node, arguments=parts)
        case _:
            assert_never(node)


def _retyped(field: Field, new: Type) -> Field:
    return field if field.type is new else replace(field, type=new)


def fold(
    root: Type,
    combine: Callable[[Type, Sequence[_Result]], _Result],
    inside: Callable[[Type], tuple[Type, ...]] = children,
) -> _Result:
    """Combine bottom-up: `combine` gets a node and the results of what `inside` says is in it."""
    stack: list[tuple[Type, tuple[Type, ...], list[_Result]]] = [(root, inside(root), [])]
    while True:
        node, parts, done = stack[-1]
        for part in parts[len(done) :]:
            inner = inside(part)
            if inner:
                stack.append((part, inner, []))
                break
            done.append(combine(part, ()))
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
        stack.extend(reversed(inside(node)))


def bare(node: Type) -> Type:
    """Give what stands inside parentheses and before tags."""
    while isinstance(node, Group | Tagged):
        node = node.inner
    return node
