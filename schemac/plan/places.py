"""Rows of a plan in, where their subjects were written out."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, Any

from schemac.plan.drafts import drafted_origins
from schemac.plan.format import NO_PLACE
from schemac.plan.nodes import Origin
from schemac.plan.rows import all_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from schemac.plan.rows import Row

__all__ = ["Places"]

_FAR = 2**53
_NOWHERE, *_ = NO_PLACE
_EACH = len(NO_PLACE)


class Places:
    """Reads places, which a row holds as three numbers for each of its parts."""

    def __init__(self, files: Sequence[str], rows: Sequence[Any]) -> None:
        """Take the rows of which many places will be read: they are checked at once, if all fit."""
        self._files = files
        lists = [row["at"] for row in rows if type(row) is dict and "at" in row]
        are_even = all(type(at) is list and len(at) % _EACH == 0 for at in lists)
        self._are_checked = are_even and self._fit([number for at in lists for number in at])

    def of(self, row: Row) -> Origin | None:
        """Take the place of what a row is about, None if it has none."""
        at = row.items("at")
        if not at:
            return None
        if len(at) != _EACH or not self._fits(*at):
            row.points_nowhere()
        number, line, column = at
        return None if number == _NOWHERE else Origin(self._files[number], line, column)

    def each(self, row: Row, parts: int) -> Iterable[Origin | None]:
        """Take the places of so many parts of one of the rows, None for each that has none."""
        at = row.items("at")
        if not at:
            return repeat(None, parts)
        if len(at) != _EACH * parts or not self._are_checked:
            self._check(at, parts, row)
        files, numbers = self._files, at[::_EACH]
        if _NOWHERE not in numbers:
            return drafted_origins(map(files.__getitem__, numbers), at[1::_EACH], at[2::_EACH])
        return [
            None if number == _NOWHERE else Origin(files[number], line, column)
            for number, line, column in zip(numbers, at[1::_EACH], at[2::_EACH], strict=True)
        ]

    def _check(self, at: list[Any], parts: int, row: Row) -> None:
        if len(at) != _EACH * parts or not self._fit(at):
            row.points_nowhere()

    def _fits(self, file: object, line: object, column: object) -> bool:
        """Tell the same of one place: there are many that stand alone."""
        return (
            type(file) is int
            and type(line) is int
            and type(column) is int
            and _NOWHERE <= file < len(self._files)
            and 0 <= line < _FAR
            and 0 <= column < _FAR
        )

    def _fit(self, at: list[Any]) -> bool:
        """Tell whether these are files, lines and columns."""
        return (
            all_in(at[::_EACH], range(_NOWHERE, len(self._files)))
            and all_in(at[1::_EACH], range(_FAR))
            and all_in(at[2::_EACH], range(_FAR))
        )
