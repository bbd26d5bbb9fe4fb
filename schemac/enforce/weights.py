"""A node in, the least number of JSON bytes that a value of it takes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.nodes import ListOf, MapOf, Node, Record, Scalar, TupleOf, Union

if TYPE_CHECKING:
    from schemac.enforce.types import Types

__all__ = ["least_size"]

DEEP_ENOUGH = 2


def least_size(node: Node, types: Types, levels: int = DEEP_ENOUGH) -> int:
    """Count low: what lies deeper than a few levels counts as one byte."""
    inner = types.effective(node)
    match inner:
        case Record(fields=fields) if levels and fields:
            return 1 + sum(
                len(field.name) + 4 + least_size(field.type, types, levels - 1)
                for field in fields
                if field.required
            )
        case TupleOf(items=items) if levels:
            return 1 + sum(1 + least_size(item, types, levels - 1) for item in items)
        case Union(members=members) if levels:
            return min(least_size(member.type, types, levels - 1) for member in members)
        case ListOf() | MapOf() | Record() | TupleOf():
            return 2
        case Scalar(kind="boolean" | "null"):
            return 4
        case Scalar(kind="integer" | "number"):
            return 1
        case Scalar():
            return 2
        case _:
            return 1
