"""The two names that authors of tools write: the decorator `tool` and the base class `Handler`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar, overload

from schemac.runtime.handler import Handler
from schemac.runtime.registry import ToolDecorator, current_registry

if TYPE_CHECKING:
    from typing import Unpack

    from schemac.runtime.options import ToolOptions

__all__ = ["Handler", "tool"]

T = TypeVar("T")


@overload
def tool(target: str | None = None, /, **options: Unpack[ToolOptions]) -> ToolDecorator: ...
@overload
def tool(target: T, /) -> T: ...
def tool(target: object = None, /, **options: Unpack[ToolOptions]) -> object:
    """Register a class or function as a tool of the default registry.

    Written `@tool`, `@tool("name")` or `@tool("name", requires="flag", …)`; without a name the
    tool is called after the class or function, in snake case. Arguments: see `ToolOptions`.
    """
    registry = current_registry()
    if target is None or isinstance(target, str):
        return registry.tool(target, **options)
    return registry.declare(target, None, options, frame=sys._getframe(1))  # noqa: SLF001 - where the class body's code is found
