"""The dialects, held against the code that the vendors publish (extra `vendors`)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from schemac.emit.dialects import DIALECTS
from tests.vendors import vendor_module

TEXT = {"type": "string"}

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "format": "uuid", "description": "The id"},
        "name": {"type": ["string", "null"], "minLength": 1, "pattern": "^a"},
        "kind": {"type": "string", "const": "x"},
        "level": {"type": "integer", "enum": [1, 2, 3]},
        "score": {"type": "number", "exclusiveMinimum": 0, "default": 0.5},
        "tags": {"type": "array", "items": TEXT, "minItems": 2, "uniqueItems": True},
        "pair": {
            "type": "array",
            "prefixItems": [TEXT, {"type": "integer"}],
            "minItems": 2,
            "maxItems": 2,
        },
        "extra": {"type": "object", "additionalProperties": TEXT},
        "where": {"$ref": "#/$defs/address", "description": "Where to"},
        "others": {"type": "array", "items": {"$ref": "#/$defs/address"}},
        "either": {
            "oneOf": [
                {
                    "type": "object",
                    "properties": {"ok": {"type": "boolean", "const": True}},
                    "required": ["ok"],
                },
                TEXT,
                {"type": "null"},
            ]
        },
        "free": {},
        "data": {"type": "string", "contentEncoding": "base64"},
    },
    "required": ["id", "kind"],
    "dependentRequired": {"name": ["tags"]},
    "$defs": {
        "address": {
            "type": "object",
            "properties": {"street": TEXT, "zip": {**TEXT, "maxLength": 5}},
            "required": ["street"],
        }
    },
}


def test_openai_finds_nothing_left_to_do() -> None:
    vendor = vendor_module("openai", "openai.lib._pydantic")
    strict = DIALECTS["openai-strict"](SCHEMA, "input").schema
    again = copy.deepcopy(strict)
    assert vendor._ensure_strict_json_schema(again, path=(), root=again) == strict


def test_anthropic_finds_nothing_left_to_do() -> None:
    vendor = vendor_module("anthropic", "anthropic.lib._parse._transform")
    strict = DIALECTS["anthropic-strict"](SCHEMA, "input").schema
    assert vendor.transform_schema(copy.deepcopy(strict)) == strict


@pytest.mark.parametrize("dialect", ["gemini", "portable"])
def test_gemini_knows_every_keyword(dialect: str) -> None:
    types = vendor_module("google.genai", "google.genai.types")
    schema = DIALECTS[dialect](SCHEMA, "input").schema
    parsed = types.Schema.model_validate(schema)
    assert list(parsed.properties) == list(SCHEMA["properties"])
    declaration = types.FunctionDeclaration.model_validate({"name": "t", "parameters": schema})
    assert declaration.parameters == parsed
