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

__all__ = ["are_apart", "are_distinct"]


def are_apart(compiler: Compiler, one: Node, other: Node) -> bool:
    """Tell whether no value fits both, as the plain emitter would find it in every view.

    Raises UnfitError where that depends on who asks.
    """
    if _are_sure_apart(compiler, one, other):
        return True
    first, second = _telling(compiler, one), _telling(compiler, other)
    if any(first[name] or second[name] for name in first.keys() & second.keys()):
        raise UnfitError
    return False


def _are_sure_apart(compiler: Compiler, one: Node, other: Node) -> bool:
    """Tell whether what everybody sees keeps them apart; what some see cannot undo that."""
    both = [(_outlined(compiler, one),), (_outlined(compiler, other),)]
    return are_disjoint(both, compiler.leaves.alternatives)


def _outlined(compiler: Compiler, node: Node) -> Node:
    """Give a record with nothing but the fields of literals that everybody sees."""
    match node:
        case Ref():
            return _outlined(compiler, compiler.plan_body(node.target))
        case ListOf():
            return ListOf(Anything())
        case MapOf():
            return MapOf(Scalar("string"), Anything())
        case Record():
            return Record(tuple(_tags(compiler, node)))
        case _:
            raise UnfitError


def _telling(compiler: Compiler, node: Node) -> dict[str, bool]:
    """Give the fields that may hold literals only, and whether that depends on who asks."""
    if isinstance(node, Ref):
        return _telling(compiler, compiler.plan_body(node.target))
    if not isinstance(node, Record):
        return {}
    return {
        field.name: doors != () or not compiler.leaves.is_settled(field.type)
        for field in node.fields
        if (doors := _doors(compiler, field)) is not None
        and field.required
        and _may_be_literal(compiler, field.type)
    }


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
    return _are_sure_apart(compiler, one, other)


def _tags(compiler: Compiler, record: Record) -> Iterator[Field]:
    for field in record.fields:
        if field.required and _doors(compiler, field) == ():
            is_settled = compiler.leaves.is_settled(field.type)
            shown = compiler.leaves.cut(field.type) if is_settled else None
            if shown is not None:
                yield Field(field.name, shown)


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
