"""Random plans in every dialect: only known keywords, nothing dropped in silence, round trips."""

from __future__ import annotations

import copy
import os
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from schemac.emit import emit_schema
from schemac.emit.dialects import DIALECTS
from schemac.emit.keywords import KEY_ORDER
from schemac.plan.view import view_tool
from tests.property.schemas import references, subschemas
from tests.property.strategies_plan import Options, answers, plans
from tests.property.strategies_values import judge_of, values_of

if TYPE_CHECKING:
    from random import Random

    from schemac.plan.gates import Answer
    from schemac.plan.model import Plan

modest = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "60")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def schemas_of(plan: Plan, given_answers: dict[int, Answer]) -> list[dict[str, Any]]:
    """Give the schemas of both sides; of most dialects only what they make of inputs is of use."""
    view = view_tool(plan, plan.tools[0], given_answers)
    return [] if view is None else [emit_schema(view.input), emit_schema(view.output)]


RANKS = {key: rank for rank, key in enumerate(KEY_ORDER)}
ABSENT = {
    "inline": {"$ref", "$defs"},
    "openai-strict": {"oneOf", "dependentRequired", "prefixItems", "not", "default", "examples"},
    "anthropic-strict": {"oneOf", "minimum", "pattern", "minLength", "prefixItems", "uniqueItems"},
    "gemini": {
        "const",
        "exclusiveMinimum",
        "multipleOf",
        "uniqueItems",
        "prefixItems",
        "examples",
        "deprecated",
        "dependentRequired",
        "oneOf",
        "not",
        "$ref",
        "$defs",
    },
    "portable": {"const", "oneOf", "$ref", "$defs", "prefixItems", "not", "uniqueItems"},
}


@modest
@given(plans(), answers())
def test_only_keywords_that_the_dialect_has(plan: Plan, given_answers: dict[int, Answer]) -> None:
    for schema in schemas_of(plan, given_answers):
        for name, dialect in DIALECTS.items():
            before = copy.deepcopy(schema)
            rewritten = dialect(schema, "input")
            assert schema == before
            if rewritten.refused:
                assert name in {"inline", "gemini", "portable", "anthropic-strict"}
                continue
            jsonschema_rs.meta.validate(
                {key: part for key, part in rewritten.schema.items() if key != "nullable"}
            )
            used = set(references(rewritten.schema))
            assert used == set(rewritten.schema.get("$defs", {}))
            for part in subschemas(rewritten.schema):
                ranks = [RANKS.get(key, len(RANKS)) for key in part]
                assert ranks == sorted(ranks)
                assert not ABSENT.get(name, set()) & part.keys()
                if name in {"anthropic-strict", "gemini", "portable"}:
                    assert not isinstance(part.get("type"), list)
                if name in {"openai-strict", "anthropic-strict"} and part.get("type") == "object":
                    assert part["additionalProperties"] is False
                if name == "portable" and part.get("type") == "array":
                    assert "items" in part


@modest
@given(plans(), answers())
def test_roots_are_objects_without_combinators(
    plan: Plan, given_answers: dict[int, Answer]
) -> None:
    for schema in schemas_of(plan, given_answers):
        for name in ("openai-strict", "anthropic", "anthropic-strict", "portable"):
            rewritten = DIALECTS[name](schema, "input")
            if not rewritten.refused:
                assert rewritten.schema["type"] == "object"
                assert not {"oneOf", "anyOf", "allOf", "not", "$ref"} & rewritten.schema.keys()


WORDS = {"title", "description", "default", "examples", "deprecated"}


def at(schema: dict[str, Any], pointer: str) -> Any:
    found: Any = schema
    for key in pointer.split("/")[1:]:
        plain = key.replace("~1", "/").replace("~0", "~")
        try:
            found = found[int(plain) if isinstance(found, list) else plain]
        except (KeyError, IndexError):
            return None
    return found


def descriptions(schema: dict[str, Any]) -> list[str]:
    return [part["description"] for part in subschemas(schema) if "description" in part]


@modest
@given(plans(), answers())
def test_losses_are_told_where_they_are(plan: Plan, given_answers: dict[int, Answer]) -> None:
    for schema in schemas_of(plan, given_answers):
        for name, dialect in DIALECTS.items():
            rewritten = dialect(schema, "input")
            described = "\n".join(descriptions(rewritten.schema))
            for loss in rewritten.losses:
                there = at(schema, loss.pointer)
                assert there is not None, (name, loss)
                if loss.code == "SC502" and loss.keyword in WORDS:
                    assert loss.keyword in there, (name, loss)
                if loss.reason.startswith("moved into the description"):
                    assert f"{loss.keyword}: " in described, (name, loss)


