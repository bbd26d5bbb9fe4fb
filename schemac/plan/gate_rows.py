"""Rows of the table of gates in, gates out, each made of earlier ones only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.format import DEEPEST_GATE
from schemac.plan.gates import Asked, Every, Inverse, Never, OnSide, Some
from schemac.plan.rows import Row, as_list, as_text, json_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.gates import Gate, Side

__all__ = ["GateRows"]

_SIDES: tuple[Side, ...] = ("input", "output")


class GateRows:
    """The gates of a plan, by the numbers of their rows."""

    def __init__(self, rows: Sequence[object], *, atoms: int) -> None:
        self._atoms = atoms
        self._gates: list[Gate] = []
        self._depths: list[int] = []
        for number, row in enumerate(rows):
            place = f"gate {number}"
            kind, *parts = as_list(row, place) or [""]
            self._gates.append(self._made(as_text(kind, place), parts, Row({}, place)))

    def of(self, row: Row) -> Gate | None:
        """Take the gate of a row, None if it has none."""
        number = row.maybe_index("gate", len(self._gates))
        return None if number is None else self._gates[number]

    def each(self, row: Row, parts: int) -> list[Gate | None] | None:
        """Take the gates of so many parts, None for each that has none; None if none has one."""
        numbers = row.items("gates")
        if not numbers:
            return None
        if len(numbers) != parts:
            row.fail("has not a gate for each part")
        return [self._numbered(number, row) for number in numbers]

    def gated(self, value: object, row: Row) -> tuple[str, Gate | None]:
        """Read a JSON text and the number of its gate."""
        text, number = as_list(value, row.place, 2)
        json_value(as_text(text, row.place), row.place)
        return text, self._numbered(number, row)

    def _numbered(self, number: object, row: Row) -> Gate | None:
        if number is None:
            return None
        return self._gates[row.checked_index(number, len(self._gates))]

    def _made(self, kind: str, parts: Sequence[object], row: Row) -> Gate:
        depth = 1
        if kind in {"inverse", "every", "some"}:
            numbers = [row.checked_index(part, len(self._gates)) for part in parts]
            inner = tuple(self._gates[number] for number in numbers)
            depth += max((self._depths[number] for number in numbers), default=0)
            if depth > DEEPEST_GATE:
                row.fail("is nested too deeply")
        self._depths.append(depth)
        match kind:
            case "asked" if len(parts) == 1:
                return Asked(row.checked_index(parts[0], self._atoms))
            case "inverse" if len(parts) == 1:
                return Inverse(inner[0])
            case "every":
                return Every(inner)
            case "some":
                return Some(inner)
            case "side" if len(parts) == 1:
                return OnSide(Row({"side": parts[0]}, row.place).choice("side", _SIDES))
            case "never" if not parts:
                return Never()
            case _:
                return row.fail("is of an unknown kind")
