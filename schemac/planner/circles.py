"""Gates that are found of each other in, each one's own out: the least fixed point.

What is seen only by coming back to itself is not seen. While something is looked at, it stands as
an unknown in the gates of what is inside of it; when it has been looked at, it is `Never` in its
own gate, and that gate takes its place in those of the others. (For systems of monotone equations
this gives the least solution: H. Bekić, "Definable operations in general algebras", 1969.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from schemac.plan.gates import Asked, Every, Never, Some
from schemac.planner.gates import every, is_larger, some
from schemac.planner.steps import run

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from schemac.plan.gates import Gate
    from schemac.planner.steps import Steps

__all__ = ["Circles", "NotBegun"]


@dataclass(frozen=True, slots=True)
class _Unknown(Asked):
    """Stands in a gate for what is looked at: `atom` is its number, and none of a plan's."""


@dataclass(frozen=True, slots=True)
class NotBegun:
    """Nobody began to look."""


_NOT_BEGUN: Final = NotBegun()


class Circles:
    """Keeps what was found. What has more than `largest` parts counts as never open."""

    def __init__(self, largest: int) -> None:
        self._largest = largest
        self._known: dict[Hashable, Gate | None] = {}
        self._begun: dict[Hashable, int] = {}
        self._ended: dict[int, Gate | None] = {}

    def found(self, key: Hashable) -> Gate | NotBegun | None:
        """Give what is known of something, be it an unknown."""
        if key in self._known:
            return self._known[key]
        number = self._begun.get(key)
        if number is None:
            return _NOT_BEGUN
        if number not in self._ended:
            return _Unknown(number)
        # What was looked at then may have ended since.
        self._replaced(_Unknown(number), self._ended)
        return self._ended[number]

    def begin(self, key: Hashable) -> None:
        """Begin to look at something; all that is begun from now on is inside of it."""
        self._begun[key] = len(self._begun)

    def end(self, key: Hashable, gate: Gate | None) -> Gate | None:
        """Note the gate of what was begun last and has not ended; give it for those around."""
        number = self._begun[key]
        own = self._ended[number] = self._bounded(self._replaced(gate, {number: Never()}))
        if len(self._ended) == len(self._begun):
            self._settle()
        return own

    def forget(self) -> None:
        """Forget what has not come to its end."""
        self._begun.clear()
        self._ended.clear()

    def _settle(self) -> None:
        """Keep all gates, the outer ones first, which are the unknowns in the inner ones."""
        keys = {number: key for key, number in self._begun.items()}
        settled: dict[int, Gate | None] = {}
        for number, gate in reversed(self._ended.items()):
            settled[number] = self._bounded(self._replaced(gate, settled))
            self._known[keys[number]] = settled[number]
        self.forget()

    def _bounded(self, gate: Gate | None) -> Gate | None:
        return Never() if is_larger(gate, self._largest) else gate

    def _replaced(self, gate: Gate | None, found: Mapping[int, Gate | None]) -> Gate | None:
        """Give a gate with the unknowns in it replaced by what was found, each looked at once."""
        made: dict[int, Gate | None] = {}
        replaced = run(self._steps(gate, found, made))
        if found is self._ended:
            self._ended.update(made)
        return replaced

    def _steps(
        self, gate: Gate | None, found: Mapping[int, Gate | None], made: dict[int, Gate | None]
    ) -> Steps[Gate | None]:
        match gate:
            case _Unknown(number) if number in found:
                if number not in made:
                    replaced = yield self._steps(found[number], found, made)
                    made[number] = self._bounded(replaced)
                return made[number]
            case Every(parts) | Some(parts):
                inner = []
                for part in parts:
                    if isinstance(part, _Unknown | Every | Some):
                        inside = yield self._steps(part, found, made)
                        inner.append(inside)
                    else:
                        inner.append(part)
                if all(one is other for one, other in zip(inner, parts, strict=True)):
                    return gate
                return every(*inner) if isinstance(gate, Every) else some(*inner)
            case _:
                return gate
