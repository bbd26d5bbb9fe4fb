"""Generic declarations in, the parameters that every caller sees the argument of out."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from schemac.ir.types import (
    Group,
    IntersectionType,
    ListType,
    MapType,
    NameType,
    OptionalType,
    RecordType,
    Scalar,
    Tagged,
    TupleType,
    UnionType,
)
from schemac.ir.walk import children, walk
from schemac.plan.left import solve
from schemac.resolve.records import EITHER_SIDE, hides, tail_hides

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from schemac.ir.types import Type
    from schemac.resolve.instances import Instance
    from schemac.resolve.scope import Declared

__all__ = ["Occurrences"]

_Parameter: TypeAlias = "tuple[int, int]"
"""The number of a declaration, and which of its parameters."""


class Occurrences:
    """Says where an argument is seen: at a place in the generic's body that nothing hides.

    What cannot be told easily counts as hidden: then the argument is in no name.
    """

    def __init__(self, types: Sequence[Instance]) -> None:
        generics = {each.declared.number: each.declared for each in types if each.declared.generic}
        clauses: dict[_Parameter, list[tuple[_Parameter, ...]]] = {
            (number, at): []
            for number, declared in generics.items()
            for at in range(len(declared.declaration.parameters))
        }
        gated = {number for number, declared in generics.items() if _is_gated(declared)}
        for declared in generics.values():
            for seen, needed in _seen(declared, gated):
                if all(each in clauses for each in needed):
                    clauses[seen].append(needed)
        self._seen = _solved(clauses)

    def has(self, declared: Declared, at: int) -> bool:
        """Tell whether what is passed for a parameter is seen."""
        return (declared.number, at) in self._seen


def _solved(clauses: dict[_Parameter, list[tuple[_Parameter, ...]]]) -> set[_Parameter]:
    order = list(clauses)
    numbers = {each: number for number, each in enumerate(order)}
    rules = [[tuple(numbers[each] for each in rule) for rule in clauses[top]] for top in order]
    uses = {
        number: tuple(dict.fromkeys(each for rule in rules[number] for each in rule))
        for number in range(len(order))
    }
    found = solve(uses, uses, lambda at, known: any(known.issuperset(rule) for rule in rules[at]))
    return {order[number] for number in found}


def _is_gated(declared: Declared) -> bool:
    """Tell whether gates stand on the declaration itself."""
    node = declared.body
    while isinstance(node, Tagged | Group):
        if isinstance(node, Tagged) and any(hides(tag, EITHER_SIDE) for tag in node.tags):
            return True
        node = node.inner
    return False


def _seen(
    declared: Declared, gated: Container[int]
) -> Iterator[tuple[_Parameter, tuple[_Parameter, ...]]]:
    """Give the open places of parameters, with the parameters they are passed through.

    Whoever sees an instance has passed the gates on the declaration, which `gated` ones have; who
    sees another type that uses it may not have.
    """
    top = declared.body
    while isinstance(top, Tagged | Group):
        top = top.inner
    if top is None:
        return
    places = {each.name: at for at, each in enumerate(declared.declaration.parameters)}
    todo: list[tuple[Type, tuple[_Parameter, ...]]] = [(top, ())]
    while todo:
        node, through = todo.pop()
        if isinstance(node, NameType) and node.name in places:
            yield (declared.number, places[node.name]), through
        elif isinstance(node, NameType) and node.name.isdecimal():
            target = int(node.name)
            if target in gated and node is not top:
                continue
            todo.extend(
                (argument, (*through, (target, at))) for at, argument in enumerate(node.arguments)
            )
        else:
            todo.extend((inner, through) for inner in _open(node))


def _open(node: Type) -> Sequence[Type]:
    """Give what is inside a node that is seen wherever the node is and it has something left."""
    match node:
        case Tagged(tags=tags):
            return () if any(hides(tag, EITHER_SIDE) for tag in tags) else children(node)
        case RecordType(fields=fields):
            return [field.type for field in fields if not tail_hides(field.type, EITHER_SIDE)]
        case MapType(key=key, value=value):
            return (value,) if isinstance(key, Scalar) else ()
        case TupleType(items=items):
            return items if all(isinstance(item, Scalar | NameType) for item in items) else ()
        case IntersectionType(operands=operands):
            return operands if sum(not _is_plain(each) for each in operands) <= 1 else ()
        case Group() | OptionalType() | ListType() | UnionType():
            return children(node)
        case _:
            return ()


def _is_plain(node: Type) -> bool:
    """Tell whether a type is a record in which nothing is hidden from anybody, at any depth."""
    if isinstance(node, Group):
        return _is_plain(node.inner)
    if not isinstance(node, RecordType):
        return False
    return not any(isinstance(part, NameType) or _is_hidden(part) for part in walk(node))


def _is_hidden(node: Type) -> bool:
    return isinstance(node, Tagged) and any(hides(tag, EITHER_SIDE) for tag in node.tags)
