"""A view in, its JSON Schema out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

from schemac.emit.alternatives import Alternatives, are_disjoint, bounded_kinds
from schemac.emit.keywords import arranged, constraint_keywords, meta_keywords
from schemac.emit.shapes import (
    anything_schema,
    const_schema,
    field_schema,
    key_schema,
    list_schema,
    map_schema,
    nothing_schema,
    record_schema,
    scalar_schema,
    tuple_schema,
)
from schemac.emit.unions import grouped, literals_schema, short_union, union_schema
from schemac.plan.layers import layer
from schemac.plan.nodes import (
    NO_CONSTRAINTS,
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
    from collections.abc import Mapping

    from schemac.emit.keywords import Schema
    from schemac.plan.nodes import Field, NamedType, Node

__all__ = ["Body", "Writer", "reference_to", "unaliased"]


def reference_to(name: str) -> str:
    """Give the pointer to a definition; its name needs no escapes."""
    return f"#/$defs/{name}"


def unaliased(ref: Ref, types: Mapping[int, NamedType]) -> Ref:
    """Give the use of the type that a bare alias names, through any number of them."""
    body = types[ref.target].body
    while isinstance(body, Ref) and body == Ref(body.target):
        ref = replace(ref, target=body.target)
        body = types[ref.target].body
    return ref


@dataclass(frozen=True, slots=True)
class Body:
    """The schema of a root or a definition, and the definitions it uses, in reading order."""

    schema: Schema
    uses: tuple[int, ...]


class Writer:
    """Writes schemas of nodes; `hoisted` says which names are references, and how they are.

    Every schema is a fresh value, so each reference and each field that was written can be
    found in `references` and `asking`, to be finished once names and defaults are known.
    """

    def __init__(
        self, types: Mapping[int, NamedType], hoisted: Mapping[int, str], *, closed: bool
    ) -> None:
        self._types = types
        self._alternatives = Alternatives(types)
        self._hoisted = hoisted
        self._closed = closed
        self._uses: list[int] = []
        self._inside: list[int] = []
        self.references: list[tuple[Schema, int]] = []
        self.asking: list[tuple[Schema, Field]] = []

    def body(self, node: Node) -> Body:
        """Write a root or a definition."""
        self._uses = []
        schema = self.write(node)
        return Body(schema, tuple(dict.fromkeys(self._uses)))

    def write(self, node: Node) -> Schema:  # noqa: C901, PLR0911, PLR0912 - a case a node
        """Write one node. One frame a level, as nesting is deep, so one function."""
        match node:
            case Scalar():
                return scalar_schema(node)
            case Const():
                return const_schema(node)
            case Anything():
                return anything_schema(node)
            case Nothing():
                return nothing_schema(node)
            case ListOf():
                return list_schema(node, self.write(node.item))
            case MapOf():
                value = self.write(node.value)
                return map_schema(node, key_schema(self.write(self.inlined(node.key))), value)
            case TupleOf():
                items: list[Schema] = []
                for item in node.items:
                    items.append(self.write(item))  # noqa: PERF401 - a comprehension is a frame
                return tuple_schema(node, items)
            case Record():
                properties: dict[str, Schema] = {}
                for field in node.fields:
                    inner = field.type if field.header is None else self.inlined(field.type)
                    properties[field.name] = self._field(field, self.write(inner))
                return record_schema(node, properties, closed=self._closed)
            case Union():
                short = short_union(node)
                if short is not None:
                    return short
                schemas: list[Schema] = []
                for group in grouped(node):
                    if isinstance(group, tuple):
                        schemas.append(literals_schema(group))
                    else:
                        schemas.append(self.write(group))
                return union_schema(node, schemas, disjoint=self._are_disjoint(node))
            case Ref():
                entered = len(self._inside)
                meant: Node = node
                # A name for a name is no frame: chains of them may be thousands long.
                while isinstance(meant, Ref):
                    use = unaliased(meant, self._types)
                    if self._is_reference(use):
                        break
                    self._inside.append(use.target)
                    meant = layer(self._types[use.target].body, use)
                schema = self._reference(use) if isinstance(meant, Ref) else self.write(meant)
                del self._inside[entered:]
                return schema
            case _:
                assert_never(node)

    def inlined(self, node: Node) -> Node:
        """Give what a name stands for, with what its use adds; other nodes as they are."""
        while isinstance(node, Ref):
            node = layer(self._types[node.target].body, node)
        return node

    def _is_reference(self, use: Ref) -> bool:
        """Tell whether a use is a `$ref`; a closed one is only inside itself, lest it never end."""
        return use.target in self._hoisted and (not use.closed or use.target in self._inside)

    def _reference(self, use: Ref) -> Schema:
        schema: Schema = {"$ref": reference_to(self._hoisted[use.target])}
        schema |= meta_keywords(use.meta)
        if use.constraints != NO_CONSTRAINTS:
            schema |= constraint_keywords(use.constraints, bounded_kinds(use, self._alternatives))
        written = arranged(schema) if len(schema) > 1 else schema
        self._uses.append(use.target)
        self.references.append((written, use.target))
        return written

    def _field(self, field: Field, schema: Schema) -> Schema:
        whole = field_schema(field, schema)
        if whole is not schema and "$ref" in schema:
            self.references[-1] = (whole, self.references[-1][1])
        if field.default_for is not None:
            self.asking.append((whole, field))
        return whole

    def _are_disjoint(self, node: Union) -> bool:
        return are_disjoint([(member.type,) for member in node.members], self._alternatives)
