"""The advance-step case, as far as enforcement goes."""

from __future__ import annotations

from schemac.enforce import Projected
from schemac.plan.nodes import Field
from tests.unit.enforce.shapes import (
    STRING,
    accepted,
    breach,
    const,
    giving,
    items,
    maybe,
    projected,
    record,
    refused,
    taking,
    union,
)

CODE = union(const("not_found"), const("invalid_transition"), const("already_at_stage"))
SUCCESS = record(success=const(value=True), applicant_id=STRING, current_stage=STRING)
REROUTED = record(
    success=const(value=True),
    applicant_id=STRING,
    previous_stage=STRING,
    current_stage=STRING,
    audit_trail=items(STRING),
)
ERROR = record(success=const(value=False), error=record(code=CODE, message=STRING, hint=STRING))
PLAIN_OUTPUT = giving(union(SUCCESS, ERROR))
GRANTED_OUTPUT = giving(union(SUCCESS, REROUTED, ERROR))
PLAIN_INPUT = taking(record(applicant_id=STRING, workflow_id=STRING))
GRANTED_INPUT = taking(
    record(
        applicant_id=STRING,
        workflow_id=STRING,
        stage_id=Field("stage_id", maybe(STRING), required=False, depends_on=("workflow_id",)),
        reason=Field("reason", maybe(STRING), required=False, depends_on=("stage_id",)),
    )
)
RETURNED = {
    "success": True,
    "applicant_id": "a1",
    "previous_stage": "offer",
    "current_stage": "screen",
    "audit_trail": ["x"],
}
SENT = {
    "applicant_id": "a1",
    "workflow_id": "w1",
    "stage_id": "s9",
    "reason": "because",
    "nonsense": 1,
}


def test_received_without_the_grant() -> None:
    answer = PLAIN_OUTPUT.project(RETURNED)
    assert isinstance(answer, Projected)
    assert answer.text == '{"success":true,"applicant_id":"a1","current_stage":"screen"}'
    assert answer.cut == {"/*": 2}
    assert answer.media == ()


def test_received_with_the_grant() -> None:
    assert projected(GRANTED_OUTPUT, RETURNED) == RETURNED


def test_order_of_keys_is_the_declared_one() -> None:
    answer = GRANTED_OUTPUT.project(dict(reversed(RETURNED.items())))
    assert isinstance(answer, Projected)
    assert list(answer.value) == list(RETURNED)


def test_called_without_the_grant() -> None:
    assert accepted(PLAIN_INPUT, SENT) == {"applicant_id": "a1", "workflow_id": "w1"}


def test_called_with_the_grant() -> None:
    assert accepted(GRANTED_INPUT, SENT) == {
        "applicant_id": "a1",
        "workflow_id": "w1",
        "stage_id": "s9",
        "reason": "because",
    }


def test_missing_parameter_is_named() -> None:
    assert refused(PLAIN_INPUT, {"applicant_id": "a1"}) == [
        "/workflow_id: required, expected a string"
    ]


def test_depending_field_is_required_in_effect() -> None:
    assert refused(GRANTED_INPUT, {"applicant_id": "a1", "workflow_id": "w1"}) == [
        "/stage_id: required, expected a string or null"
    ]


def test_no_part_of_a_misfit_leaves() -> None:
    assert breach(PLAIN_OUTPUT, {"success": "maybe"}) == ("", "anyOf")


def test_error_variant() -> None:
    error = {"code": "not_found", "message": "m", "hint": "h"}
    returned = {"success": False, "error": {**error, "stack": "secret"}, "applicant_id": "a1"}
    assert projected(PLAIN_OUTPUT, returned) == {"success": False, "error": error}
