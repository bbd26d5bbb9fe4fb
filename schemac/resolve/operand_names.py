"""An operand of an intersection in, the names of the fields it may bring out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.ir.types import (
    Group,
    IntersectionType,
    RecordType,
    Tagged,
    UnionType,
    Use,
)
from schemac.ir.walk import children

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.ir.types import Type
    from schemac.resolve.instances import Instance

__all__ = ["Operand", "operand"]


@dataclass(frozen=True, slots=True)
class Operand:
    """The names of all fields that an operand may bring, and whether variants of it do."""

    names: frozenset[str]
    is_union: bool


def operand(written: Type, types: Sequence[Instance]) -> Operand | None:
    """Judge an operand; None for what is not made of records alone."""
    names: set[str] = set()
    met: set[int] = set()
    is_union = False
    todo = [written]
    while todo:
        node = todo.pop()
        match node:
            case RecordType(fields=fields):
                names.update(each.name for each in fields)
            case Use(target=target):
                body = types[target].body
                if body is None:
                    return None
                if target not in met:
                    met.add(target)
                    todo.append(body)
            case UnionType():
                is_union = True
                todo.extend(children(node))
            case Group() | Tagged() | IntersectionType():
                todo.extend(children(node))
            case _:
                return None
    return Operand(frozenset(names), is_union)
