"""Where a node stands in its named type: the way from there, and how deep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.enforce.project.walk import escaped

if TYPE_CHECKING:
    from schemac.enforce.project.walk import Projector, Walk

__all__ = ["TOP", "Place", "Unit", "entering"]


@dataclass(frozen=True, slots=True)
class Place:
    """`pointer` and `depth` count from the named type; `depth` is that of what stands here."""

    pointer: str = ""
    depth: int = 1

    def field(self, name: str) -> Place:
        """Go to a field."""
        return Place(self.pointer + escaped(name), self.depth + 1)

    def item(self) -> Place:
        """Go to any item, or any value of a map."""
        return Place(self.pointer + "/*", self.depth + 1)


TOP = Place()


class Unit:
    """The projector of a named type, made once and reached from every use."""

    __slots__ = ("project",)

    def __init__(self) -> None:
        self.project: Projector = _unmade


def _unmade(_value: object, _walk: Walk) -> object:
    raise AssertionError("a named type was used before it was made")


def entering(unit: Unit, place: Place, deepest: int) -> Projector:
    """Make the step into a named type: the walk moves there and back."""
    pointer, below = place.pointer, place.depth - 1

    def enter(value: object, walk: Walk) -> object:
        prefix, depth = walk.prefix, walk.depth
        if depth + below >= deepest:
            raise walk.misfit(pointer, "depth")
        walk.entries -= 1
        if walk.entries < 0:
            raise walk.misfit(pointer, "size")
        walk.prefix = prefix + pointer
        walk.depth = depth + below
        result = unit.project(value, walk)
        walk.prefix = prefix
        walk.depth = depth
        return result

    return enter
