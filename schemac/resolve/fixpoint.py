"""And/or equations in, their least solution out, in time linear in their size."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Equations"]


class Equations:
    """Unknowns that hold as soon as enough of the others they name hold.

    The first `named` unknowns are given by number and are equated later, so that equations may
    refer to each other in circles; what only a circle supports does not hold.
    """

    def __init__(self, named: int) -> None:
        self._missing = [1] * named
        self._used_by: list[list[int]] = [[] for _ in range(named)]

    def fresh(self) -> int:
        """Give one more unknown that is equated later."""
        return self._add([], 1)

    def equate(self, unknown: int, part: int) -> None:
        """Let a named unknown hold when `part` does."""
        self._used_by[part].append(unknown)

    def every(self, parts: Iterable[int]) -> int:
        """Give an unknown that holds when all parts do; at once when there are none."""
        listed = list(parts)
        return self._add(listed, len(listed))

    def some(self, parts: Iterable[int]) -> int:
        """Give an unknown that holds when one part does; never when there are none."""
        return self._add(list(parts), 1)

    def constant(self, *, holds: bool) -> int:
        """Give an unknown that holds, or one that never does."""
        return self._add([], 0 if holds else 1)

    def _add(self, parts: list[int], needed: int) -> int:
        unknown = len(self._missing)
        self._missing.append(needed)
        self._used_by.append([])
        for part in parts:
            self._used_by[part].append(unknown)
        return unknown

    def solve(self) -> list[bool]:
        """Say of each unknown whether it holds."""
        missing = list(self._missing)
        ready = [unknown for unknown, count in enumerate(missing) if count <= 0]
        while ready:
            for user in self._used_by[ready.pop()]:
                missing[user] -= 1
                if missing[user] == 0:
                    ready.append(user)
        return [count <= 0 for count in missing]
