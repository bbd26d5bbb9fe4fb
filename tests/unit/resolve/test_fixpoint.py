from __future__ import annotations

from schemac.resolve.fixpoint import Equations


def test_what_only_a_circle_supports_does_not_hold() -> None:
    equations = Equations(2)
    equations.equate(0, 1)
    equations.equate(1, 0)
    assert equations.solve()[:2] == [False, False]


def test_one_way_out_is_enough_for_some() -> None:
    equations = Equations(1)
    holds = equations.constant(holds=True)
    equations.equate(0, equations.some([0, holds]))
    assert equations.solve()[0] is True


def test_every_needs_all_and_holds_of_nothing() -> None:
    equations = Equations(0)
    holds, fails = equations.constant(holds=True), equations.constant(holds=False)
    both, none, no_choice = (
        equations.every([holds, fails]),
        equations.every([]),
        equations.some([]),
    )
    answers = equations.solve()
    assert [answers[unknown] for unknown in (both, none, no_choice)] == [False, True, False]


def test_the_same_part_twice_counts_twice() -> None:
    equations = Equations(0)
    holds = equations.constant(holds=True)
    twice = equations.every([holds, holds])
    assert equations.solve()[twice] is True


def test_a_fresh_unknown_is_equated_later() -> None:
    equations = Equations(0)
    later = equations.fresh()
    equations.equate(later, equations.constant(holds=True))
    assert equations.solve()[later] is True


def test_some_of_two_that_hold_holds_once() -> None:
    equations = Equations(1)
    holds = equations.constant(holds=True)
    either = equations.some([holds, holds])
    equations.equate(0, either)
    assert equations.solve()[0] is True
