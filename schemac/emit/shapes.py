"""A gate-free node and the schemas of what is inside it in, its own schema out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from schemac.emit.keywords import (
    WIRE,
    arranged,
    constraint_keywords,
    field_keywords,
    with_words,
)
from schemac.plan.nodes import NO_META, Anything

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schemac.emit.keywords import Bounded, Schema
    from schemac.plan.nodes import (
        Const,
        Field,
        ListOf,
        MapOf,
        Nothing,
        Record,
        Scalar,
        TupleOf,
    )

__all__ = [
    "anything_schema",
    "const_schema",
    "field_schema",
    "key_schema",
    "list_schema",
    "map_schema",
    "nothing_schema",
    "record_schema",
    "scalar_schema",
    "tuple_schema",
]

_BOUNDED: Mapping[str, Bounded] = {"string": "string", "integer": "number", "number": "number"}


def scalar_schema(node: Scalar, *, nullable: bool = False) -> Schema:
    """Emit a scalar; `nullable` adds null to its type."""
    wire, always = WIRE[node.kind]
    kinds = (_BOUNDED[wire],) if wire in _BOUNDED else ()
    schema: Schema = {"type": [wire, "null"] if nullable else wire}
    schema |= {**always, **constraint_keywords(node.constraints, kinds)}
    # What a kind always says may stand behind what its constraints say.
    return with_words(arranged(schema) if always else schema, node.meta)


def const_schema(node: Const) -> Schema:
    """Emit a literal."""
    return with_words({"type": node.kind, "const": json.loads(node.text)}, node.meta)


def anything_schema(node: Anything) -> Schema:
    """Emit `untyped`."""
    return with_words({}, node.meta)


def nothing_schema(node: Nothing) -> Schema:
    """Emit `bot`."""
    return with_words({"not": {}}, node.meta)


def list_schema(node: ListOf, item: Schema) -> Schema:
    """Emit a list or a set."""
    schema: Schema = {"type": "array", "items": item}
    schema |= constraint_keywords(node.constraints, ("list",))
    if node.is_set:
        schema["uniqueItems"] = True
    return with_words(schema, node.meta)


def tuple_schema(node: TupleOf, items: Sequence[Schema]) -> Schema:
    """Emit a tuple; its length makes a schema for further items needless."""
    if not items:
        return with_words({"type": "array", "maxItems": 0}, node.meta)
    schema: Schema = {"type": "array", "prefixItems": list(items)}
    schema |= {"minItems": len(items), "maxItems": len(items)}
    return with_words(schema, node.meta)


def map_schema(node: MapOf, key: Schema, value: Schema) -> Schema:
    """Emit a map; `key` is the schema of a key without what every key fulfils."""
    schema: Schema = {"type": "object"}
    if value:
        schema["additionalProperties"] = value
    if key:
        schema["propertyNames"] = key
    schema |= constraint_keywords(node.constraints, ("map",))
    return with_words(schema, node.meta)


def key_schema(schema: Schema) -> Schema:
    """Give the schema of a map's key without its type: a key is a string always."""
    kept: dict[str, Any] = {key: value for key, value in schema.items() if key != "type"}
    for word in ("oneOf", "anyOf"):
        if word in kept:
            kept[word] = [key_schema(part) for part in kept[word]]
    return kept


def record_schema(node: Record, properties: Mapping[str, Schema], *, closed: bool) -> Schema:
    """Emit a record, given the schemas of its fields; `closed` closes it whatever it is."""
    schema: Schema = {"type": "object", "properties": dict(properties)}
    required = [field.name for field in node.fields if field.required]
    if required:
        schema["required"] = required
    if closed or node.closed:
        schema["additionalProperties"] = False
    depending = _dependent_required(node)
    if depending:
        schema["dependentRequired"] = depending
    return with_words(schema, node.meta) if node.meta != NO_META else schema


def field_schema(field: Field, schema: Schema) -> Schema:
    """Give the schema of a field's type with what the field adds."""
    extras = field_keywords(field)
    return arranged(schema | extras) if extras else schema


def _dependent_required(node: Record) -> dict[str, list[str]]:
    """Give for each field the ones that need it, in the order of those."""
    depending: dict[str, list[str]] = {}
    for field in node.fields:
        for other in field.depends_on:
            depending.setdefault(other, []).append(field.name)
    return depending
