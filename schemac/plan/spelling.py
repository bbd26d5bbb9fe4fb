"""What a caller sees of the arguments of a generic in, their text in names of definitions out."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final, TypeGuard, assert_never

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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from schemac.plan.nodes import Field, Node

__all__ = ["SEEN", "WORDS", "WRAPPED", "arguments_of", "shortened", "spelled"]

WRAPPED: Final = "\0|"
"""The one field of a record that stands for a member of a union, so that none is taken in."""
SEEN: Final = "seen"
"""Begins the names of the fields of `told` that hold an argument and why it is seen."""
WORDS: Final = "\0"
"""Begins a description that is the text of all tags but gates."""

_LONGEST: Final = 1000
_NULL: Final = Scalar("null")

_SCALARS: Final = {
    "string": "String",
    "integer": "Integer",
    "number": "Float",
    "boolean": "bool",
    "null": "nil",
    "date": "Date",
    "datetime": "DateTime",
    "duration": "Duration",
    "uuid": "Uuid",
    "decimal": "Decimal",
    "bytes": "Bytes",
}
"""How the language spells them."""


def arguments_of(told: Node | None) -> Iterator[Node]:
    """Give the arguments in what is told of a named type, or in what is left of that."""
    for field in told.fields if isinstance(told, Record) else ():
        argument = field.type
        if field.name.startswith(SEEN) and isinstance(argument, TupleOf) and argument.items:
            argument = argument.items[0]
        yield argument


def spelled(node: Node, name_of: Callable[[int], str]) -> str:
    """Write a type as an author would. Names are those of `name_of`."""
    written: list[str] = []
    todo: list[str | Node] = [node]
    while todo:
        part = todo.pop()
        if isinstance(part, str):
            written.append(part)
        else:
            todo.extend(reversed((*_pieces(part, name_of), _words(part))))
    return "".join(written)


def shortened(text: str) -> str:
    """Give a text of some length: what is left out of a longer one is hashed."""
    if len(text) <= _LONGEST:
        return text
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{text[:_LONGEST]}-{digest[:8]}"


def _pieces(  # noqa: C901, PLR0911 - a case a node
    node: Node, name_of: Callable[[int], str]
) -> list[str | Node]:
    match node:
        case Scalar(kind=kind):
            return [_SCALARS[kind]]
        case Const(text=value):
            return [value]
        case Anything():
            return ["untyped"]
        case Nothing():
            return ["bot"]
        case ListOf(item=item, is_set=is_set):
            return ["Set[" if is_set else "Array[", item, "]"]
        case MapOf(key=key, value=value):
            return ["Hash[", key, ", ", value, "]"]
        case TupleOf(items=items):
            return ["[", *_joined(", ", [[item] for item in items]), "]"]
        case Record(fields=fields) if _is_wrapper(node):
            return [fields[0].type]
        case Record(fields=fields):
            return ["{ ", *_joined(", ", map(_field, fields)), " }"]
        case Union():
            return _union(node)
        case Ref(target=target):
            return [name_of(target)]
        case _:
            assert_never(node)


def _union(union: Union) -> list[str | Node]:
    members = _members(union)
    named = _joined(" | ", [[member] for member in members if member != _NULL])
    if _NULL in members:
        return ["(", *named, ")?"]
    return ["(", *named, ")"] if _words(union) and len(members) > 1 else named


def _members(union: Union) -> dict[Node, None]:
    """Give the members, those of unions inside in their place, each once."""
    found: dict[Node, None] = {}
    todo: list[Node] = [union]
    while todo:
        node = todo.pop()
        if isinstance(node, Union) and (node is union or not _words(node)):
            todo.extend(member.type for member in reversed(node.members))
        elif _is_wrapper(node) and not _words(node):
            todo.append(node.fields[0].type)
        else:
            found[node] = None
    return found


def _is_wrapper(node: Node) -> TypeGuard[Record]:
    return isinstance(node, Record) and [each.name for each in node.fields] == [WRAPPED]


def _joined(between: str, parts: Iterable[list[str | Node]]) -> list[str | Node]:
    joined: list[str | Node] = []
    for part in parts:
        joined += [between, *part] if joined else part
    return joined


def _field(field: Field) -> list[str | Node]:
    return [f"{'' if field.required else '?'}{field.name}: ", field.type]


def _words(node: Node) -> str:
    words = node.meta.description
    return words.removeprefix(WORDS) if words is not None and words.startswith(WORDS) else ""
