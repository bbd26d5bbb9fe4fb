"""Losses of a schema that was made on the way in, told of the schema that was given out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.emit.dialects.rebuild import MANY, NAMED, PREFIX, pointer_to

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from schemac.emit.dialects.model import Loss
    from schemac.emit.dialects.rebuild import Schema

__all__ = ["before_inlining", "before_merging"]


def before_merging(losses: Iterable[Loss], origins: Mapping[str, str]) -> tuple[Loss, ...]:
    """Tell losses where their schemas stood; `origins` names the places of those that went.

    What stood in a definition that is there besides is told once.
    """
    placed = (replace(loss, pointer=_origin(loss.pointer, origins)) for loss in losses)
    return tuple(dict.fromkeys(placed))


def before_inlining(losses: Iterable[Loss], given: Schema) -> tuple[Loss, ...]:
    """Tell losses of an inlined schema of the one with references, those of a definition once."""
    placed = (replace(loss, pointer=_place(given, loss)) for loss in losses)
    return tuple(dict.fromkeys(placed))


def _origin(pointer: str, origins: Mapping[str, str]) -> str:
    """Exchange the longest beginning that went."""
    end = len(pointer)
    while end > 0:
        origin = origins.get(pointer[:end])
        if origin is not None:
            return origin + pointer[end:]
        end = pointer.rfind("/", 0, end)
    return pointer


def _place(given: Schema, loss: Loss) -> str:
    """Go the way of the pointer, through a reference wherever it leads on behind one."""
    at: Schema = given
    pointer = ""
    keys = iter(_unescaped(loss.pointer))
    for key in keys:
        at, pointer = _with_keyword(given, at, pointer, key)
        inner: Any = at[key]
        pointer = pointer_to(pointer, key)
        if key in NAMED or key in MANY:
            name = next(keys)
            inner = inner[name] if key in NAMED else inner[int(name)]
            pointer = pointer_to(pointer, name)
        at = inner
    return _with_keyword(given, at, pointer, loss.keyword)[1]


def _with_keyword(given: Schema, at: Schema, pointer: str, keyword: str) -> tuple[Schema, str]:
    """Follow references until one says the keyword, or is none; a use counts before its target."""
    while "$ref" in at and keyword not in at:
        name = at["$ref"].removeprefix(PREFIX)
        at, pointer = given["$defs"][name], pointer_to("", "$defs", name)
    return at, pointer


def _unescaped(pointer: str) -> list[str]:
    return [key.replace("~1", "/").replace("~0", "~") for key in pointer.split("/")[1:]]
