"""An object in, whether it is a tool or a handler out: such a thing is never called to get an app.

A tool may be kept in any registry, so what refers to the object is asked.
"""

from __future__ import annotations

import gc
import inspect
from functools import partial
from typing import TYPE_CHECKING

from schemac.runtime.definition import ToolDefinition
from schemac.runtime.handler import Handler

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["tool_or_handler"]

_MOST_LAYERS = 100


def tool_or_handler(found: object) -> str | None:
    """Give `a tool` or `a handler`, also for what only wraps one; None for anything else."""
    layers = tuple(_layers(found))
    if any(_is_registered(each) for each in layers):
        return "a tool"
    return "a handler" if any(_is_handler(each) for each in layers) else None


def _layers(found: object) -> Iterator[object]:
    """Give an object and what it wraps: by decorators, in partials, and as a bound method."""
    todo = [found]
    for _ in range(_MOST_LAYERS):
        if not todo:
            return
        each = todo.pop()
        yield each
        if isinstance(each, partial):
            todo.append(each.func)
        if inspect.ismethod(each):
            todo += [each.__func__, each.__self__]
        if inspect.isfunction(each):
            todo += [vars(each)["__wrapped__"]] if "__wrapped__" in vars(each) else []


def _is_registered(found: object) -> bool:
    return any(
        type(each) is ToolDefinition and each.handler is found for each in gc.get_referrers(found)
    )


def _is_handler(found: object) -> bool:
    kind = found if isinstance(found, type) else type(found)
    return issubclass(kind, Handler) and kind is not Handler
