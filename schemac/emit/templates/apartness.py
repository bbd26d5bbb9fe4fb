"""Members of a union in, what is certain of two out: that they differ, or share no value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.emit.alternatives import are_disjoint
from schemac.emit.templates.gating import doors_of
from schemac.emit.templates.parts import UnfitError
from schemac.emit.templates.records import is_hidden
from schemac.plan.nodes import (
    Anything,
    Const,
    Field,
    ListOf,
    MapOf,
    Record,
    Ref,
    Scalar,
    Union,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.emit.templates.compiling import Compiler
    from schemac.plan.nodes import Node

__all__ = ["are_distinct", "outlined"]


def outlined(compiler: Compiler, node: Node) -> Node:
    """Give what tells the node apart from others: a record keeps the fields that hold literals.

    Raises UnfitError where that depends on who asks.
    """
    match node:
        case Ref():
            return outlined(compiler, compiler.plan_body(node.target))
        case ListOf():
            return ListOf(Anything())
        case MapOf():
            return MapOf(Scalar("string"), Anything())
        case Record():
            return Record(tuple(_tags(compiler, node)))
        case _:
            raise UnfitError


def are_distinct(compiler: Compiler, one: Node, other: Node) -> bool:
    """Tell whether no caller sees the two members alike, so that one would go."""
    if type(one) is not type(other):
        return True
    if isinstance(one, Ref) and isinstance(other, Ref):
        return one.target != other.target
    if not (isinstance(one, Record) and isinstance(other, Record)):
        return False
    if set(_certain(compiler, one)) - set(_possible(compiler, other)):
        return True
    if set(_certain(compiler, other)) - set(_possible(compiler, one)):
        return True
    both = [(outlined(compiler, one),), (outlined(compiler, other),)]
    return are_disjoint(both, compiler.leaves.types)


def _tags(compiler: Compiler, record: Record) -> Iterator[Field]:
    for field in record.fields:
        doors = _doors(compiler, field)
        if doors is None or not field.required:
            continue
        if not doors and compiler.leaves.is_settled(field.type):
            shown = compiler.leaves.cut(field.type)
            if shown is not None:
                yield Field(field.name, shown)
        elif _may_be_literal(compiler, field.type):
            raise UnfitError


def _may_be_literal(compiler: Compiler, node: Node) -> bool:
    if isinstance(node, Ref):
        target, _ = compiler.followed(node)
        return isinstance(compiler.plan_body(target), Const | Union | Scalar)
    return isinstance(node, Const | Union)


def _possible(compiler: Compiler, record: Record) -> Iterator[str]:
    return (field.name for field in record.fields if _doors(compiler, field) is not None)


def _certain(compiler: Compiler, record: Record) -> Iterator[str]:
    for field in record.fields:
        is_certain = _doors(compiler, field) == () and compiler.leaves.is_settled(field.type)
        if is_certain and compiler.leaves.cut(field.type) is not None:
            yield field.name


def _doors(compiler: Compiler, field: Field) -> tuple[object, ...] | None:
    """Give the doors of a field; None where it is never on this side."""
    return None if is_hidden(field, compiler.side) else doors_of((field.gate,), compiler.side)
