"""Places of arguments in, what becomes there of strings and of values of the wrong type out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.enforce.project.walk import JSON_SCALARS
from schemac.enforce.read import ReadError, read_json_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.enforce.project.places import Place
    from schemac.enforce.project.walk import Projector, Walk

    Parse = Callable[[str, Walk], tuple[object, bool]]

__all__ = ["parser", "passing"]

_PARSED = -4


def parser(place: Place, deepest: int) -> Parse:
    """Make the reader of a stringified object or list.

    It gives the value and whether the walk is inside a string now; a string that holds neither
    stays a string, and so does every string inside one that was opened.
    """
    below = place.depth - 1

    def parse(text: str, walk: Walk) -> tuple[object, bool]:
        if walk.parsed or not text.lstrip(" \t\r\n").startswith(("{", "[")):
            return text, walk.parsed
        known = walk.seen.get((_PARSED, id(text))) if walk.trying else None
        if known is not None:
            return known[1], True
        try:
            value = read_json_text(text, depth=deepest - walk.depth - below)
        except ReadError:
            return text, False
        if walk.trying:
            walk.seen[_PARSED, id(text)] = (text, value)
        return value, True

    return parse


def passing(place: Place) -> Projector:
    """Make the projector for what has the wrong type.

    A scalar passes, for the validator to speak about; of anything else only the kind is left, and
    the whole input is unfit.
    """
    pointer = place.pointer

    def pass_on(value: object, walk: Walk) -> object:
        kind = type(value)
        if kind in JSON_SCALARS:
            return value
        if walk.unfit is None:
            walk.unfit = walk.prefix + pointer
        return {} if kind is dict else [] if kind is list else None

    return pass_on
