"""Two types that are no unions and no names in, whether one may have come of the other out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.nodes import Anything, Const, ListOf, MapOf, Record, Scalar, TupleOf
from schemac.plan.sameness import literal_key

if TYPE_CHECKING:
    from schemac.plan.nodes import Node

__all__ = ["may_be_of"]

_NUMBERS = frozenset({"integer", "number"})


def may_be_of(merged: Node, operand: Node) -> bool:
    """Tell whether an intersection with the operand may have come to this.

    A record has all fields of each of its operands; so variants with different literals in a field
    are told apart.
    """
    match operand, merged:
        case Anything(), _:
            return True
        case Record(), Record():
            there = {field.name: field.type for field in merged.fields}
            return all(
                field.name in there and _may_meet(field.type, there[field.name])
                for field in operand.fields
            )
        case TupleOf(), TupleOf():
            return len(operand.items) == len(merged.items)
        case (ListOf(), ListOf()) | (MapOf(), MapOf()):
            return True
        case (Scalar() | Const(), Scalar() | Const()):
            return _may_meet(operand, merged)
        case _:
            return False


def _may_meet(operand: Node, merged: Node) -> bool:
    """Tell whether leaves may; of anything else nothing is found out here."""
    if isinstance(operand, Const) and isinstance(merged, Const):
        return literal_key(operand) == literal_key(merged)
    if isinstance(operand, Scalar | Const) and isinstance(merged, Scalar | Const):
        kinds = {operand.kind, merged.kind}
        is_text = not kinds & {*_NUMBERS, "boolean", "null"}
        return len(kinds) == 1 or kinds == _NUMBERS or is_text
    return True
