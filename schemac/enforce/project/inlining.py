"""Fields of a record in, the records among them that are written into its function out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.enforce.types import MOST_WRITTEN_OUT
from schemac.plan.nodes import Record, Ref, Scalar

if TYPE_CHECKING:
    from collections.abc import Callable
    from threading import RLock

    from schemac.enforce.project.walk import Projector, Walk
    from schemac.enforce.types import Types
    from schemac.plan.nodes import Node

__all__ = ["Inlining", "made_later"]

ROOM = 200
"""Fields of inner records that one shape's functions may hold: their text stays small."""

FAR = 16
"""Levels that are made at one go; what stands deeper is made when a value gets there."""


class Inlining:
    """Decides, for one shape, which inner records are written out where they stand."""

    def __init__(self, types: Types) -> None:
        self._types = types
        self._room = ROOM
        self._level = 0

    def record(self, node: Node) -> Record | None:
        """Give the one record, null aside, that stands here, if there is room for it."""
        found: Record | None = None
        for each in self._types.alternatives(node):
            inner = self._types.effective(each)
            if isinstance(inner, Scalar) and inner.kind == "null":
                continue
            if found is not None or not isinstance(inner, Record):
                return None
            if isinstance(each, Ref) and self._types.recursive(each.target):
                return None
            found = inner
        if found is None or len(found.fields) > self._room or self._level >= MOST_WRITTEN_OUT:
            return None
        self._room -= len(found.fields)
        return found

    def has_room(self, node: Node) -> bool:
        """Say whether `record` would give one."""
        room = self._room
        found = self.record(node)
        self._room = room
        return found is not None

    def __enter__(self) -> None:
        self._level += 1

    def __exit__(self, *_error: object) -> None:
        self._level -= 1


def made_later(make: Callable[[], Projector], lock: RLock) -> Projector:
    """Make a projector that is seldom needed when it is."""
    made: list[Projector] = []

    def project(value: object, walk: Walk) -> object:
        if not made:
            with lock:
                made.append(make())
        return made[0](value, walk)

    return project
