"""The way to a place of a parameter in a generic's body, with what may hide that, as it is gone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from schemac.resolve.records import EITHER_SIDE, hides

if TYPE_CHECKING:
    from collections.abc import Iterable

    from schemac.ir.tags import Tag
    from schemac.ir.types import Type
    from schemac.resolve.variants import Part

__all__ = ["Parameter", "Step", "Way"]

Parameter: TypeAlias = "tuple[int, int]"
"""The number of an instance, and which of its parameters."""


@dataclass(frozen=True, slots=True)
class Way:
    """What must be so for a place to be seen: these gates are open, something of all is left.

    It stands in arguments of other instances: `through` those parameters of them, which must be
    seen themselves.
    """

    gates: tuple[Tag, ...] = ()
    needed: tuple[Type, ...] = ()
    through: tuple[Parameter, ...] = ()

    def behind(self, tags: Iterable[Tag]) -> Way:
        """Give the way on behind gates; other tags hide nothing."""
        more = {tag: None for tag in tags if hides(tag, EITHER_SIDE) and tag not in self.gates}
        return replace(self, gates=(*self.gates, *more)) if more else self

    def beside(self, written: Type) -> Way:
        """Give the way on where something else must be left, too."""
        return replace(self, needed=(*self.needed, written))


@dataclass(frozen=True, slots=True)
class Step:
    """A type in the body, or several that are met there, and the way to it.

    Of a `whole` one all must be left for it to be seen, and that is needed already. What is met
    is `held` by a field or an item, and `sure` where it is no variant that may drop out.
    """

    parts: tuple[Part, ...]
    way: Way
    is_whole: bool = False
    is_held: bool = False
    is_sure: bool = True
    depth: int = 0
