from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from schemac.plan.decisions import evaluate, is_open
from schemac.plan.gates import Asked, Every, Inverse, Never, OnSide, Some

if TYPE_CHECKING:
    from schemac.plan.gates import Answer, Gate

A, B = Asked(0), Asked(1)
ANSWERS: tuple[Answer, ...] = (0, 1, 2)


def both(one: Answer, other: Answer) -> Answer:
    return 0 if 0 in {one, other} else 2 if 2 in {one, other} else 1


def either(one: Answer, other: Answer) -> Answer:
    return 1 if 1 in {one, other} else 2 if 2 in {one, other} else 0


@pytest.mark.parametrize(("one", "other"), tuple(product(ANSWERS, ANSWERS)))
def test_three_values(one: Answer, other: Answer) -> None:
    answers: dict[int, Answer] = {0: one, 1: other}
    assert evaluate(Every((A, B)), answers, "input") == both(one, other)
    assert evaluate(Some((A, B)), answers, "input") == either(one, other)
    assert evaluate(Inverse(A), answers, "input") == {0: 1, 1: 0, 2: 2}[one]
    assert is_open(A, answers, "input") == (one == 1)


def test_sides_reach_to_the_innermost_gate() -> None:
    for gate, answer in (
        (OnSide("output"), 1),
        (OnSide("input"), 0),
        (Inverse(OnSide("output")), 0),
        (Inverse(OnSide("input")), 1),
        (Every((Inverse(OnSide("output")), A)), 0),
        (Some((Inverse(OnSide("input")), A)), 1),
        (Inverse(Every((OnSide("output"),))), 0),
        (Inverse(Some((OnSide("output"),))), 0),
    ):
        assert evaluate(gate, {}, "output") == answer
        assert is_open(gate, {}, "output") == (answer == 1)


@pytest.mark.parametrize(
    ("gate", "answer"),
    [
        (None, 1),
        (A, 2),
        (Inverse(A), 2),
        (Every(()), 1),
        (Some(()), 0),
        (OnSide("input"), 1),
        (OnSide("output"), 0),
        (Inverse(OnSide("output")), 1),
        (Never(), 2),
        (Inverse(Never()), 2),
        (Some((A, OnSide("input"))), 1),
        (Every((A, OnSide("output"))), 0),
        (Every((OnSide("input"), Never())), 2),
    ],
)
def test_without_any_answer(gate: Gate | None, answer: Answer) -> None:
    assert evaluate(gate, {}, "input") == answer
    assert is_open(gate, {}, "input") == (answer == 1)


def test_the_legacy_case() -> None:
    """`@feature(!:legacy)`: closed without an answer, open on a no, closed on a yes."""
    asked: tuple[dict[int, Answer], ...] = ({}, {0: 0}, {0: 1}, {0: 2})
    found = [is_open(Inverse(A), answers, "input") for answers in asked]
    assert found == [False, True, False, False]
