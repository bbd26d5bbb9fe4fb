"""Where a type stands, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schemac.planner.findings import Scope

__all__ = ["At"]


@dataclass(frozen=True, slots=True)
class At:
    """Where a type stands.

    `inside` a field, an item or a value, so that recursion through it is fine; as an `operand` of
    an intersection; as the right side of type number `declared`, with tags behind it if `tagged`.
    """

    scope: Scope
    inside: bool = False
    operand: bool = False
    declared: int | None = None
    tagged: bool = False

    def within(self) -> At:
        """Give the place of a field, an item or a value of what stands here."""
        return At(self.scope, inside=True)

    def among(self) -> At:
        """Give the place of a member of what stands here."""
        return At(self.scope, self.inside, self.operand, None, self.tagged)
