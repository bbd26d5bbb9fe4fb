"""The tool of the acceptance cases: its exact schemas with and without grants."""

from __future__ import annotations

import pytest

from schemac.plan.nodes import Member, Node, Ref
from tests.unit.plan.plans import (
    STRING,
    X,
    input_text,
    lit,
    many,
    maybe,
    named,
    opt,
    output_text,
    rec,
    req,
    union,
)

CODE = named(
    "error_code", union(lit("not_found"), lit("invalid_transition"), lit("already_at_stage"))
)
ERROR = named(
    "error",
    rec(
        req("success", lit(value=False)),
        req("error", rec(req("code", Ref(0)), req("message", STRING), req("hint", STRING))),
    ),
)
SUCCESS = named(
    "success",
    rec(req("success", lit(value=True)), req("applicant_id", STRING), req("current_stage", STRING)),
)
REROUTED = named(
    "rerouted_success",
    rec(
        req("success", lit(value=True)),
        req("applicant_id", STRING),
        req("previous_stage", STRING),
        req("current_stage", STRING),
        req("audit_trail", many(STRING)),
    ),
)
OUTPUT = named("output", union(Ref(2), Member(Ref(3), X), Ref(1)))
INPUT = rec(
    req("applicant_id", STRING),
    req("workflow_id", STRING),
    opt("stage_id", maybe(STRING), X, depends_on=("workflow_id",)),
    opt("reason", maybe(STRING), X, depends_on=("stage_id",)),
)
STEP = (CODE, ERROR, SUCCESS, REROUTED, OUTPUT)
S_SUCCESS = (
    '{"type":"object","properties":{"success":{"type":"boolean","const":true},'
    '"applicant_id":{"type":"string"},"current_stage":{"type":"string"}},'
    '"required":["success","applicant_id","current_stage"]}'
)
S_REROUTED = (
    '{"type":"object","properties":{"success":{"type":"boolean","const":true},'
    '"applicant_id":{"type":"string"},"previous_stage":{"type":"string"},'
    '"current_stage":{"type":"string"},"audit_trail":{"type":"array",'
    '"items":{"type":"string"}}},"required":["success","applicant_id","previous_stage",'
    '"current_stage","audit_trail"]}'
)
S_ERROR = (
    '{"type":"object","properties":{"success":{"type":"boolean","const":false},'
    '"error":{"type":"object","properties":{"code":{"type":"string",'
    '"enum":["not_found","invalid_transition","already_at_stage"]},'
    '"message":{"type":"string"},"hint":{"type":"string"}},'
    '"required":["code","message","hint"]}},"required":["success","error"]}'
)


def test_advance_step_input_without_grants() -> None:
    assert input_text(INPUT) == (
        '{"type":"object","properties":{"applicant_id":{"type":"string"},'
        '"workflow_id":{"type":"string"}},"required":["applicant_id","workflow_id"]}'
    )


def test_advance_step_input_granted() -> None:
    assert input_text(INPUT, grants=[X]) == (
        '{"type":"object","properties":{"applicant_id":{"type":"string"},'
        '"workflow_id":{"type":"string"},"stage_id":{"type":["string","null"]},'
        '"reason":{"type":["string","null"]}},"required":["applicant_id","workflow_id"],'
        '"dependentRequired":{"workflow_id":["stage_id"],"stage_id":["reason"]}}'
    )


@pytest.mark.parametrize("root", [Ref(4), OUTPUT.body])
def test_advance_step_output_without_grants(root: Node) -> None:
    assert output_text(root, *STEP) == f'{{"type":"object","oneOf":[{S_SUCCESS},{S_ERROR}]}}'


def test_advance_step_output_granted() -> None:
    assert output_text(Ref(4), *STEP, grants=[X]) == (
        f'{{"type":"object","anyOf":[{S_SUCCESS},{S_REROUTED},{S_ERROR}]}}'
    )
