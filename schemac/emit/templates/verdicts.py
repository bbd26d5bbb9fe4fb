"""Gates and one caller's answers in, which of them are open out: what is kept is found by that.

A view asks of a gate only whether it is open, so callers for whom the same gates are open see the
same, whatever they answered.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeAlias

from schemac.plan.decisions import is_open
from schemac.plan.gates import Asked

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from schemac.plan.gates import Answer, Gate, Side

__all__ = ["GateNumbers", "Verdict", "Verdicts"]

Verdict: TypeAlias = "tuple[bool, ...]"
"""For each of some gates, in their order, whether it is open."""


class GateNumbers:
    """Gives equal gates on one side the same number. Thread-safe; numbers never change."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers: dict[tuple[Side, Gate], int] = {}
        self.gates: list[tuple[Gate, Side]] = []

    def of(self, gates: Iterable[Gate], side: Side) -> tuple[int, ...]:
        """Give the numbers of gates, each once."""
        return tuple(dict.fromkeys(self._number(gate, side) for gate in gates))

    def _number(self, gate: Gate, side: Side) -> int:
        with self._lock:
            number = self._numbers.setdefault((side, gate), len(self.gates))
            if number == len(self.gates):
                self.gates.append((gate, side))
            return number


class Verdicts:
    """What the gates say to one caller, each judged when it is first asked; for one thread."""

    def __init__(self, numbers: GateNumbers, answers: Mapping[int, Answer]) -> None:
        self._gates = numbers.gates
        self._answers = answers
        self._known: dict[int, bool] = {}

    def of(self, numbers: tuple[int, ...]) -> Verdict:
        """Give the verdict of so numbered gates."""
        known = self._known
        try:
            return tuple([known[number] for number in numbers])
        except KeyError:
            for number in numbers:
                if number not in known:
                    known[number] = self._judged(*self._gates[number])
            return tuple([known[number] for number in numbers])

    def _judged(self, gate: Gate, side: Side) -> bool:
        if isinstance(gate, Asked):  # as nearly all are
            return self._answers.get(gate.atom) == 1
        return is_open(gate, self._answers, side)
