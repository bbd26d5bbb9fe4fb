"""Schemas as records of types in, what a dialect makes of them out."""

from __future__ import annotations

import copy
from typing import Any

from schemac.emit.dialects import DIALECTS, Rewritten

__all__ = ["ADDRESS", "NODE", "TEXT", "TWICE", "UNION", "obj", "rewrite"]

TEXT = {"type": "string"}
ADDRESS = {"type": "object", "properties": {"zip": {**TEXT, "minLength": 5}}, "required": ["zip"]}


def obj(properties: dict[str, Any], *required: str, **more: Any) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        schema["required"] = list(required)
    return {**schema, **more}


def rewrite(name: str, schema: dict[str, Any]) -> Rewritten:
    before = copy.deepcopy(schema)
    rewritten = DIALECTS[name](schema, "input")
    assert schema == before, "a dialect must leave what it is given alone"
    return rewritten


NODE = obj(
    {"children": {"type": "array", "items": {"$ref": "#/$defs/node"}}},
    **{
        "$defs": {
            "node": obj({"children": {"type": "array", "items": {"$ref": "#/$defs/node"}}}),
        }
    },
)
TWICE = obj(
    {
        "a": {"$ref": "#/$defs/address", "description": "Billing"},
        "b": {"type": "array", "items": {"$ref": "#/$defs/address"}},
    },
    "a",
    **{"$defs": {"address": ADDRESS}},
)
UNION = {
    "type": "object",
    "oneOf": [
        obj({"ok": {"type": "boolean", "const": True}, "id": TEXT}, "ok", "id"),
        {"$ref": "#/$defs/error"},
    ],
    "$defs": {"error": obj({"ok": {"type": "boolean", "const": False}, "why": TEXT}, "ok")},
}
