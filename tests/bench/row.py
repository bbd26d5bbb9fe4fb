"""A comparison and its goal in, a judged row of the table out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Effort", "Goal", "Judged", "Row", "Sample", "at_least", "at_most"]

Unit: TypeAlias = Literal["seconds", "bytes", "times", "per second"]


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure: `rounds` of A B, each side for `batch` seconds; `runs` of processes."""

    rounds: int
    batch: float
    runs: int
    short: bool = False


@dataclass(frozen=True, slots=True)
class Sample:
    """What was measured, both sides in one unit; `note` says what the numbers do not."""

    ours: float
    other: float
    unit: Unit = "seconds"
    note: str = ""


@dataclass(frozen=True, slots=True)
class Goal:
    """A bound for ours by the other.

    With `faster` it is a lower bound: of the other by ours for times, of ours by the other for
    throughput.
    """

    bound: float
    faster: bool = False

    def ratio(self, sample: Sample) -> float:
        """Give what the bound is held against."""
        above, below = sample.ours, sample.other
        if self.faster and sample.unit != "per second":
            above, below = below, above
        return above / below if below else float("inf")

    def is_met(self, ratio: float, margin: float = 1.0) -> bool:
        """Judge a ratio, with so much leeway as a factor."""
        return ratio * margin >= self.bound if self.faster else ratio <= self.bound * margin

    def __str__(self) -> str:
        return f"≥ {self.bound:g}" if self.faster else f"≤ {self.bound:g}"


def at_most(bound: float) -> Goal:
    """Ours may take so many times what the other takes."""
    return Goal(bound)


def at_least(bound: float) -> Goal:
    """Ours must be so many times as fast as the other (or as much, of a throughput)."""
    return Goal(bound, faster=True)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. `marked` rows fail the CI's run; `brief` ones are in its form."""

    name: str
    what: str
    against: str
    goal: Goal
    measure: Callable[[Effort], Sample]
    marked: bool = False
    brief: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """A measured row; measuring it took so many seconds by the clock."""

    row: Row
    sample: Sample
    took: float = 0.0

    @property
    def ratio(self) -> float:
        """What the goal bounds."""
        return self.row.goal.ratio(self.sample)

    @property
    def met(self) -> bool:
        """Whether the goal is reached."""
        return self.row.goal.is_met(self.ratio)
