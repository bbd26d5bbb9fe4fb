"""A node of a view in, its text in names of definitions out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

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
from schemac.plan.walk import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from schemac.plan.nodes import Field, NamedType, Node

__all__ = ["is_bounded", "spelled"]

_LONGEST: Final = 200
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


def spelled(node: Node, name_of: Callable[[int], str]) -> str:  # noqa: C901 - a case a node
    """Write a type as an author would. Names are those of `name_of`.

    Bounds and words are left out: what is written here has none.
    """

    def text(part: Node) -> str:
        return spelled(part, name_of)

    match node:
        case Scalar(kind=kind):
            return _SCALARS[kind]
        case Const(text=value):
            return value
        case Anything():
            return "untyped"
        case Nothing():
            return "bot"
        case ListOf(item=item, is_set=is_set):
            return f"{'Set' if is_set else 'Array'}[{text(item)}]"
        case MapOf(key=key, value=value):
            return f"Hash[{text(key)}, {text(value)}]"
        case TupleOf(items=items):
            return f"[{', '.join(map(text, items))}]"
        case Record(fields=inner):
            return f"{{ {', '.join(_field(each, text) for each in inner)} }}"
        case Union(members=members):
            parts = [each.type for each in members if each.type != _NULL]
            named = " | ".join(map(text, parts))
            return named if len(parts) == len(members) else f"({named})?"
        case Ref(target=target):
            return name_of(target)
        case _:
            assert_never(node)


def is_bounded(named: NamedType, types: Sequence[NamedType]) -> bool:
    """Tell whether arguments that callers read differently can be written out in few words.

    Those inside are parts of them, so that none holds itself.
    """
    if named.told is None:
        return True
    uses = (types[part.target] for part in walk(named.told) if isinstance(part, Ref))
    inside = sum(len(each.arguments) for each in uses if each.told is not None)
    return inside < len(named.arguments) <= _LONGEST


def _field(field: Field, text: Callable[[Node], str]) -> str:
    return f"{'' if field.required else '?'}{field.name}: {text(field.type)}"
