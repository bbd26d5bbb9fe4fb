"""Random plans in every dialect: only known keywords, nothing dropped in silence, round trips."""

from __future__ import annotations

import copy
import os
from typing import TYPE_CHECKING, Any

import jsonschema_rs
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemac.emit import emit_schema
from schemac.emit.dialects import DIALECTS
from schemac.emit.keywords import KEY_ORDER
from schemac.plan.view import view_tool
from tests.property.schemas import references, subschemas
from tests.property.strategies_plan import answers, plans
from tests.property.strategies_values import judge_of, values_of
from tests.vendors import vendor_module

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
    openai = vendor_module("openai", "openai.lib._pydantic")
    anthropic = vendor_module("anthropic", "anthropic.lib._parse._transform")
    google = vendor_module("google.genai", "google.genai.types")
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
