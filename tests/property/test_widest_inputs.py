"""The widest input of random plans: it takes what any caller may send, and has no gate."""

from __future__ import annotations

import os
from random import Random
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemac.emit import emit_schema
from schemac.enforce.fits import Fits
from schemac.enforce.types import Types
from schemac.plan.view import view_tool
from schemac.plan.walk import gates_on, walk
from schemac.plan.widest import widest_input
from tests.property.strategies_plan import answers, plans
from tests.property.strategies_values import values_of

if TYPE_CHECKING:
    from schemac.enforce.fits import Check
    from schemac.plan.gates import Answer
    from schemac.plan.model import Plan, Shape

modest = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "30")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@modest
@given(plans(), answers(), st.integers(0, 1 << 16))
def test_what_one_caller_may_send_fits(plan: Plan, given: dict[int, Answer], seed: int) -> None:
    for tool in plan.tools:
        widest = widest_input(plan, tool)
        roots = (widest.root, *(named.body for named in widest.types.values()))
        assert not any([*gates_on(node)] for root in roots for node in walk(root))
        view = view_tool(plan, tool, given)
        if view is None:
            continue
        one, all_of_them = fits(view.input), fits(widest)
        for value in values_of(emit_schema(view.input, closed=True), Random(seed), 5):  # noqa: S311 - values of tests
            assert all_of_them(value, {}) or not one(value, {})


def fits(shape: Shape) -> Check:
    return Fits(Types(shape.types), closed=True).check(shape.root)
