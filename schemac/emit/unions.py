"""A gate-free union in, its schema out: whole where a short form fits, else of its members."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.emit.keywords import Schema, with_words
from schemac.emit.shapes import scalar_schema
from schemac.plan.flat import is_bare
from schemac.plan.layers import join_meta
from schemac.plan.nodes import Const, Scalar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.nodes import Node, Union

__all__ = ["NULL", "grouped", "literals_schema", "short_union", "union_schema"]

NULL = Scalar("null")


def short_union(node: Union) -> Schema | None:
    """Emit a union of literals, of bare scalars, or of a scalar and null; None for any other."""
    others, nullable = _split(node)
    if nullable and len(others) == 1 and isinstance(others[0], Scalar):
        whole = join_meta(others[0].meta, node.meta)
        return scalar_schema(replace(others[0], meta=whole), nullable=True)
    schema = _short(others, nullable=nullable)
    return None if schema is None else with_words(schema, node.meta)


def grouped(node: Union) -> list[Node | tuple[Const, ...]]:
    """Give the members without null, bare literals together where the first of them stands."""
    others, _ = _split(node)
    literals = tuple(part for part in others if isinstance(part, Const) and is_bare(part))
    groups: list[Node | tuple[Const, ...]] = []
    for part in others:
        if not (isinstance(part, Const) and is_bare(part)):
            groups.append(part)
        elif part is literals[0]:
            groups.append(literals)
    return groups


def literals_schema(literals: Sequence[Const], *, nullable: bool = False) -> Schema:
    """Emit literals without words of their own."""
    values = [json.loads(part.text) for part in literals]
    kinds = list(dict.fromkeys(part.kind for part in literals))
    if set(kinds) == {"integer", "number"}:
        kinds = ["number"]
    if nullable:
        values.append(None)
    if len(kinds) > 1:
        return {"enum": values}
    if len(values) == 1:
        return {"type": kinds[0], "const": values[0]}
    return {"type": [kinds[0], "null"] if nullable else kinds[0], "enum": values}


def union_schema(node: Union, schemas: Sequence[Schema], *, disjoint: bool) -> Schema:
    """Emit a union of the schemas of its groups; null is added last."""
    _, nullable = _split(node)
    if not nullable:
        return with_words({"oneOf" if disjoint else "anyOf": list(schemas)}, node.meta)
    word = "oneOf" if disjoint and len(schemas) > 1 else "anyOf"
    return with_words({word: [*schemas, {"type": "null"}]}, node.meta)


def _split(node: Union) -> tuple[list[Node], bool]:
    """Give the members without a bare null, and whether there is one."""
    others = [member.type for member in node.members if member.type != NULL]
    return others, len(others) < len(node.members)


def _short(others: Sequence[Node], *, nullable: bool) -> Schema | None:
    literals = [part for part in others if isinstance(part, Const) and is_bare(part)]
    if literals and len(literals) == len(others):
        return literals_schema(literals, nullable=nullable)
    scalars = [part for part in others if isinstance(part, Scalar)]
    if len(scalars) < len(others):
        return None
    if all(is_bare(part) and part.kind in _JSON_KINDS for part in scalars):
        names = [part.kind for part in scalars]
        return {"type": [*names, "null"] if nullable else names}
    return None


_JSON_KINDS = frozenset({"string", "integer", "number", "boolean"})
