"""Schemas of which a dialect leaves parts out in, no trace of those parts out."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from schemac.emit.dialects import DIALECTS, Loss, Rewritten

TEXT = {"type": "string"}
STRICT = ("openai-strict", "anthropic-strict")


def rewrite(name: str, schema: dict[str, Any]) -> Rewritten:
    before = copy.deepcopy(schema)
    rewritten = DIALECTS[name](schema, "input")
    assert schema == before
    return rewritten


def ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def obj(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


INNER = obj(s={**TEXT, "minLength": 1})
DEFS = {
    "only~1": obj(t=ref("inner")),
    "only~": {**TEXT, "maxLength": 3},
    "inner": INNER,
    "kept": obj(u={**TEXT, "maxLength": 2}),
}


@pytest.mark.parametrize("dialect", STRICT)
@pytest.mark.parametrize("name", ["only~1", "inner"])
def test_definitions_that_only_a_map_used_are_gone(dialect: str, name: str) -> None:
    schema = obj(m={"type": "object", "additionalProperties": ref(name)}, k=ref("kept"))
    schema["$defs"] = {key: DEFS[key] for key in ("only~1", "inner", "kept")}
    strict = rewrite(dialect, schema)
    assert list(strict.schema["$defs"]) == ["kept"]
    assert [loss.pointer for loss in strict.losses] == ["/properties/m", "/$defs/kept/properties/u"]


@pytest.mark.parametrize("dialect", STRICT)
def test_definitions_that_something_else_uses_stay(dialect: str) -> None:
    schema = obj(m={"type": "object", "additionalProperties": ref("only~1")}, k=ref("inner"))
    schema["$defs"] = {key: DEFS[key] for key in ("only~1", "inner", "only~")}
    strict = rewrite(dialect, schema)
    assert list(strict.schema["$defs"]) == ["inner"]
    found = [(loss.pointer, loss.keyword) for loss in strict.losses]
    assert found == [
        ("/properties/m", "additionalProperties"),
        ("/$defs/inner/properties/s", "minLength"),
    ]


@pytest.mark.parametrize("dialect", STRICT)
def test_no_definitions_are_left_where_none_is_used(dialect: str) -> None:
    schema = obj(m={"type": "object", "additionalProperties": ref("inner")})
    schema["$defs"] = {"inner": INNER}
    assert "$defs" not in rewrite(dialect, schema).schema


@pytest.mark.parametrize("dialect", ["openai-strict", "anthropic", "anthropic-strict"])
def test_a_default_that_looks_like_a_reference_is_none(dialect: str) -> None:
    one = obj(k={"type": "string", "const": "a"}, a=ref("dead"))
    other = obj(k={"type": "string", "const": "b"}, a={**TEXT, "default": ref("dead")})
    del one["properties"]["a"]
    schema = {"type": "object", "oneOf": [ref("dead"), one, other], "$defs": {"dead": obj(k=TEXT)}}
    assert "$defs" not in rewrite(dialect, schema).schema


@pytest.mark.parametrize("dialect", [name for name in DIALECTS if name not in {"mcp", "inline"}])
def test_a_root_that_no_value_fits_is_an_object(dialect: str) -> None:
    rewritten = rewrite(dialect, {"description": "Never.", "type": "object", "not": {}})
    assert rewritten.schema["type"] == "object"
    assert rewritten.schema["description"].startswith("Never.")
    assert "not" not in rewritten.schema
    assert [(loss.pointer, loss.keyword) for loss in rewritten.losses] == [("", "not")]


def test_gemini_says_the_format_that_was_asked_for() -> None:
    schema = obj(a={"type": "string", "format": "idn-email", "contentEncoding": "base64"})
    why = "moved into the description: Gemini has no such keyword"
    assert rewrite("gemini", schema) == Rewritten(
        obj(a={"description": '{contentEncoding: "base64"}', **TEXT, "format": "idn-email"}),
        (Loss("/properties/a", "contentEncoding", why),),
    )


def test_words_come_first_in_members_too() -> None:
    levels = obj(a={"title": "T", "type": ["integer", "null"], "enum": [1, 2, None]})
    first, second = rewrite("portable", levels).schema["properties"]["a"]["anyOf"]
    assert list(first.items()) == [("description", "{enum: [1,2]}"), ("type", "integer")]
    assert second == {"type": "null"}
