"""Schemas rewritten for each kind of client, and what no dialect can say refused."""

from __future__ import annotations

from typing import Any

import pytest

from schemac.emit.dialects import DIALECTS, Loss, Rewritten, tool_losses
from schemac.emit.dialects.inline import LARGEST
from tests.unit.emit.dialect_schemas import ADDRESS, NODE, TEXT, TWICE, UNION, obj, rewrite


def test_the_seven_are_there_in_order() -> None:
    assert list(DIALECTS) == [
        "mcp",
        "inline",
        "openai-strict",
        "anthropic",
        "anthropic-strict",
        "gemini",
        "portable",
    ]


@pytest.mark.parametrize("schema", [NODE, TWICE, UNION])
def test_mcp_changes_nothing(schema: dict[str, Any]) -> None:
    assert rewrite("mcp", schema) == Rewritten(schema, ())


def test_inline_follows_references() -> None:
    assert rewrite("inline", TWICE) == Rewritten(
        obj(
            {"a": {"description": "Billing", **ADDRESS}, "b": {"type": "array", "items": ADDRESS}},
            "a",
        )
    )
    assert list(rewrite("inline", TWICE).schema["properties"]["a"]) == [
        "description",
        "type",
        "properties",
        "required",
    ]


def test_inline_keeps_the_tighter_bound() -> None:
    schema = obj(
        {"a": {"$ref": "#/$defs/s", "minLength": 3, "maxLength": 9}},
        **{"$defs": {"s": {**TEXT, "minLength": 5, "maxLength": 10}}},
    )
    assert rewrite("inline", schema).schema == obj({"a": {**TEXT, "minLength": 5, "maxLength": 9}})


@pytest.mark.parametrize("dialect", ["inline", "gemini", "portable"])
def test_what_has_no_end_is_refused(dialect: str) -> None:
    rewritten = rewrite(dialect, NODE)
    assert rewritten.refused
    assert rewritten.schema == NODE
    reason = "`node` holds itself, so that it has no end without references"
    assert rewritten.losses == (Loss("", "$ref", reason, "SC501"),)


def test_what_grows_too_large_is_refused() -> None:
    definitions: dict[str, Any] = {"a0": obj({"s": TEXT})}
    for number in range(1, 31):
        ref = {"$ref": f"#/$defs/a{number - 1}"}
        definitions[f"a{number}"] = obj({"l": ref, "r": ref})
    schema = obj({"a": {"$ref": "#/$defs/a30"}}, **{"$defs": definitions})
    rewritten = rewrite("inline", schema)
    assert rewritten.refused
    assert rewritten.losses[0].reason == "it is too large without references"
    wide = {"$ref": "#/$defs/wide"}
    fields = {f"field_{number}": TEXT for number in range(2000)}
    schema = obj({f"f{n}": wide for n in range(9)}, **{"$defs": {"wide": obj(fields)}})
    rewritten = rewrite("inline", schema)
    assert rewritten.losses[0].reason == f"it takes more than {LARGEST} bytes without references"


def test_gemini() -> None:
    schema = obj(
        {
            "a": {"type": ["string", "null"], "enum": ["x", None]},
            "b": {"type": "string", "const": "x"},
            "c": {"type": "integer", "exclusiveMinimum": 0, "maximum": 9},
            "d": {"type": "number", "exclusiveMinimum": 0},
            "e": {"type": "boolean", "const": True},
            "f": {"type": "integer", "enum": [1, 2]},
            "g": {"oneOf": [TEXT, {"type": "array", "items": TEXT}, {"type": "null"}]},
            "h": {"type": ["string", "integer"]},
            "i": {"type": "string", "contentEncoding": "base64", "examples": ["YQ==", "Yg=="]},
            "j": {"type": "object", "additionalProperties": TEXT},
            "k-l": {"$ref": "#/$defs/address"},
            "m": {"type": "array", "items": TEXT, "uniqueItems": True},
        },
        "a",
        **{"$defs": {"address": ADDRESS}},
    )
    rewritten = rewrite("gemini", schema)
    assert rewritten.schema == obj(
        {
            "a": {"type": "string", "enum": ["x"], "nullable": True},
            "b": {"type": "string", "enum": ["x"]},
            "c": {"type": "integer", "minimum": 1, "maximum": 9},
            "d": {"description": "{exclusiveMinimum: 0}", "type": "number"},
            "e": {"description": "{enum: [true]}", "type": "boolean"},
            "f": {"type": "integer", "enum": ["1", "2"], "format": "enum"},
            "g": {"anyOf": [TEXT, {"type": "array", "items": TEXT}], "nullable": True},
            "h": {"anyOf": [TEXT, {"type": "integer"}]},
            "i": {"type": "string", "format": "byte", "example": "YQ=="},
            "j": {"type": "object", "additionalProperties": TEXT},
            "k-l": ADDRESS,
            "m": {"description": "{uniqueItems: true}", "type": "array", "items": TEXT},
        },
        "a",
    )
    assert [(loss.pointer, loss.keyword, loss.code) for loss in rewritten.losses] == [
        ("/properties/d", "exclusiveMinimum", "SC502"),
        ("/properties/e", "enum", "SC502"),
        ("/properties/i", "examples", "SC502"),
        ("/properties/m", "uniqueItems", "SC502"),
        ("", "properties", "SC503"),
    ]


