"""An argument of a generic in, whether what a caller sees of it is written as its author wrote it.

Of such an argument each caller can be told what they see: it reads like one in which what is hidden
was never written. Of any other the text would tell by its form that something is hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.types import (
    Anything,
    Group,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    Scalar,
    Tagged,
    TupleType,
    UnionType,
    Use,
)
from schemac.ir.walk import bare, children
from schemac.resolve.records import EITHER_SIDE, hides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.ir.types import Type
    from schemac.resolve.instances import Instance

__all__ = ["is_plain"]

_STANDING = (RecordType, ListType, MapType, TupleType, UnionType, OptionalType)


def is_plain(written: Type, types: Sequence[Instance]) -> bool:
    """Say so of an argument: no words, no values, no bounds, and nothing that unions flatten."""
    todo = [written]
    while todo:
        node = todo.pop()
        match node:
            case Tagged(tags=tags):
                if not all(hides(tag, EITHER_SIDE) for tag in tags):
                    return False
            case RecordType(fields=fields):
                if any(each.doc is not None for each in fields):
                    return False
            case UnionType() | OptionalType():
                if not all(_stays(part, types) for part in children(node)):
                    return False
            case Scalar() | Anything() | Use() | Group() | ListType() | MapType() | TupleType():
                pass
            case _:
                return False
        todo.extend(children(node))
    return True


def _stays(member: Type, types: Sequence[Instance]) -> bool:
    """Say whether a member of a union stands there as it was written, parentheses aside."""
    node = bare(member)
    if isinstance(node, Use):
        body = types[node.target].declared.declaration.body
        return isinstance(bare(body), RecordType)
    return isinstance(node, _STANDING) or (isinstance(node, Scalar) and node.kind != "null")
