"""A schema in, what OpenAI's strict function calling takes of it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schemac.emit.canonical import dumps
from schemac.emit.dialects.model import Rewritten
from schemac.emit.dialects.origins import before_merging
from schemac.emit.dialects.rebuild import Place, rebuilt, without_dead
from schemac.emit.dialects.rootless import without_root_union
from schemac.emit.dialects.steps import ANY_SCALAR, items_for_tuple, without_map
from schemac.emit.dialects.strict import FORMATS, UNSAID, lose_anything, said_strictly

if TYPE_CHECKING:
    from schemac.emit.dialects.rebuild import Schema
    from schemac.plan.gates import Side

__all__ = ["openai_strict"]

_LEVELS, _PROPERTIES, _VALUES, _CHARACTERS = 10, 5_000, 1_000, 120_000


def openai_strict(schema: dict[str, Any], side: Side) -> Rewritten:
    """Close records, require every field (null for the absent), say `anyOf` for `oneOf`.

    An output stays as it is: it is not for the model, and clients hold results against it.
    """
    if side == "output":
        return Rewritten(schema)
    root, place = Place(), Place()
    merged = without_root_union(schema, root)
    strict = without_dead(rebuilt(merged.schema, place, _rule), place)
    _measure(strict, place)
    return Rewritten(strict, (*root.losses, *before_merging(place.losses, merged.origins)))


def _rule(schema: Schema, place: Place) -> Schema:
    if not schema:
        lose_anything(place)
        return {"type": list(ANY_SCALAR)}
    schema = said_strictly(schema, place, UNSAID, FORMATS)
    schema = _strict_object(without_map(items_for_tuple(schema, place), place))
    is_typed = any(key in schema for key in ("type", "anyOf", "$ref", "enum", "const"))
    if not is_typed:
        lose_anything(place)
        return {**schema, "type": list(ANY_SCALAR)}
    return schema


def _strict_object(schema: Schema) -> Schema:
    """Require every field; one that may be absent takes null for it."""
    if "properties" not in schema:
        return schema
    required = schema.get("required", ())
    properties = {
        name: part if name in required else _nullable(part)
        for name, part in schema["properties"].items()
    }
    return {**schema, "properties": properties, "required": list(properties)}


def _nullable(schema: Schema) -> Schema:
    """Let null in, where it is not already."""
    if _takes_null(schema):
        return schema
    if "anyOf" in schema:
        return {**schema, "anyOf": [*schema["anyOf"], {"type": "null"}]}
    if "$ref" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    wider = {key: value for key, value in schema.items() if key != "const"}
    if "const" in schema or "enum" in schema:
        values = schema["enum"] if "enum" in schema else [schema["const"]]
        wider["enum"] = [*values, None]
    if "type" in schema:
        types = schema["type"]
        wider["type"] = [*(types if isinstance(types, list) else [types]), "null"]
    return wider


def _takes_null(schema: Schema) -> bool:
    if "enum" in schema:
        return None in schema["enum"]
    types = schema.get("type", ())
    if types == "null" or (isinstance(types, list) and "null" in types):
        return True
    return any(_takes_null(part) for part in schema.get("anyOf", ()))


def _measure(schema: Schema, place: Place) -> None:
    """Note what is over the limits of strict mode."""
    levels = properties = values = 0
    todo: list[tuple[Any, int]] = [(schema, 0)]
    while todo:
        part, level = todo.pop()
        if isinstance(part, list):
            todo.extend((inner, level) for inner in part)
        elif isinstance(part, dict):
            fields = part.get("properties")
            is_object = isinstance(fields, dict) and "type" in part
            levels = max(levels, level + is_object)
            properties += len(fields) if is_object and fields is not None else 0
            values += len(part["enum"]) if isinstance(part.get("enum"), list) else 0
            todo.extend((inner, level + is_object) for inner in part.values())
    for keyword, found, most in (
        ("properties", levels, _LEVELS),
        ("properties", properties, _PROPERTIES),
        ("enum", values, _VALUES),
        ("", len(dumps(schema)), _CHARACTERS),
    ):
        if found > most:
            what = {_LEVELS: "levels", _PROPERTIES: "fields", _VALUES: "values"}
            place.lose(keyword, f"{found} {what.get(most, 'characters')}; strict mode takes {most}")
