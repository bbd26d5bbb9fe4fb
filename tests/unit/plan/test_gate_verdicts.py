"""Gates and answers in, which gates are open out."""

from __future__ import annotations

from typing import Any

import pytest

from schemac.emit.templates.verdicts import GateNumbers, Verdicts
from schemac.plan.gates import Asked, Every, Inverse, OnSide, Some


@pytest.mark.parametrize(("answer", "is_open"), [(1, True), (0, False), (2, False), (None, False)])
def test_one_atom_is_open_for_a_clear_yes_only(answer: int | None, is_open: bool) -> None:  # noqa: FBT001 - what is expected
    numbers = GateNumbers()
    asked = numbers.of([Asked(1), Inverse(Asked(1)), Some((Asked(1), Asked(2)))], "input")
    answers = {} if answer is None else {1: answer}
    found = Verdicts(numbers, answers).of(asked)  # type: ignore[arg-type] # of three values
    assert found == (is_open, answer == 0, is_open)


def test_sides_are_apart_and_numbers_stay() -> None:
    numbers = GateNumbers()
    gate = Every((Asked(1), OnSide("input")))
    first = numbers.of([gate, Asked(1), gate], "input")
    second = numbers.of([gate, Asked(1)], "output")
    assert (first, second) == ((0, 1), (2, 3))
    assert numbers.of([gate], "input") == (0,)
    verdicts = Verdicts(numbers, {1: 1})
    assert verdicts.of(first) == (True, True)
    assert verdicts.of((1, *second)) == (True, False, True)
    assert verdicts.of(()) == ()


def test_each_gate_is_judged_once() -> None:
    class Answers(dict[int, int]):
        asked = 0

        def get(self, key: int, default: Any = None) -> Any:
            self.asked += 1
            return super().get(key, default)

    numbers, answers = GateNumbers(), Answers({1: 1, 2: 0})
    both = numbers.of([Asked(1), Asked(2)], "input")
    verdicts = Verdicts(numbers, answers)  # type: ignore[arg-type] # of three values
    assert verdicts.of(both[:1]) == (True,)
    assert verdicts.of(both) == verdicts.of(both) == (True, False)
    assert answers.asked == 2
