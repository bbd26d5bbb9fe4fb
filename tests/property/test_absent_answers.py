"""Law 3 for plans of any shape: what is hidden is enforced as if it had never been written."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemac.emit import emit_schema
from schemac.enforce import (
    Accepted,
    Breach,
    EnforceOptions,
    Projected,
    Refused,
    input_enforcer,
    output_enforcer,
)
from schemac.plan.view import view_tool
from tests.property.strategies_plan import answers, plans
from tests.property.test_as_if_absent import Author, unions_in_unions
from tests.property.test_enforce_any_plan import near

if TYPE_CHECKING:
    from schemac.plan.gates import Answer
    from schemac.plan.model import Plan, Shape

modest = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "60")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
OPTIONS = (
    EnforceOptions(),
    EnforceOptions(coerce="lax"),
    EnforceOptions(undeclared="reject", ignored_input_keys=frozenset({"a"})),
)


def taken(shape: Shape, value: object, options: EnforceOptions) -> Accepted | Refused:
    closed = options.undeclared == "reject"
    enforcer = input_enforcer(shape, emit_schema(shape, closed=closed), options)
    return enforcer.accept(value)  # type: ignore[arg-type] # what is no object is refused


def given_out(shape: Shape, value: object) -> Projected | Breach:
    return output_enforcer(shape, emit_schema(shape)).project(value)


@modest
@given(plans() | unions_in_unions(), answers(), st.data())
def test_arguments_and_results_are_judged_as_if_there_were_nothing_hidden(
    plan: Plan, given_answers: dict[int, Answer], data: st.DataObject
) -> None:
    view = view_tool(plan, plan.tools[0], given_answers)
    if view is None:
        return
    whole = near(data, plan.tools[0].input, plan, 6)  # type: ignore[arg-type] # has types by number
    without = Author(plan, given_answers, "input").rewritten()
    if without is not None:
        other = view_tool(without, without.tools[0], {})
        assert other is not None
        for value in (whole, near(data, view.input.root, view.input, 6)):
            for options in OPTIONS:
                assert taken(view.input, value, options) == taken(other.input, value, options)
    without = Author(plan, given_answers, "output").rewritten()
    if without is not None:
        other = view_tool(without, without.tools[0], {})
        assert other is not None
        result = near(data, plan.tools[0].output, plan, 6)  # type: ignore[arg-type] # the same
        for value in (result, near(data, view.output.root, view.output, 6)):
            assert given_out(view.output, value) == given_out(other.output, value)
