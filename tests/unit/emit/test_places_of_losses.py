"""Schemas whose roots are merged and references inlined in, losses told where they stood out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.emit.dialect_schemas import TEXT, obj, rewrite

MERGING = ("openai-strict", "anthropic-strict", "portable")
TRADED = {"type": "array", "items": TEXT, "uniqueItems": True}
"""What none of them can say."""


def const(value: str) -> dict[str, Any]:
    return {**TEXT, "const": value}


def places(dialect: str, schema: dict[str, Any], keyword: str = "uniqueItems") -> list[str]:
    losses = rewrite(dialect, schema).losses
    return [loss.pointer for loss in losses if loss.keyword == keyword]


def one_of(*variants: dict[str, Any], **definitions: Any) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "oneOf": list(variants)}
    return {**schema, "$defs": definitions} if definitions else schema


@pytest.mark.parametrize("dialect", MERGING)
def test_fields_of_merged_variants(dialect: str) -> None:
    a = obj({"kind": const("a"), "a/b~c": {"type": "array", "items": TRADED}, "z": TRADED}, "kind")
    b = obj({"kind": const("b"), "x": {"anyOf": [TEXT, TRADED]}, "z": TEXT}, "kind")
    assert places(dialect, one_of(a, b)) == [
        "/oneOf/0/properties/a~1b~0c/items",
        "/oneOf/0/properties/z",
        "/oneOf/1/properties/x/anyOf/1",
    ]


@pytest.mark.parametrize("dialect", MERGING)
def test_a_field_that_variants_share_is_told_of_the_first(dialect: str) -> None:
    a, b = (obj({"kind": const(kind), "x": TRADED}, "kind") for kind in "ab")
    c = obj({"kind": const("c"), "x": {**TRADED, "maxItems": 3}, "x/anyOf/0": TRADED}, "kind")
    assert places(dialect, one_of(a, b, c)) == [
        "/oneOf/0/properties/x",
        "/oneOf/2/properties/x",
        "/oneOf/2/properties/x~1anyOf~10",
    ]


@pytest.mark.parametrize("dialect", MERGING)
def test_variants_that_are_references_or_unions(dialect: str) -> None:
    schema = one_of(
        {"$ref": "#/$defs/a"},
        {"oneOf": [obj({"kind": const("b"), "y": TRADED}, "kind"), {"$ref": "#/$defs/c"}]},
        a=obj({"kind": const("a"), "x": {"$ref": "#/$defs/traded"}}, "kind"),
        c=obj({"kind": const("c"), "z": {"type": "array", "items": TRADED}}, "kind"),
        traded=TRADED,
    )
    assert sorted(places(dialect, schema)) == [
        "/$defs/c/properties/z/items",
        "/$defs/traded",
        "/oneOf/1/oneOf/0/properties/y",
    ]


def test_what_a_definition_loses_is_told_once_where_it_is_merged_and_stays() -> None:
    node = obj({"kind": const("n"), "x": TRADED, "next": {"$ref": "#/$defs/node"}}, "kind")
    schema = one_of({"$ref": "#/$defs/node"}, obj({"kind": const("o")}, "kind"), node=node)
    assert places("openai-strict", schema) == ["/$defs/node/properties/x"]


@pytest.mark.parametrize("dialect", ["gemini", "portable"])
def test_what_is_inlined_is_told_of_its_definition_once(dialect: str) -> None:
    ref = {"$ref": "#/$defs/traded"}
    schema = obj(
        {"a": {"$ref": "#/$defs/alias"}, "b": {"type": "array", "prefixItems": [ref]}, "c": ref},
        **{"$defs": {"alias": {"description": "Said.", **ref}, "traded": TRADED}},
    )
    assert places(dialect, schema) == ["/$defs/traded"]


@pytest.mark.parametrize("dialect", ["gemini", "portable"])
def test_what_stands_beside_a_reference_is_told_there(dialect: str) -> None:
    number = {"type": "number", "multipleOf": 2, "examples": [4, 2]}
    beside = {"$ref": "#/$defs/n", "examples": [6, 8]}
    schema = obj({"a": beside, "b": {"$ref": "#/$defs/n"}}, **{"$defs": {"n": number}})
    assert places(dialect, schema, "multipleOf") == ["/$defs/n"]
    assert places(dialect, schema, "examples") == ["/properties/a", "/$defs/n"]


@pytest.mark.parametrize("dialect", ["openai-strict", "anthropic-strict"])
def test_what_goes_with_a_map_is_not_told_apart(dialect: str) -> None:
    inner = {"type": "object", "additionalProperties": obj({"x": TRADED}), "minProperties": 1}
    schema = obj(
        {
            "m": {"type": "object", "additionalProperties": inner},
            "mixed": obj({"x": TRADED}, additionalProperties=TRADED),
            "x": {"anyOf": [TEXT, {"type": "object", "additionalProperties": TRADED}]},
        }
    )
    found = [(loss.pointer, loss.keyword) for loss in rewrite(dialect, schema).losses]
    assert found == [
        ("/properties/m", "additionalProperties"),
        ("/properties/mixed/properties/x", "uniqueItems"),
        ("/properties/mixed", "additionalProperties"),
        ("/properties/x/anyOf/1", "additionalProperties"),
    ]
