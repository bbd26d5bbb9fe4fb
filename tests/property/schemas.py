"""A JSON Schema in, its sub-schemas out; data in it is never mistaken for one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["dereferenced", "references", "subschemas"]

ONE = ("additionalProperties", "propertyNames", "items", "not")
MANY = ("prefixItems", "oneOf", "anyOf")
NAMED = ("properties", "$defs")


def subschemas(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Give the schema and all schemas in it, definitions included."""
    yield schema
    for key in ONE:
        if isinstance(schema.get(key), dict):
            yield from subschemas(schema[key])
    for key in MANY:
        for part in schema.get(key, ()):
            yield from subschemas(part)
    for key in NAMED:
        for part in schema.get(key, {}).values():
            yield from subschemas(part)


def references(schema: dict[str, Any]) -> list[str]:
    """Give the names that references in the schema point to, each time they do."""
    prefix = "#/$defs/"
    found = [part["$ref"] for part in subschemas(schema) if "$ref" in part]
    assert all(pointer.startswith(prefix) for pointer in found)
    return [pointer.removeprefix(prefix) for pointer in found]


def dereferenced(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Give the schema with each reference replaced by its target; no name may reach itself."""
    result = {key: value for key, value in schema.items() if key not in {"$ref", "$defs"}}
    if "$ref" in schema:
        target = definitions[schema["$ref"].removeprefix("#/$defs/")]
        result = {**dereferenced(target, definitions), **result}
    for key in ONE:
        if isinstance(result.get(key), dict):
            result[key] = dereferenced(result[key], definitions)
    for key in MANY:
        if key in result:
            result[key] = [dereferenced(part, definitions) for part in result[key]]
    if "properties" in result:
        result["properties"] = {
            name: dereferenced(part, definitions) for name, part in result["properties"].items()
        }
    return result
