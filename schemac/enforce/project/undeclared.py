"""The declared names of a record in, what becomes of all other keys of an argument out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schemac.enforce.project.cuts import Taken
from schemac.enforce.project.walk import Misfit

if TYPE_CHECKING:
    from schemac.enforce.project.kernel import Spare
    from schemac.enforce.project.places import Place
    from schemac.enforce.project.walk import Walk

__all__ = ["dropping", "keeping", "key_text"]


def key_text(key: object, walk: Walk, pointer: str) -> str:
    """Give a key of an object, which is a text or refused."""
    if type(key) is not str:
        raise Misfit(walk.prefix + pointer, "propertyNames")
    return key


def dropping(declared: frozenset[str], place: Place) -> Taken:
    """Leave undeclared keys behind: what this gives is noted with all keys of an object."""
    return Taken(place.pointer, declared)


def keeping(declared: frozenset[str], place: Place) -> Spare:
    """Make what keeps undeclared keys, not their values, for the validator to refuse."""
    pointer = place.pointer

    def keep(value: dict[str, Any], out: dict[str, Any], walk: Walk) -> None:
        out.update((key_text(key, walk, pointer), None) for key in value if key not in declared)

    return keep
