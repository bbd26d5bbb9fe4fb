"""Unions at the root in, one object and everything that it does not say out."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from schemac.emit.dialects import DIALECTS, Rewritten

TEXT = {"type": "string"}
REFERRING = ("openai-strict", "anthropic", "anthropic-strict")
MERGING = (*REFERRING, "portable")


def rewrite(dialect: str, schema: dict[str, Any]) -> Rewritten:
    before = copy.deepcopy(schema)
    rewritten = DIALECTS[dialect](schema, "input")
    assert schema == before, "a dialect must leave what it is given alone"
    return rewritten


def ref(name: str, **beside: Any) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}", **beside}


def obj(*required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


def lost(rewritten: Rewritten) -> list[tuple[str, str]]:
    return [(loss.pointer, loss.keyword) for loss in rewritten.losses]


A = obj("k", k={**TEXT, "const": "a"})
B = obj("k", k={**TEXT, "const": "b"})


def one_of(*variants: dict[str, Any], **definitions: Any) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "oneOf": list(variants)}
    return {**schema, "$defs": definitions} if definitions else schema


@pytest.mark.parametrize("dialect", MERGING)
@pytest.mark.parametrize(
    ("keyword", "value"),
    [
        ("title", "T"),
        ("description", "When rejected."),
        ("examples", [{"k": "a"}]),
        ("deprecated", True),
        ("dependentRequired", {"p": ["k"]}),
        ("minProperties", 1),
        ("maxProperties", 3),
        ("propertyNames", {"enum": ["k"]}),
        ("additionalProperties", {"type": "integer"}),
        ("additionalProperties", False),
    ],
)
def test_what_one_variant_says_is_lost_and_told(dialect: str, keyword: str, value: Any) -> None:
    rewritten = rewrite(dialect, one_of({**A, keyword: value}, B))
    assert lost(rewritten)[:2] == [("", "oneOf"), ("/oneOf/0", keyword)]
    assert value not in rewritten.schema.values() or value is False


@pytest.mark.parametrize("dialect", MERGING)
def test_variants_that_are_all_closed_lose_nothing(dialect: str) -> None:
    closed = {"additionalProperties": False}
    rewritten = rewrite(dialect, one_of({**A, **closed}, {**B, **closed}))
    assert rewritten.schema["additionalProperties"] is False
    assert lost(rewritten) == [("", "oneOf")]


@pytest.mark.parametrize("dialect", REFERRING)
def test_words_beside_references_and_unions_are_told_too(dialect: str) -> None:
    inner = {"anyOf": [ref("a", title="Inner"), B], "description": "Either."}
    schema = one_of(
        ref("a", description="Left."),
        ref("both", minProperties=2),
        a={**A, "description": "The a."},
        both=inner,
    )
    assert lost(rewrite(dialect, schema)) == [
        ("", "oneOf"),
        ("/oneOf/0", "description"),
        ("/$defs/a", "description"),
        ("/oneOf/1", "minProperties"),
        ("/$defs/both", "description"),
        ("/$defs/both/anyOf/0", "title"),
    ]


@pytest.mark.parametrize("dialect", REFERRING)
@pytest.mark.parametrize(
    "use",
    [
        pytest.param({}, id="definition goes"),
        pytest.param({"rest": ref("shared")}, id="definition stays"),
        pytest.param(
            {"rest": {"type": "array", "prefixItems": [TEXT, ref("shared")]}}, id="listed"
        ),
        pytest.param({"rest": {**obj(), "additionalProperties": ref("shared")}}, id="in a map"),
    ],
)
def test_losses_in_merged_definitions_stand_there(dialect: str, use: dict[str, Any]) -> None:
    said = {**A, "title": "The a."}
    schema = one_of(ref("shared"), obj("k", k={**TEXT, "const": "b"}, **use), shared=said)
    assert lost(rewrite(dialect, schema))[:2] == [("", "oneOf"), ("/$defs/shared", "title")]


@pytest.mark.parametrize("dialect", REFERRING)
def test_unions_of_the_same_unions_are_followed_once(dialect: str) -> None:
    levels = 60
    unions = {
        f"u{level}": {
            "oneOf": [ref(f"u{level - 1}", title="L"), ref(f"u{level - 1}", title="R")],
        }
        for level in range(1, levels)
    }
    unions["u0"] = {"oneOf": [A, B]}
    rewritten = rewrite(dialect, one_of(*unions[f"u{levels - 1}"]["oneOf"], **unions))
    assert list(rewritten.schema["properties"]) == ["k"]
    assert rewritten.schema["required"] == ["k"]
    assert len(rewritten.losses) == 1 + 2 * (levels - 1)


@pytest.mark.parametrize("dialect", REFERRING)
def test_long_chains_of_unions_are_followed(dialect: str) -> None:
    chain = {f"u{level}": {"anyOf": [ref(f"u{level - 1}"), B]} for level in range(1, 3000)}
    chain["u0"] = {"anyOf": [A, B]}
    rewritten = rewrite(dialect, one_of(ref("u2999"), **chain))
    assert rewritten.schema["required"] == ["k"]
    assert "$defs" not in rewritten.schema


@pytest.mark.parametrize("dialect", MERGING)
def test_true_is_not_the_number_1(dialect: str) -> None:
    number, truth = {"enum": [1, "x"]}, {"enum": [True, "x"]}
    merged = rewrite(dialect, one_of(obj("p", p=number), obj("p", p=truth)))
    assert len(merged.schema["properties"]["p"]["anyOf"]) == 2
    tuple_of_both = {"type": "array", "prefixItems": [number, truth], "minItems": 2, "maxItems": 2}
    listed = rewrite("openai-strict", obj("p", p=tuple_of_both))
    assert listed.schema["properties"]["p"]["items"] == {"anyOf": [number, truth]}
