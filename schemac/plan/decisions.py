"""A gate and a caller's answers in, three-valued answer out."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from schemac.plan.gates import Asked, Every, Inverse, Never, OnSide, Some

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.plan.gates import Answer, Gate, Side

__all__ = ["evaluate", "is_open"]

_INVERSE: dict[Answer, Answer] = {0: 1, 1: 0, 2: 2}


def evaluate(gate: Gate | None, answers: Mapping[int, Answer], side: Side) -> Answer:
    """Give what the gate says: 0 no, 1 yes, 2 unknown. No gate is a yes.

    An atom without an answer is unknown, so forgetting to ask closes and never opens.
    """
    match gate:
        case None:
            return 1
        case Asked(atom):
            return answers.get(atom, 2)
        case Inverse(inner):
            return _INVERSE[evaluate(inner, answers, side)]
        case Every(parts):
            return _every(parts, answers, side)
        case Some(parts):
            return _some(parts, answers, side)
        case OnSide(only):
            return 1 if only == side else 0
        case Never():
            # Unknown rather than no: what nobody could read must not open by being negated.
            return 2
        case _:
            assert_never(gate)


def is_open(gate: Gate | None, answers: Mapping[int, Answer], side: Side) -> bool:
    """Tell whether the gate is a clear yes."""
    return gate is None or evaluate(gate, answers, side) == 1


def _every(parts: tuple[Gate, ...], answers: Mapping[int, Answer], side: Side) -> Answer:
    """Kleene's and: one no decides, then one unknown."""
    result: Answer = 1
    for part in parts:
        answer = evaluate(part, answers, side)
        if answer == 0:
            return 0
        if answer == 2:  # noqa: PLR2004 - the third truth value is what this module is about
            result = 2
    return result


def _some(parts: tuple[Gate, ...], answers: Mapping[int, Answer], side: Side) -> Answer:
    """Kleene's or: one yes decides, then one unknown."""
    result: Answer = 0
    for part in parts:
        answer = evaluate(part, answers, side)
        if answer == 1:
            return 1
        if answer == 2:  # noqa: PLR2004 - as above
            result = 2
    return result
