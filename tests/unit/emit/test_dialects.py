from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from schemac.emit.dialects import DIALECTS, Loss, Rewritten, tool_losses
from schemac.emit.dialects.inline import LARGEST

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


def as_text(rewritten: Rewritten) -> str:
    return json.dumps(rewritten.schema, separators=(",", ":"))


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


def test_openai_strict_requires_all_and_takes_null_for_the_absent() -> None:
    schema = obj(
        {
            "a": TEXT,
            "b": TEXT,
            "c": {"type": "string", "enum": ["x", "y"]},
            "d": {"type": "string", "const": "x"},
            "e": {"type": ["string", "null"]},
            "f": obj({"g": {"type": "integer", "minimum": 1}}),
            "h": {"oneOf": [TEXT, {"type": "array", "items": TEXT}]},
            "i": {"enum": [1, "x"]},
            "j": {"type": "array", "items": TEXT, "minItems": 2},
        },
        "a",
    )
    rewritten = rewrite("openai-strict", schema)
    assert rewritten.losses == ()
    assert as_text(rewritten) == (
        '{"type":"object","properties":{"a":{"type":"string"},"b":{"type":["string","null"]},'
        '"c":{"type":["string","null"],"enum":["x","y",null]},'
        '"d":{"type":["string","null"],"enum":["x",null]},"e":{"type":["string","null"]},'
        '"f":{"type":["object","null"],"properties":{"g":{"type":["integer","null"],"minimum":1}},'
        '"required":["g"],"additionalProperties":false},'
        '"h":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}},'
        '{"type":"null"}]},"i":{"enum":[1,"x",null]},'
        '"j":{"type":["array","null"],"items":{"type":"string"},"minItems":2}},'
        '"required":["a","b","c","d","e","f","h","i","j"],"additionalProperties":false}'
    )


def test_openai_strict_moves_what_it_cannot_say_into_the_description() -> None:
    schema = obj(
        {"a": {"description": "An a", **TEXT, "minLength": 1, "default": "ä"}, "b": TEXT},
        dependentRequired={"a": ["b"]},
    )
    rewritten = rewrite("openai-strict", schema)
    assert rewritten.schema["properties"]["a"] == {
        "description": 'An a\n\n{minLength: 1, default: "ä"}',
        "type": ["string", "null"],
    }
    assert rewritten.schema["description"] == '{dependentRequired: {"a":["b"]}}'
    why = "moved into the description: strict mode has no such keyword"
    assert rewritten.losses == (
        Loss("/properties/a", "minLength", why),
        Loss("/properties/a", "default", why),
        Loss("", "dependentRequired", why),
    )


def test_openai_strict_on_maps_tuples_and_anything() -> None:
    pair = {"type": "array", "prefixItems": [TEXT, {"type": "integer"}]}
    schema = obj(
        {
            "m": {"type": "object", "additionalProperties": TEXT},
            "t": {**pair, "minItems": 2, "maxItems": 2},
            "u": {},
            "n": {"not": {}},
            "z": {"type": "array", "maxItems": 0},
            "f": {**TEXT, "format": "iri"},
        },
        "m",
        "t",
        "u",
        "n",
        "z",
        "f",
    )
    rewritten = rewrite("openai-strict", schema)
    assert rewritten.schema["properties"] == {
        "m": {"type": "object", "properties": {}, "required": [], "additionalProperties": False},
        "t": {
            "type": "array",
            "items": {"anyOf": [TEXT, {"type": "integer"}]},
            "minItems": 2,
            "maxItems": 2,
        },
        "u": {"type": ["string", "number", "boolean", "null"]},
        "n": {"type": "null"},
        "z": {"type": "array", "items": TEXT, "maxItems": 0},
        "f": {"description": '{format: "iri"}', "type": "string"},
    }
    assert [(loss.pointer, loss.keyword) for loss in rewritten.losses] == [
        ("/properties/m", "additionalProperties"),
        ("/properties/t", "prefixItems"),
        ("/properties/u", "type"),
        ("/properties/n", "not"),
        ("/properties/f", "format"),
    ]


def test_openai_strict_keeps_recursion_and_references() -> None:
    rewritten = rewrite("openai-strict", NODE)
    assert not rewritten.refused
    children = {"type": ["array", "null"], "items": {"$ref": "#/$defs/node"}}
    closed = {"required": ["children"], "additionalProperties": False}
    assert rewritten.schema == {
        **obj({"children": children}, **closed),
        "$defs": {"node": obj({"children": children}, **closed)},
    }
    assert rewrite("openai-strict", TWICE).schema["properties"]["a"] == {
        "description": "Billing",
        "anyOf": [{"$ref": "#/$defs/address"}],
    }


