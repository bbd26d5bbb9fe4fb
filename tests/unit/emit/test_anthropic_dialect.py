"""What the dialects of Anthropic take off the root, leave and refuse."""

from __future__ import annotations

from schemac.emit.dialects import Loss
from tests.unit.emit.dialect_schemas import TEXT, UNION, obj, rewrite


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
