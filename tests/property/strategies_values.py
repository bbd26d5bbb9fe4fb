"""A schema and a source of chance in, values that it may accept out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jsonschema_rs

if TYPE_CHECKING:
    from random import Random

__all__ = ["judge_of", "values_of"]

_TEXTS = {
    "date": "2024-05-06",
    "date-time": "2024-05-06T10:00:00Z",
    "duration": "PT5S",
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
}
_DEEPEST = 8


class _Endless(Exception):  # noqa: N818 - it is caught below and never seen
    """A value has no end, or there is none."""


def judge_of(schema: dict[str, Any]) -> jsonschema_rs.Validator:
    """Give what judges values by a schema, formats too."""
    return jsonschema_rs.validator_for(schema, validate_formats=True)


def values_of(schema: dict[str, Any], random: Random, count: int) -> list[Any]:
    """Give values that the schema accepts, as many as are found in so many tries."""
    judge, maker = judge_of(schema), _Maker(schema.get("$defs", {}), random)
    found: list[Any] = []
    for _ in range(count):
        try:
            value = maker.value(schema, 0)
        except _Endless:
            continue
        if judge.is_valid(value):
            found.append(value)
    return found


class _Maker:
    def __init__(self, definitions: dict[str, Any], random: Random) -> None:
        self._definitions = definitions
        self._random = random

    def value(self, schema: dict[str, Any], depth: int) -> Any:  # noqa: C901 - a case a kind
        pick = self._random.choice
        if "$ref" in schema:
            return self.value(self._definitions[schema["$ref"].rpartition("/")[2]], depth)
        if "const" in schema or "enum" in schema:
            return schema["const"] if "const" in schema else pick(schema["enum"])
        parts = schema.get("oneOf") or schema.get("anyOf")
        if parts:
            return self.value(pick(parts), depth)
        if "not" in schema or depth > _DEEPEST:
            raise _Endless
        types = schema.get("type", ["string", "integer", "boolean", "null"])
        match pick(types) if isinstance(types, list) else types:
            case "array":
                return self._list(schema, depth + 1)
            case "object":
                return self._record(schema, depth + 1)
            case "string":
                plain = pick(("", "x", "new", "12", "ab cd", "YWJj", "1.50"))
                return _TEXTS.get(schema.get("format", ""), plain)
            case "integer":
                return pick((-1, 0, 1, 2, 5, 50))
            case "number":
                return pick((-3.5, 0, 0.5, 1.25, 2, 60))
            case "boolean":
                return pick((True, False))
            case _:
                return None

    def _list(self, schema: dict[str, Any], depth: int) -> list[Any]:
        if "prefixItems" in schema:
            return [self.value(part, depth) for part in schema["prefixItems"]]
        size = self._random.choice((schema.get("minItems", 0), 1, 2))
        return [self.value(schema.get("items", {}), depth) for _ in range(size)]

    def _record(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        if "properties" in schema:
            return {
                name: self.value(part, depth)
                for name, part in schema["properties"].items()
                if name in schema.get("required", ()) or self._random.random() < 0.6
            }
        keys = schema.get("propertyNames", {})
        names = keys.get("enum", [keys["const"]] if "const" in keys else ["p", "q"])
        of_each = schema.get("additionalProperties", {})
        return {name: self.value(of_each, depth) for name in names if self._random.random() < 0.5}