def test_openai_strict_names_its_limits() -> None:
    deep = TEXT
    for _ in range(12):
        deep = obj({"a": deep}, "a")
    reasons = [loss.reason for loss in rewrite("openai-strict", deep).losses]
    assert reasons == ["12 levels; strict mode takes 10"]
    values = {"type": "string", "enum": [str(number) for number in range(1001)]}
    reasons = [loss.reason for loss in rewrite("openai-strict", obj({"v": values}, "v")).losses]
    assert reasons == ["1001 values; strict mode takes 1000"]


def test_anthropic_takes_the_union_off_the_root() -> None:
    rewritten = rewrite("anthropic", UNION)
    assert rewritten.schema == obj(
        {
            "ok": {
                "anyOf": [{"type": "boolean", "const": True}, {"type": "boolean", "const": False}]
            },
            "id": TEXT,
            "why": TEXT,
        },
        "ok",
    )
    reason = "the variants are merged into one object: which fields go together is lost"
    assert rewritten.losses == (Loss("", "oneOf", reason),)


def test_anthropic_leaves_the_rest_and_names_keys_it_refuses() -> None:
    schema = obj({"größe": TEXT, "ok.1-_": {**TEXT, "minLength": 1}})
    rewritten = rewrite("anthropic", schema)
    assert rewritten.schema == schema
    reason = "the key `größe` is none that Anthropic takes"
    assert rewritten.losses == (Loss("", "properties", reason, "SC503"),)


def test_anthropic_strict() -> None:
    schema = obj(
        {
            "a": {"type": ["string", "null"], "format": "date"},
            "b": {"type": ["integer", "null"], "enum": [1, 2, None]},
            "c": {"type": "array", "items": TEXT, "minItems": 1},
            "d": {"type": "array", "items": TEXT, "minItems": 2},
            "e": {"oneOf": [TEXT, {"type": "array", "items": TEXT}]},
            "f": {"type": "integer", "maximum": 3},
            "g": {},
        },
        "a",
    )
    rewritten = rewrite("anthropic-strict", schema)
    assert rewritten.schema == {
        "type": "object",
        "properties": {
            "a": {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]},
            "b": {"anyOf": [{"enum": [1, 2]}, {"type": "null"}]},
            "c": {"type": "array", "items": TEXT, "minItems": 1},
            "d": {"description": "{minItems: 2}", "type": "array", "items": TEXT},
            "e": {"anyOf": [TEXT, {"type": "array", "items": TEXT}]},
            "f": {"description": "{maximum: 3}", "type": "integer"},
            "g": {"anyOf": [{"type": name} for name in ("string", "number", "boolean", "null")]},
        },
        "required": ["a"],
        "additionalProperties": False,
    }
    assert [(loss.pointer, loss.keyword) for loss in rewritten.losses] == [
        ("/properties/d", "minItems"),
        ("/properties/f", "maximum"),
        ("/properties/g", "type"),
    ]


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


@pytest.mark.parametrize("dialect", ["inline", "gemini", "portable"])
def test_a_recursive_member_is_refused_where_references_are(dialect: str) -> None:
    refused = rewrite(dialect, MEMBERS)
    assert refused.refused
    assert refused.schema == MEMBERS
    assert [(loss.code, loss.keyword) for loss in refused.losses] == [("SC501", "$ref")]


@pytest.mark.parametrize(
    ("dialect", "required"), [("openai-strict", ["a", "b"]), ("anthropic-strict", ["a"])]
)
def test_a_recursive_member_stays_a_reference(dialect: str, required: list[str]) -> None:
    strict = rewrite(dialect, MEMBERS)
    assert strict.losses == ()
    assert strict.schema["required"] == required
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


@pytest.mark.parametrize("dialect", ["openai-strict", "anthropic", "anthropic-strict"])
def test_a_recursive_variant_of_the_root_is_merged_and_kept(dialect: str) -> None:
    node = obj({"k": TEXT, "n": {"anyOf": [{"$ref": "#/$defs/n"}, {"type": "null"}]}}, "k", "n")
    root = {"type": "object", "oneOf": [{"$ref": "#/$defs/n"}, obj({"k": TEXT}, "k")]}
    merged = rewrite(dialect, {**root, "$defs": {"n": node}})
    assert [loss.keyword for loss in merged.losses] == ["oneOf"]
    assert merged.schema["properties"] == node["properties"]
    assert merged.schema["$defs"]["n"]["properties"] == node["properties"]