def test_portable() -> None:
    schema = obj(
        {
            "a": {"type": ["string", "null"], "enum": ["x", None]},
            "b": {"type": "string", "const": "x"},
            "c": {"type": "object", "additionalProperties": TEXT},
            "d": {"type": "array", "prefixItems": [TEXT], "minItems": 1, "maxItems": 1},
            "e f": {"oneOf": [TEXT, {"type": "array", "items": TEXT}]},
            "g": {"description": "x" * 1025, "type": "string"},
        },
    )
    rewritten = rewrite("portable", schema)
    assert rewritten.schema == obj(
        {
            "a": {"anyOf": [{"type": "string", "enum": ["x"]}, {"type": "null"}]},
            "b": {"type": "string", "enum": ["x"]},
            "c": {"type": "object", "properties": {}, "additionalProperties": TEXT},
            "d": {"type": "array", "items": TEXT, "minItems": 1, "maxItems": 1},
            "e f": {"anyOf": [TEXT, {"type": "array", "items": TEXT}]},
            "g": {"description": "x" * 1025, "type": "string"},
        }
    )
    assert [(loss.pointer, loss.code) for loss in rewritten.losses] == [
        ("/properties/g", "SC504"),
        ("", "SC503"),
    ]
    assert rewrite("portable", {"type": "object"}).schema == {"type": "object", "properties": {}}
    assert list(rewrite("portable", UNION).schema["properties"]) == ["ok", "id", "why"]


@pytest.mark.parametrize("name", DIALECTS)
def test_pointers_are_escaped(name: str) -> None:
    schema = obj({"a/b~c": {**TEXT, "contentMediaType": "text/html"}})
    pointers = {loss.pointer for loss in rewrite(name, schema).losses}
    assert pointers <= {"/properties/a~1b~0c", ""}


def test_names_of_tools() -> None:
    assert tool_losses("mcp", "Any.Name", "x" * 5000) == ()
    assert tool_losses("portable", "advance_step", "Short") == ()
    assert [loss.code for loss in tool_losses("portable", "Advance", "x" * 1025)] == [
        "SC503",
        "SC504",
    ]
    assert tool_losses("openai-strict", "a.b", "")[0].pointer == "/name"
    assert tool_losses("anthropic", "a" * 128, "") == ()
    assert tool_losses("gemini", "a.b", "") == ()


EXPRESSION = {
    "oneOf": [
        TEXT,
        obj({"of": {"type": "array", "items": {"$ref": "#/$defs/expr"}}}, "of"),
        {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/expr"}, {"type": "null"}]}},
    ]
}
MEMBERS = obj(
    {
        "a": {"oneOf": [{"$ref": "#/$defs/expr"}, {"type": "integer"}]},
        "b": {"anyOf": [{"$ref": "#/$defs/expr", "description": "Said."}, {"type": "null"}]},
    },
    "a",
    **{"$defs": {"expr": EXPRESSION}},
)
"""A recursive union that is a member of unions: it stays a reference."""


@pytest.mark.parametrize("dialect", ["inline", "gemini", "portable", "anthropic-strict"])
def test_a_recursive_member_is_refused_where_references_are(dialect: str) -> None:
    refused = rewrite(dialect, MEMBERS)
    assert refused.refused
    assert refused.schema == MEMBERS
    assert [(loss.code, loss.keyword) for loss in refused.losses] == [("SC501", "$ref")]


def test_a_recursive_member_stays_a_reference() -> None:
    strict = rewrite("openai-strict", MEMBERS)
    assert strict.losses == ()
    assert strict.schema["required"] == ["a", "b"]
    said = {"description": "Said.", "anyOf": [{"$ref": "#/$defs/expr"}]}
    assert strict.schema["properties"] == {
        "a": {"anyOf": [{"$ref": "#/$defs/expr"}, {"type": "integer"}]},
        "b": {"anyOf": [said, {"type": "null"}]},
    }
    assert strict.schema["$defs"]["expr"] == {
        "anyOf": [
            TEXT,
            {**EXPRESSION["oneOf"][1], "additionalProperties": False},
            EXPRESSION["oneOf"][2],
        ]
    }


@pytest.mark.parametrize("dialect", ["openai-strict", "anthropic"])
def test_a_recursive_variant_of_the_root_is_merged_and_kept(dialect: str) -> None:
    node = obj({"k": TEXT, "n": {"anyOf": [{"$ref": "#/$defs/n"}, {"type": "null"}]}}, "k", "n")
    root = {"type": "object", "oneOf": [{"$ref": "#/$defs/n"}, obj({"k": TEXT}, "k")]}
    merged = rewrite(dialect, {**root, "$defs": {"n": node}})
    assert [loss.keyword for loss in merged.losses] == ["oneOf"]
    assert merged.schema["properties"] == node["properties"]
    assert merged.schema["$defs"]["n"]["properties"] == node["properties"]
