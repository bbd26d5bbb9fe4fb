"""Two gate-free nodes in, whether they mean the same out; also literals as JSON values."""

from __future__ import annotations

import json
import operator
from typing import TYPE_CHECKING, TypeAlias, assert_never

from schemac.plan.nodes import (
    Anything,
    Const,
    ListOf,
    MapOf,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.plan.walk import children

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.plan.nodes import Field, Node

__all__ = ["LiteralKey", "field_key", "literal_key", "outline", "same"]

LiteralKey: TypeAlias = tuple[str, str | int | float | bool | None]
"""Equal where two literals are equal as JSON: `1` and `1.0` are, `1` and `true` are not."""


def literal_key(const: Const) -> LiteralKey:
    """Give the literal's JSON value with its type, so that keys compare as JSON does."""
    value = json.loads(const.text)
    return ("number" if const.kind == "integer" else const.kind, value)


def outline(node: Node) -> tuple[str, ...]:
    """Give a key that nodes share if they are the same, and few others do."""
    if isinstance(node, Record):
        return ("Record", *(field.name for field in node.fields))
    return (type(node).__name__, *(type(child).__name__ for child in children(node)))


def same(one: Node, other: Node, same_uses: Callable[[Ref, Ref], bool] = operator.eq) -> bool:
    """Tell whether the two are equal, at any depth (where `==` would exhaust the stack).

    `same_uses` judges two uses of names.
    """
    pairs = [(one, other)]
    while pairs:
        left, right = pairs.pop()
        if left is right:
            continue
        if isinstance(left, Ref) and isinstance(right, Ref):
            if not same_uses(left, right):
                return False
        elif not _same_here(left, right):
            return False
        pairs.extend(zip(children(left), children(right), strict=True))
    return True


def _same_here(left: Node, right: Node) -> bool:
    """Compare all but what is inside; True promises as many children on both."""
    if type(left) is not type(right) or left.meta != right.meta:
        return False
    match left:
        case Scalar() | Const() | Anything() | Nothing() | Ref():
            return left == right
        case ListOf():
            return isinstance(right, ListOf) and _list_key(left) == _list_key(right)
        case MapOf():
            return isinstance(right, MapOf) and left.constraints == right.constraints
        case TupleOf():
            return isinstance(right, TupleOf) and len(left.items) == len(right.items)
        case Union():
            return isinstance(right, Union) and len(left.members) == len(right.members)
        case Record():
            return isinstance(right, Record) and _record_key(left) == _record_key(right)
        case _:
            assert_never(left)


def _list_key(node: ListOf) -> tuple[object, ...]:
    return (node.is_set, node.constraints)


def _record_key(node: Record) -> tuple[object, ...]:
    return (node.closed, tuple(field_key(field) for field in node.fields))


def field_key(field: Field) -> tuple[object, ...]:
    """Give what a field says besides its type and its gate."""
    return (
        field.name,
        field.required,
        field.deprecated,
        field.read_only,
        field.write_only,
        field.default,
        field.default_for,
        field.depends_on,
        field.header,
    )
