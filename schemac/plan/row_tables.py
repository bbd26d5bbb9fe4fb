"""Rows of the JSON form of a plan in, their numbers out: equal ones stand once."""

from __future__ import annotations

from typing import Any

from schemac.plan.format import compact

__all__ = ["RowTable"]


class RowTable:
    """A table in which equal rows stand once."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any] | list[Any]] = []
        self._numbers: dict[str, int] = {}

    def add(self, row: dict[str, Any] | list[Any]) -> int:
        """Give the number of a row, a new one where it was not met."""
        key = compact(row)
        number = self._numbers.setdefault(key, len(self.rows))
        if number == len(self.rows):
            self.rows.append(row)
        return number
