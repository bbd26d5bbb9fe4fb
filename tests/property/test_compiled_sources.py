"""Random programs as text, compiled; what every schema of theirs must be, for every caller."""

from __future__ import annotations

import copy
import os
from itertools import product
from typing import TYPE_CHECKING, Any

import jsonschema_rs
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from schemac.compiler import compile_tools
from schemac.emit import emit_schema
from schemac.emit.canonical import dumps
from schemac.emit.dialects import DIALECTS
from schemac.emit.keywords import KEY_ORDER
from schemac.emit.templates import Drawing, Templates
from schemac.plan.codec import decode, encode
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration
from schemac.plan.view import view_tool
from tests.property.schemas import references, subschemas
from tests.property.strategies_sources import SourceWriter
from tests.property.strategies_values import judge_of, values_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from schemac.plan.gates import Answer, Side
    from schemac.plan.model import Plan

RANKS = {key: rank for rank, key in enumerate(KEY_ORDER)}
modest = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "25")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
GENERATORS = st.randoms(use_true_random=True)


def compiled(random: Random) -> Plan:
    """Compile a program; one with a mistake in it is passed over."""
    handler = InlineAnnotations(None, SourceWriter(random).program(), None)
    compilation = compile_tools([ToolDeclaration("t", handler)])
    assert not any(each.code.startswith("SC9") for each in compilation.diagnostics)
    assume(not compilation.errors)
    return compilation.plan


def callers(plan: Plan, random: Random) -> list[dict[int, Answer]]:
    """Give all decisions of a few atoms, some of many."""
    count = len(plan.atoms)
    known: tuple[Answer, ...] = (0, 1, 2)
    if count <= 3:
        return [dict(enumerate(answers)) for answers in product(known, repeat=count)]
    values: tuple[Answer, ...] = (0, 1, 1, 2)
    return [{atom: random.choice(values) for atom in range(count)} for _ in range(12)]


def schemas(
    plan: Plan, answers: dict[int, Answer], *, closed: bool = False
) -> tuple[dict[str, Any], dict[str, Any]] | None:
    view = view_tool(plan, plan.tools[0], answers)
    if view is None:
        return None
    return emit_schema(view.input, closed=closed), emit_schema(view.output, closed=closed)


@modest
@given(GENERATORS)
def test_templates_write_what_the_emitter_writes(random: Random) -> None:
    plan = compiled(random)
    for closed in (False, True):
        templates = Templates(plan)
        tool = templates.tool(plan.tools[0], closes_input=closed, closes_output=closed)
        if tool is None:
            continue
        some = callers(plan, random)
        for answers in (*some, *some[:2]):
            told = schemas(plan, answers, closed=closed)
            drawn = Drawing(templates, answers).schemas(tool)
            assert drawn == (told and tuple(map(dumps, told)))


def sides(plan: Plan, random: Random) -> Iterator[tuple[Side, dict[str, Any]]]:
    for answers in callers(plan, random):
        told = schemas(plan, answers)
        if told is not None:
            yield "input", told[0]
            yield "output", told[1]


@modest
@given(GENERATORS)
def test_schemas_are_valid_in_order_and_whole(random: Random) -> None:
    for _, schema in sides(compiled(random), random):
        jsonschema_rs.meta.validate(schema)
        assert schema["type"] == "object"
        assert set(references(schema)) == set(schema.get("$defs", {}))
        for part in subschemas(schema):
            assert [RANKS[key] for key in part] == sorted(RANKS[key] for key in part)


@modest
@given(GENERATORS)
def test_dialects_leave_whole_schemas(random: Random) -> None:
    plan = compiled(random)
    for side, schema in list(sides(plan, random))[-4:]:
        before = copy.deepcopy(schema)
        for dialect in DIALECTS.values():
            rewritten = dialect(schema, side)
            assert schema == before
            if not rewritten.refused:
                said = {key: part for key, part in rewritten.schema.items() if key != "nullable"}
                jsonschema_rs.meta.validate(said)
                assert set(references(said)) == set(said.get("$defs", {}))


def as_json_schema(part: Any) -> Any:
    """Say Gemini's own keywords in those of JSON Schema."""
    if isinstance(part, list):
        return [as_json_schema(each) for each in part]
    if not isinstance(part, dict):
        return part
    said = {key: as_json_schema(value) for key, value in part.items() if key != "nullable"}
    if said.get("format") == "enum":
        said["enum"] = [int(value) for value in said["enum"]]
    said = {key: value for key, value in said.items() if value not in ("enum", "byte")}
    return {"anyOf": [said, {"type": "null"}]} if part.get("nullable") is True else said


@modest
@given(GENERATORS)
def test_where_no_loss_is_told_a_dialect_means_the_same(random: Random) -> None:
    plan = compiled(random)
    for side, schema in list(sides(plan, random))[-4:]:
        sent = values_of(schema, random, 8)
        judge = judge_of(schema)
        for name in ("inline", "anthropic", "anthropic-strict", "gemini", "portable"):
            rewritten = DIALECTS[name](schema, side)
            if all(loss.code in {"SC503", "SC504"} for loss in rewritten.losses):
                said = as_json_schema(rewritten.schema)
                assert all(judge_of(said).is_valid(value) for value in sent), name
                assert all(judge.is_valid(value) for value in values_of(said, random, 8)), name


@modest
@given(GENERATORS)
def test_a_plan_read_back_is_the_plan(random: Random) -> None:
    plan = compiled(random)
    again = decode(encode(plan))
    assert encode(again) == encode(plan)
    for answers in callers(plan, random):
        assert schemas(plan, answers) == schemas(again, answers)
