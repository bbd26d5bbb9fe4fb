"""Random plans and answers in; templates and the plain emitter must write the same bytes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemac.emit import emit_schema
from schemac.emit.canonical import dumps
from schemac.emit.templates import Drawing, Templates
from schemac.plan.view import view_tool
from tests.property.strategies_plan import answers, plans
from tests.property.strategies_templates import authored_plans

if TYPE_CHECKING:
    from schemac.plan.gates import Answer
    from schemac.plan.model import Plan

many = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "150")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


def plainly(plan: Plan, asked: dict[int, Answer], *, closed: bool) -> tuple[str, str] | None:
    view = view_tool(plan, plan.tools[0], asked)
    if view is None:
        return None
    received = dumps(emit_schema(view.input, closed=closed))
    return received, dumps(emit_schema(view.output, closed=closed))


def assert_alike(plan: Plan, asked: list[dict[int, Answer]], *, closed: bool) -> None:
    templates = Templates(plan)
    tool = templates.tool(plan.tools[0], closes_input=closed, closes_output=closed)
    if tool is None:
        return
    for each in (*asked, asked[0]):
        written = Drawing(templates, each).schemas(tool)
        assert written == plainly(plan, each, closed=closed)


@many
@given(authored_plans(), st.lists(answers(), min_size=3, max_size=3), st.booleans())
def test_templates_of_authored_plans_write_what_the_emitter_writes(
    plan: Plan,
    asked: list[dict[int, Answer]],
    closed: bool,  # noqa: FBT001 - drawn
) -> None:
    assert_alike(plan, asked, closed=closed)


@many
@given(plans(), st.lists(answers(), min_size=2, max_size=2), st.booleans())
def test_templates_of_any_plan_write_what_the_emitter_writes(
    plan: Plan,
    asked: list[dict[int, Answer]],
    closed: bool,  # noqa: FBT001 - drawn
) -> None:
    assert_alike(plan, asked, closed=closed)
