"""Two types that are no unions and no names in, whether one may have come of the other out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.nodes import (
    Anything,
    Const,
    ListOf,
    MapOf,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.plan.sameness import literal_key
from schemac.plan.walk import children

if TYPE_CHECKING:
    from schemac.plan.nodes import Node

__all__ = ["may_be_of"]

_DEEPEST = 4
_NUMBERS = frozenset({"integer", "number"})


def may_be_of(merged: Node, operand: Node, depth: int = 0) -> bool:
    """Tell whether an intersection with the operand may have come to this.

    A record has all fields of each of its operands, and each of their types is what the operand
    had there or less: so variants with different literals in a field are told apart. `depth` are
    the levels around the two.
    """
    match operand, merged:
        case Anything(), _:
            return True
        case Record(), Record():
            there = {field.name: field.type for field in merged.fields}
            return all(
                field.name in there and _may_meet(field.type, there[field.name], depth + 1)
                for field in operand.fields
            )
        case (ListOf(), ListOf()) | (MapOf(), MapOf()) | (TupleOf(), TupleOf()):
            inner, other = children(operand), children(merged)
            pairs = zip(inner, other, strict=False)
            return len(inner) == len(other) and all(
                _may_meet(one, another, depth + 1) for one, another in pairs
            )
        case Const(), Const():
            return literal_key(operand) == literal_key(merged)
        case (Scalar(), Scalar() | Const()):
            kinds = {operand.kind, merged.kind}
            is_text = not kinds & {*_NUMBERS, "boolean", "null"}
            return len(kinds) == 1 or kinds == _NUMBERS or is_text
        case _:
            return False


def _may_meet(operand: Node, merged: Node, depth: int) -> bool:
    """Tell the same of types inside: each variant that there is came of one that there was.

    Nobody looks into names here, or far down.
    """
    if depth > _DEEPEST:
        return True
    ours, theirs = _variants(operand), _variants(merged)
    if any(isinstance(part, Ref) for part in (*ours, *theirs)):
        return True
    return all(any(may_be_of(part, each, depth) for each in ours) for part in theirs)


def _variants(node: Node) -> list[Node]:
    found: list[Node] = []
    todo = [node]
    while todo:
        part = todo.pop()
        if isinstance(part, Union):
            todo.extend(member.type for member in part.members)
        else:
            found.append(part)
    return found
