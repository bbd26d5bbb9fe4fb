"""A schema in, the same said in fewer keywords out: the steps that dialects are made of."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from schemac.emit.canonical import dumps
from schemac.emit.dialects.rebuild import in_order

if TYPE_CHECKING:
    from collections.abc import Iterable

    from schemac.emit.dialects.rebuild import Place, Schema

__all__ = [
    "ANY_SCALAR",
    "any_of_for_one_of",
    "distinct",
    "enum_for_const",
    "inclusive_bounds",
    "items_for_tuple",
    "moved",
    "one_type_each",
    "reference_alone",
    "type_of",
    "without_map",
    "without_not",
]

ANY_SCALAR: tuple[str, ...] = ("string", "number", "boolean", "null")

_TYPED: dict[str, str] = {
    "properties": "object",
    "required": "object",
    "additionalProperties": "object",
    "propertyNames": "object",
    "dependentRequired": "object",
    "minProperties": "object",
    "maxProperties": "object",
    "prefixItems": "array",
    "items": "array",
    "minItems": "array",
    "maxItems": "array",
    "uniqueItems": "array",
    "minLength": "string",
    "maxLength": "string",
    "pattern": "string",
    "format": "string",
    "contentEncoding": "string",
    "contentMediaType": "string",
}
_NUMERIC = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"})


def moved(schema: Schema, place: Place, keywords: Iterable[str], why: str) -> Schema:
    """Move the keywords that are there into the description, where a model may heed them."""
    going = {key: schema[key] for key in keywords if key in schema}
    if not going:
        return schema
    for key in going:
        place.lose(key, f"moved into the description: {why}")
    words = "{" + ", ".join(f"{key}: {dumps(value)}" for key, value in going.items()) + "}"
    kept = {key: value for key, value in schema.items() if key not in going}
    described = kept.get("description")
    kept["description"] = words if described is None else f"{described}\n\n{words}"
    return in_order(kept)


def any_of_for_one_of(schema: Schema) -> Schema:
    """Say `anyOf` for `oneOf`, which we only say of members that share no value."""
    return {("anyOf" if key == "oneOf" else key): value for key, value in schema.items()}


def reference_alone(schema: Schema) -> Schema:
    """Put a reference that has company into an `anyOf` of its own."""
    if "$ref" not in schema or len(schema) == 1:
        return schema
    company = {key: value for key, value in schema.items() if key != "$ref"}
    return {**company, "anyOf": [{"$ref": schema["$ref"]}]}


def enum_for_const(schema: Schema) -> Schema:
    """Say an `enum` of one value for `const`."""
    if "const" not in schema:
        return schema
    kept = {key: value for key, value in schema.items() if key != "const"}
    return {**kept, "enum": [schema["const"]]}


def one_type_each(schema: Schema) -> Schema:
    """Say an `anyOf` of one type each for a list of types."""
    types = schema.get("type")
    if not isinstance(types, list):
        return schema
    rest = {key: value for key, value in schema.items() if _is_of_values(key)}
    about = {key: value for key, value in schema.items() if key not in rest and key != "type"}
    return {**about, "anyOf": [{"type": name, **_of_type(rest, name)} for name in types]}


def _is_of_values(key: str) -> bool:
    """Tell whether a keyword says something of values of some types; all others are kept above."""
    return key == "enum" or key in _TYPED or key in _NUMERIC


def _of_type(schema: Schema, name: str) -> Schema:
    """Give the keywords that say something of values of this type."""
    number = {"integer", "number"}
    found: Schema = {}
    for key, value in schema.items():
        if key == "enum":
            if name != "null":
                wanted = "number" if name in number else name
                found[key] = [part for part in value if type_of(part) == wanted]
        elif _TYPED.get(key) == name or (key in _NUMERIC and name in number):
            found[key] = value
    return found


def type_of(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Give the JSON type of a scalar value; integers are numbers here."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    return "string" if isinstance(value, str) else "number"


def inclusive_bounds(schema: Schema, place: Place) -> Schema:
    """Say inclusive bounds for exclusive ones: exactly for integers, else in the description."""
    if schema.get("type") != "integer":
        exclusive = ("exclusiveMinimum", "exclusiveMaximum")
        return moved(schema, place, exclusive, "only inclusive bounds can be said")
    kept = dict(schema)
    if "exclusiveMinimum" in kept:
        low = math.floor(kept.pop("exclusiveMinimum")) + 1
        kept["minimum"] = max(low, kept.get("minimum", low))
    if "exclusiveMaximum" in kept:
        high = math.ceil(kept.pop("exclusiveMaximum")) - 1
        kept["maximum"] = min(high, kept.get("maximum", high))
    return kept


def items_for_tuple(schema: Schema, place: Place) -> Schema:
    """Say a list of any of its items for a tuple, and give the empty list an item."""
    if schema.get("type") != "array" or "items" in schema:
        return schema
    kept = {key: value for key, value in schema.items() if key != "prefixItems"}
    items = distinct(schema.get("prefixItems", ()))
    if len(items) > 1:
        place.lose("prefixItems", "only one schema for all items can be said")
    if not items:
        return {**kept, "items": {"type": "string"}}
    return {**kept, "items": items[0] if len(items) == 1 else {"anyOf": items}}


def distinct(schemas: Iterable[Schema]) -> list[Schema]:
    """Give each schema once. To Python `true` is the number 1, so that their texts are compared."""
    found: dict[str, Schema] = {}
    for schema in schemas:
        found.setdefault(dumps(schema), schema)
    return list(found.values())


def without_map(schema: Schema, place: Place) -> Schema:
    """Give an object that takes its declared keys only; a map loses what it is."""
    if schema.get("type") != "object":
        return schema
    if "properties" not in schema or isinstance(schema.get("additionalProperties"), dict):
        place.forget("additionalProperties")
        place.lose("additionalProperties", "only declared keys can be said")
    return {**schema, "properties": schema.get("properties", {}), "additionalProperties": False}


def without_not(schema: Schema, place: Place) -> Schema:
    """Say null for what no value fits."""
    if "not" not in schema:
        return schema
    place.lose("not", "that no value fits cannot be said; null is said instead")
    kept = {key: value for key, value in schema.items() if key != "not"}
    return {**kept, "type": "null"}
