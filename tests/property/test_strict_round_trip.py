"""What a strict model may send in, accepted by the full view: null is sent for what is absent."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from schemac.compiler import compile_tools
from schemac.emit import emit_schema
from schemac.emit.dialects import DIALECTS
from schemac.enforce import Accepted, input_enforcer
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration
from schemac.plan.view import view_tool

if TYPE_CHECKING:
    from random import Random

    from schemac.plan.gates import Answer

modest = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "60")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
SHARED = """
type person = { name: String, ?nick: String, ?mail: String?, ?of: person @requires(:a) }
type page[T] = { items: Array[T], ?next: T }
type event = { kind: "made", ?at: Integer } | { kind: "gone", ?why: String? }
"""
SCALARS = ("String", "Integer", "Float", "bool", '"a" | "b"', "person", "event", "nil | 1")


def written(random: Random, depth: int) -> str:
    """Write a type that a strict schema says without a loss."""
    kind = random.randrange(9 if depth else 3)
    if kind < 3:
        return random.choice(SCALARS)
    inner = written(random, depth - 1)
    if kind < 6:
        return ("Array[{}]", "({})?", "page[{}]")[kind - 3].format(inner)
    return record(random, depth - 1)


def record(random: Random, depth: int) -> str:
    """Write one with fields that are needed, optional, nullable, and gated at times."""
    fields = (
        f"{random.choice(('', '?'))}f{at}: ({written(random, depth)}){random.choice(GATES)}"
        for at in range(random.randrange(1, 4))
    )
    return f"{{ {', '.join(fields)} }}"


GATES = ("", "", " @requires(:a)", " @requires(!:a)")


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


@modest
@given(st.randoms(use_true_random=True), st.booleans(), st.data())
def test_strict_values_are_accepted_after_null_elision(
    random: Random,
    is_granted: bool,  # noqa: FBT001 - drawn
    data: st.DataObject,
) -> None:
    text = f"{SHARED}type input = {record(random, 2)}\ntype output = {{ ok: true }}"
    plan = compile_tools([ToolDeclaration("t", InlineAnnotations("()", text, None))]).plan
    asked: dict[int, Answer] = {0: 1 if is_granted else 0}
    view = view_tool(plan, plan.tools[0], asked)
    assert view is not None
    schema = emit_schema(view.input)
    rewritten = DIALECTS["openai-strict"](schema, "input")
    assert not rewritten.refused
    strict = rewritten.schema
    value = value_of(data.draw, strict, strict.get("$defs", {}), 0)
    assume(Draft202012Validator(strict).is_valid(value))
    accepted = input_enforcer(view.input, schema).accept(value)
    assert isinstance(accepted, Accepted), (text, value, accepted)
