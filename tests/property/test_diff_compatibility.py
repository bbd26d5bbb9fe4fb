"""Random plans, changed; where nothing is said to break, what was accepted is accepted."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import islice, product
from typing import TYPE_CHECKING, Literal

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemac.emit import emit_schema
from schemac.plan.diff import compare
from schemac.plan.view import view_tool
from tests.property.strategies_changes import changed, widened
from tests.property.strategies_plan import Options, plans
from tests.property.strategies_values import judge_of, values_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from schemac.plan.diff import PlanDiff
    from schemac.plan.gates import Answer, Side
    from schemac.plan.model import Plan

WORDS: tuple[Literal["drop", "reject"], ...] = ("drop", "reject")
KNOWN: tuple[Answer, ...] = (0, 1)
CALLERS = [dict(enumerate(answers)) for answers in product(KNOWN, repeat=3)]
modest = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "60")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


def levels(diff: PlanDiff, side: Side | None) -> set[str]:
    return {each.level for each in diff.changes if each.side == side}


@modest
@given(plans(Options(bounds_at_uses=False)), st.randoms(use_true_random=True))
def test_what_is_said_to_break_nothing_breaks_nothing(plan: Plan, random: Random) -> None:
    assert_nothing_breaks(plan, changed(plan, random), random)


@modest
@given(plans(Options(bounds_at_uses=False)), st.randoms(use_true_random=True))
def test_and_so_it_is_where_types_get_narrower(new: Plan, random: Random) -> None:
    assert_nothing_breaks(widened(new, random), new, random)


@modest
@given(plans(Options(bounds_at_uses=False)), st.randoms(use_true_random=True))
def test_and_where_they_get_wider(plan: Plan, random: Random) -> None:
    assert_nothing_breaks(plan, widened(plan, random), random)


@modest
@given(
    plans(Options(bounds_at_uses=False)),
    st.randoms(use_true_random=True),
    st.lists(st.sampled_from(WORDS), min_size=2, max_size=2),
)
def test_and_where_what_nobody_declared_is_refused(
    plan: Plan, random: Random, words: list[Literal["drop", "reject"]]
) -> None:
    new = random.choice((changed, widened))(plan, random)
    before, after = (
        replace(each, undeclared=word) for each, word in zip((plan, new), words, strict=True)
    )
    assert_nothing_breaks(before, after, random)


def without_nulls(value: object) -> Iterator[object]:
    """Give a value, and the same with nulls in its objects left out, in all ways."""
    if isinstance(value, dict):
        parts = [
            [*([[]] if inner is None else []), *([(key, each)] for each in without_nulls(inner))]
            for key, inner in value.items()
        ]
        for kept in product(*parts):
            yield dict(pair for pairs in kept for pair in pairs)
    elif isinstance(value, list):
        yield from map(list, product(*map(list, map(without_nulls, value))))
    else:
        yield value


def assert_nothing_breaks(plan: Plan, new: Plan, random: Random) -> None:
    """Hold what is said not to break against what each caller may send and gets."""
    diff = compare(plan, new)
    if "breaking" in levels(diff, None):
        return
    for answers in CALLERS:
        before = view_tool(plan, plan.tools[0], answers)
        after = view_tool(new, new.tools[0], answers)
        if before is None:
            continue
        assert after is not None, "hidden from who saw it"
        if "breaking" not in levels(diff, "input"):
            closes = [each.closes_input(each.tools[0]) for each in (plan, new)]
            judge = judge_of(emit_schema(after.input, closed=closes[1]))
            elides = any(each.kind.endswith("-optional") for each in diff.changes)
            for value in values_of(emit_schema(before.input, closed=closes[0]), random, 8):
                # Null counts as absent where a field that may be absent does not take it any more.
                sent = without_nulls(value) if elides else iter((value,))
                assert any(map(judge.is_valid, islice(sent, 256))), "what could be sent is refused"
        if not levels(diff, "output") - {"safe"}:
            judge = judge_of(emit_schema(before.output))
            for value in values_of(emit_schema(after.output), random, 8):
                assert judge.is_valid(value), "what is sent now is no such result as before"
