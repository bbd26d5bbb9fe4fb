"""Gates in Kleene's three-valued logic, compared with the order no < unknown < yes."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from schemac.plan.decisions import evaluate, is_open
from schemac.plan.gates import Asked, Every, Inverse, Never, OnSide, Some

if TYPE_CHECKING:
    from schemac.plan.gates import Answer, Gate, Side

NO, YES, UNKNOWN = 0, 1, 2
RANK = {NO: 0, UNKNOWN: 1, YES: 2}
ANSWERS: tuple[Answer, ...] = (0, 1, 2)
SIDES: tuple[Side, ...] = ("input", "output")


def lowest(answers: tuple[Answer, ...]) -> Answer:
    return min(answers, key=RANK.__getitem__, default=YES)


def highest(answers: tuple[Answer, ...]) -> Answer:
    return max(answers, key=RANK.__getitem__, default=NO)


@pytest.mark.parametrize("side", SIDES)
def test_no_gate_is_open_and_what_nobody_could_read_never(side: Side) -> None:
    assert evaluate(None, {}, side) == YES
    assert is_open(None, {}, side)
    assert evaluate(Never(), {}, side) == UNKNOWN
    assert evaluate(Inverse(Never()), {}, side) == UNKNOWN
    assert not is_open(Never(), {}, side)
    assert not is_open(Inverse(Never()), {}, side)


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_question(answer: Answer) -> None:
    others: dict[int, Answer] = {3: 1, 4: answer}
    assert evaluate(Asked(4), others, "input") == answer
    assert is_open(Asked(4), others, "input") is (answer == YES)
    negated = {NO: YES, YES: NO, UNKNOWN: UNKNOWN}[answer]
    assert evaluate(Inverse(Asked(4)), others, "output") == negated
    assert is_open(Inverse(Asked(4)), others, "output") is (answer == NO)
    assert evaluate(Inverse(Inverse(Asked(4))), others, "input") == answer


def test_a_question_without_an_answer_is_unknown() -> None:
    assert evaluate(Asked(0), {}, "input") == UNKNOWN
    assert evaluate(Asked(0), {1: 1}, "input") == UNKNOWN
    assert evaluate(Inverse(Asked(0)), {1: 0}, "input") == UNKNOWN
    assert not is_open(Inverse(Asked(0)), {}, "input")


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_every_and_some(count: int) -> None:
    parts = tuple(map(Asked, range(count)))
    for answers in product(ANSWERS, repeat=count):
        given = dict(enumerate(answers))
        assert evaluate(Every(parts), given, "input") == lowest(answers)
        assert evaluate(Some(parts), given, "input") == highest(answers)
        assert is_open(Every(parts), given, "input") is all(each == YES for each in answers)
        assert is_open(Some(parts), given, "input") is (YES in answers)


def test_de_morgan() -> None:
    x, y = Asked(0), Asked(1)
    for answers in product(ANSWERS, repeat=2):
        given = dict(enumerate(answers))
        neither = Inverse(Some((x, y)))
        assert evaluate(neither, given, "input") == lowest(
            (evaluate(Inverse(x), given, "input"), evaluate(Inverse(y), given, "input"))
        )
        missing = Every((Inverse(x), Inverse(y)))
        assert evaluate(neither, given, "input") == evaluate(missing, given, "input")


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("only", SIDES)
@pytest.mark.parametrize(
    "wrap", [lambda gate: gate, lambda gate: Every((gate,)), lambda gate: Some((gate,))]
)
def test_sides(side: Side, only: Side, wrap: type[Every]) -> None:
    gate: Gate = wrap(OnSide(only))  # type: ignore[arg-type]
    assert evaluate(gate, {}, side) == (YES if side == only else NO)
    assert evaluate(Inverse(gate), {}, side) == (NO if side == only else YES)
