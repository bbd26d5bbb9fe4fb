"""Bytes that a result shows in, content blocks out: each with an address of its own."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING
from urllib.parse import quote

from schemac.enforce.project.walk import escaped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.enforce.outcomes import Media

__all__ = ["media_blocks"]


def media_blocks(shown: Sequence[Media], value: object) -> list[dict[str, object]]:
    """Give a block for each: an image, audio, or else a resource; `value` is what they stand in."""
    places = _Places(value)
    return [_block(media, places) for media in shown]


def _block(media: Media, places: _Places) -> dict[str, object]:
    kind = media.media_type.partition("/")[0]
    if kind in ("image", "audio"):
        return {"type": kind, "data": media.data, "mimeType": media.media_type}
    return {
        "type": "resource",
        "resource": {
            "uri": f"schemac://result{quote(places.place(media), safe='/~*')}",
            "mimeType": media.media_type,
            "blob": media.data,
        },
    }


class _Places:
    """Finds where bytes stand: a pointer with `*` names all items of a list or map at once."""

    def __init__(self, value: object) -> None:
        self._value = value
        self._left: dict[str, dict[str, deque[str]]] = {}

    def place(self, media: Media) -> str:
        """Give the pointer to the next bytes like these; what was given is not given again."""
        pattern = media.pointer
        if "*" not in pattern:
            return pattern
        if pattern not in self._left:
            self._left[pattern] = self._found(pattern)
        left = self._left[pattern].get(media.data)
        return left.popleft() if left else pattern

    def _found(self, pattern: str) -> dict[str, deque[str]]:
        found: dict[str, deque[str]] = {}
        for pointer, text in _standing(self._value, pattern.split("/")[1:], ""):
            if isinstance(text, str):
                found.setdefault(text, deque()).append(pointer)
        return found


def _standing(value: object, steps: list[str], pointer: str) -> Iterator[tuple[str, object]]:
    """Give what stands where the steps lead, with the pointer to each, in order."""
    if not steps:
        yield pointer, value
        return
    step, rest = steps[0], steps[1:]
    items: list[tuple[str, object]] = []
    if isinstance(value, dict):
        items = [(escaped(key)[1:], inner) for key, inner in value.items()]
    elif isinstance(value, list):
        items = [(str(place), inner) for place, inner in enumerate(value)]
    for name, inner in items:
        if step in ("*", name):
            yield from _standing(inner, rest, f"{pointer}/{name}")
