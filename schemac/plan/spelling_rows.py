"""Steps of writing arguments in, what stands for them in the JSON form out; and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schemac.plan.rows import Row, as_list, as_text
from schemac.plan.spelling import KINDS, Join, Word, is_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from schemac.plan.gates import Gate
    from schemac.plan.spelling import Step

__all__ = ["steps_in", "steps_row"]


def steps_row(
    steps: Sequence[Step], number: Callable[[Gate | None], int | None]
) -> list[str | list[Any]]:
    """Give a row for each step: a text, a text and its full form, or a join and its gates."""
    return [_step_row(step, number) for step in steps]


def steps_in(
    rows: Sequence[object], row: Row, gate: Callable[[object], Gate | None]
) -> tuple[Step, ...]:
    """Give the steps of such rows, which are a part of `row`."""
    steps = tuple(_step(each, row, gate) for each in rows)
    if steps and not is_whole(steps):
        row.fail("has a name that does not come to one text")
    return steps


def _step_row(step: Step, number: Callable[[Gate | None], int | None]) -> str | list[Any]:
    if isinstance(step, Join):
        return [step.kind, [number(gate) for gate in step.gates]]
    return step.text if step.full is None else [step.text, step.full]


def _step(value: object, row: Row, gate: Callable[[object], Gate | None]) -> Step:
    if isinstance(value, str):
        return Word(value)
    text, rest = as_list(value, row.place, 2)
    if isinstance(rest, str):
        return Word(as_text(text, row.place), rest)
    kind = Row({"kind": text}, row.place).choice("kind", KINDS)
    return Join(kind, tuple(gate(each) for each in as_list(rest, row.place)))
