"""Where a node stands in its named type: the way from there, and how deep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.enforce.project.walk import JSON_SCALARS, escaped

if TYPE_CHECKING:
    from collections.abc import Callable
    from threading import RLock

    from schemac.enforce.project.walk import Projector, Walk
    from schemac.enforce.values import Wire

__all__ = ["TOP", "Place", "Unit", "deeper_than", "entering", "too_deep"]


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
    """The projector of a named type, made at its first use and reached from every use.

    `height` is how many containers stand in one another there, such named types inside not counted
    as are units themselves wherever they stand.
    """

    __slots__ = ("height", "project")

    def __init__(self, make: Callable[[], Projector], height: int, lock: RLock) -> None:
        self.height = height
        self.project: Projector

        def first(value: object, walk: Walk) -> object:
            with lock:
                if self.project is first:
                    self.project = make()
            return self.project(value, walk)

        self.project = first


def entering(unit: Unit, place: Place, deepest: int) -> Projector:
    """Make the step into a named type: the walk moves there and back."""
    pointer, below, height = place.pointer, place.depth - 1, unit.height

    def enter(value: object, walk: Walk) -> object:
        prefix, depth = walk.prefix, walk.depth
        inside = depth + below
        if inside + height > deepest:
            if inside >= deepest and type(value) not in JSON_SCALARS:
                raise walk.misfit(pointer, "depth")
            walk.deep = True
        walk.entries -= 1
        if walk.entries < 0:
            raise walk.misfit(pointer, "size")
        walk.prefix = prefix + pointer
        walk.depth = inside
        result = unit.project(value, walk)
        walk.prefix = prefix
        walk.depth = depth
        return result

    return enter


def too_deep(place: Place) -> Projector:
    """Make the projector of a container below the deepest level: nothing is there to look at."""
    pointer = place.pointer

    def refuse(value: object, walk: Walk) -> object:
        raise walk.misfit(pointer, "type" if type(value) in JSON_SCALARS else "depth")

    return refuse


def deeper_than(value: Wire, levels: int) -> bool:
    """Say whether containers nest deeper; called where that is in doubt only."""
    kind = type(value)
    if kind is not dict and kind is not list:
        return False
    inner = value.values() if kind is dict else value
    return levels <= 0 or any(deeper_than(each, levels - 1) for each in inner)
