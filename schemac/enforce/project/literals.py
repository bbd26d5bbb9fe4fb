"""The members of a union in, the literals that tell its records apart out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from schemac.plan.nodes import Const, Node, Nothing, Record, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.enforce.types import Types
    from schemac.enforce.values import Wire

__all__ = ["literals_of", "tags_of"]


def tags_of(node: Node, types: Types) -> tuple[tuple[str, frozenset[tuple[type, object]]], ...]:
    """List the required fields of a record that hold literals only, with those literals."""
    if not isinstance(node, Record):
        return ()
    found = []
    for field in node.fields:
        if field.required:
            literals = _literals(field.type, types)
            if literals:
                found.append((field.name, literals))
    return tuple(found)


def literals_of(node: Record, name: str, types: Types) -> frozenset[tuple[type, object]]:
    """List the literals that a required field of a record may hold, none where it may be others."""
    found = next((field for field in node.fields if field.name == name and field.required), None)
    return frozenset() if found is None else _literals(found.type, types)


def _literals(node: Node, types: Types) -> frozenset[tuple[type, object]]:
    found: set[tuple[type, object]] = set()
    for each in types.alternatives(node):
        match types.effective(each):
            case Const(text=text):
                found.update(_equals(json.loads(text)))
            case Scalar(kind="null"):
                found.add((type(None), None))
            case Nothing():
                pass
            case _:
                return frozenset()
    return frozenset(found)


def _equals(literal: Wire) -> Iterator[tuple[type, object]]:
    if type(literal) is int or type(literal) is float:
        yield (int, literal)
        yield (float, literal)
    else:
        yield (type(literal), literal)
