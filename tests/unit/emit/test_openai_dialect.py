"""What the strict dialect of OpenAI requires, moves into words, and refuses."""

from __future__ import annotations

import json

from schemac.emit.dialects import Loss, Rewritten
from tests.unit.emit.dialect_schemas import NODE, TEXT, TWICE, obj, rewrite


def as_text(rewritten: Rewritten) -> str:
    return json.dumps(rewritten.schema, separators=(",", ":"))


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