@modest
@given(plans(), answers(), st.randoms(use_true_random=False))
def test_results_fit_what_is_told_of_them(
    plan: Plan, given_answers: dict[int, Answer], random: Random
) -> None:
    for schema in schemas_of(plan, given_answers):
        results = values_of(schema, random, 8)
        for name, dialect in DIALECTS.items():
            judge = judge_of(dialect(schema, "output").schema)
            assert all(judge.is_valid(value) for value in results), name


@modest
@given(plans(), answers())
def test_vendors_take_what_is_made_for_them(plan: Plan, given_answers: dict[int, Answer]) -> None:
    openai = pytest.importorskip("openai.lib._pydantic")
    anthropic = pytest.importorskip("anthropic.lib._parse._transform")
    google = pytest.importorskip("google.genai.types")
    for schema in schemas_of(plan, given_answers):
        strict = DIALECTS["openai-strict"](schema, "input").schema
        again = copy.deepcopy(strict)
        assert openai._ensure_strict_json_schema(again, path=(), root=again) == strict
        rewritten = DIALECTS["anthropic-strict"](schema, "input")
        if not rewritten.refused:
            transformed = anthropic.transform_schema(copy.deepcopy(rewritten.schema))
            assert transformed == rewritten.schema
        for name in ("gemini", "portable"):
            rewritten = DIALECTS[name](schema, "input")
            if not rewritten.refused:
                google.Schema.model_validate(rewritten.schema)


def value_of(draw: Any, schema: dict[str, Any], definitions: dict[str, Any], depth: int) -> Any:
    """Draw a value that a strict schema may accept; the caller checks that it does."""
    if "$ref" in schema:
        target = definitions[schema["$ref"].removeprefix("#/$defs/")]
        return value_of(draw, target, definitions, depth)
    if "enum" in schema:
        return draw(st.sampled_from(schema["enum"]))
    if "const" in schema:
        return schema["const"]
    if "anyOf" in schema:
        return value_of(draw, draw(st.sampled_from(schema["anyOf"])), definitions, depth)
    types = schema["type"]
    kind = draw(st.sampled_from(types)) if isinstance(types, list) else types
    if kind == "object":
        if depth > 6:
            return None
        return {
            name: value_of(draw, part, definitions, depth + 1)
            for name, part in schema["properties"].items()
        }
    if kind == "array":
        count = draw(st.integers(schema.get("minItems", 0), schema.get("maxItems", 2)))
        return [value_of(draw, schema["items"], definitions, depth + 1) for _ in range(count)]
    scalars: dict[str, list[Any]] = {
        "string": ["a", "b", "2020-01-01"],
        "integer": [1, 5],
        "number": [0.5, 1],
        "boolean": [True, False],
        "null": [None],
    }
    return draw(st.sampled_from(scalars[kind]))


def elided(value: Any, schema: dict[str, Any], root: dict[str, Any]) -> Any:
    """Do what enforcement does with null for a field that may be absent and takes no null."""
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    for word in ("oneOf", "anyOf"):
        for part in schema.get(word, ()):
            attempt = elided(value, part, root)
            if fits(attempt, part, root):
                return attempt
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        return [elided(item, schema["items"], root) for item in value]
    if not isinstance(value, dict) or "properties" not in schema:
        return value
    kept: dict[str, Any] = {}
    for name, inner in value.items():
        part = schema["properties"].get(name, {})
        is_optional = name not in schema.get("required", ())
        if not (inner is None and is_optional and not fits(None, part, root)):
            kept[name] = elided(inner, part, root)
    return kept


def fits(value: Any, schema: dict[str, Any], root: dict[str, Any]) -> bool:
    return Draft202012Validator({**schema, "$defs": root.get("$defs", {})}).is_valid(value)


@modest
@given(plans(Options(bounds_at_uses=False)), answers(), st.data())
def test_strict_values_are_accepted_after_null_elision(
    plan: Plan, given_answers: dict[int, Answer], data: st.DataObject
) -> None:
    for schema in schemas_of(plan, given_answers)[:1]:
        rewritten = DIALECTS["openai-strict"](schema, "input")
        assume(not rewritten.losses)
        strict = rewritten.schema
        value = value_of(data.draw, strict, strict.get("$defs", {}), 0)
        assume(Draft202012Validator(strict).is_valid(value))
        assert Draft202012Validator(schema).is_valid(elided(value, schema, schema))
