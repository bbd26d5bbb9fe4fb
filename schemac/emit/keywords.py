"""Constraints, words and field extras in, JSON Schema keywords in their one order out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from schemac.plan.nodes import NO_CONSTRAINTS, NO_META

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from schemac.plan.nodes import Constraints, Field, Meta, ScalarKind

__all__ = [
    "KEY_ORDER",
    "WIRE",
    "Bounded",
    "arranged",
    "constraint_keywords",
    "field_keywords",
    "meta_keywords",
    "with_words",
]

Schema: TypeAlias = "dict[str, Any]"
Bounded: TypeAlias = Literal["string", "number", "list", "map"]
"""What a bound can stand on; each has its own keywords for it."""

KEY_ORDER: tuple[str, ...] = (
    "$ref",
    "title",
    "description",
    "type",
    "const",
    "enum",
    "properties",
    "required",
    "additionalProperties",
    "propertyNames",
    "dependentRequired",
    "prefixItems",
    "items",
    "oneOf",
    "anyOf",
    "not",
    "minLength",
    "maxLength",
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "format",
    "contentEncoding",
    "contentMediaType",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "x-mcp-header",
    "$defs",
)
_RANK = {key: rank for rank, key in enumerate(KEY_ORDER)}

WIRE: Mapping[ScalarKind, tuple[str, Mapping[str, str]]] = {
    "string": ("string", {}),
    "integer": ("integer", {}),
    "number": ("number", {}),
    "boolean": ("boolean", {}),
    "null": ("null", {}),
    "date": ("string", {"format": "date"}),
    "datetime": ("string", {"format": "date-time"}),
    "duration": ("string", {"format": "duration"}),
    "uuid": ("string", {"format": "uuid"}),
    "decimal": ("string", {"pattern": r"^-?[0-9]+(\.[0-9]+)?$"}),
    "bytes": ("string", {"contentEncoding": "base64"}),
}
"""How each scalar kind goes over the wire: its JSON type and what that carries always."""

_BOUNDS: Mapping[Bounded, tuple[str, str]] = {
    "string": ("minLength", "maxLength"),
    "number": ("minimum", "maximum"),
    "list": ("minItems", "maxItems"),
    "map": ("minProperties", "maxProperties"),
}


def arranged(schema: Schema) -> Schema:
    """Give the schema with its keywords in order."""
    return dict(sorted(schema.items(), key=lambda item: _RANK[item[0]]))


def constraint_keywords(constraints: Constraints, kinds: Iterable[Bounded]) -> Schema:
    """Give the keywords of the constraints as they stand on these kinds of values.

    They are in order where the kind is one.
    """
    if constraints == NO_CONSTRAINTS:
        return {}
    found: Schema = {}
    for kind in kinds:
        low, high = _BOUNDS[kind]
        found[low] = constraints.min
        found[high] = constraints.max
    found["pattern"] = constraints.pattern
    found["exclusiveMinimum"] = constraints.exclusive_min
    found["exclusiveMaximum"] = constraints.exclusive_max
    found["multipleOf"] = constraints.multiple_of
    found["uniqueItems"] = True if constraints.unique else None
    found["format"] = constraints.format
    found["contentEncoding"] = constraints.encoding
    found["contentMediaType"] = constraints.media_type
    return {key: value for key, value in found.items() if value is not None}


def meta_keywords(meta: Meta) -> Schema:
    """Give the keywords of the words beside a type."""
    found: Schema = {}
    if meta.title is not None:
        found["title"] = meta.title
    if meta.description is not None:
        found["description"] = meta.description
    if meta.examples:
        found["examples"] = [json.loads(example.value) for example in meta.examples]
    if meta.deprecated:
        found["deprecated"] = True
    return found


def with_words(schema: Schema, meta: Meta) -> Schema:
    """Give the schema, which is in order and has none, with these words, in order too."""
    if meta == NO_META:
        return schema
    words = meta_keywords(meta)
    behind: Schema = {key: words.pop(key) for key in ("examples", "deprecated") if key in words}
    return {**words, **schema, **behind}


def field_keywords(field: Field) -> Schema:
    """Give the keywords that a field adds to the schema of its type."""
    found: Schema = {}
    if field.default is not None:
        found["default"] = json.loads(field.default.value)
    if field.deprecated:
        found["deprecated"] = True
    if field.read_only:
        found["readOnly"] = True
    if field.write_only:
        found["writeOnly"] = True
    if field.header is not None:
        found["x-mcp-header"] = field.header
    return found
