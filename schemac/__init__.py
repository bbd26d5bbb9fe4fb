"""Annotation compiler and enforcing server for MCP tools: the front door.

Names are loaded when they are first asked for, so `import schemac` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schemac.runtime import middleware, signals
    from schemac.runtime.errors import Forbidden, Unauthorized, UnknownToolError
    from schemac.runtime.grants import Grants
    from schemac.runtime.grouping import Grouped
    from schemac.runtime.handler import Handler
    from schemac.runtime.pipeline import current_call
    from schemac.runtime.registry import Registry, default_registry
    from schemac.runtime.results import Denied, Result, ToolError
    from schemac.runtime.tool import tool
    from schemac.service import Service

__all__ = [
    "Denied",
    "Forbidden",
    "Grants",
    "Grouped",
    "Handler",
    "Registry",
    "Result",
    "Service",
    "ToolError",
    "Unauthorized",
    "UnknownToolError",
    "current_call",
    "default_registry",
    "middleware",
    "signals",
    "tool",
]

_HOMES = {
    "Denied": "schemac.runtime.results",
    "Forbidden": "schemac.runtime.errors",
    "Grants": "schemac.runtime.grants",
    "Grouped": "schemac.runtime.grouping",
    "Handler": "schemac.runtime.handler",
    "Registry": "schemac.runtime.registry",
    "Result": "schemac.runtime.results",
    "Service": "schemac.service",
    "ToolError": "schemac.runtime.results",
    "Unauthorized": "schemac.runtime.errors",
    "UnknownToolError": "schemac.runtime.errors",
    "current_call": "schemac.runtime.pipeline",
    "default_registry": "schemac.runtime.registry",
    "tool": "schemac.runtime.tool",
}

_MODULES = ("middleware", "signals")


if not TYPE_CHECKING:  # to a type checker a name that is not listed above is a mistake

    def __getattr__(name: str) -> object:
        if name in _MODULES:
            value: object = import_module(f"schemac.runtime.{name}")
        elif name in _HOMES:
            value = getattr(import_module(_HOMES[name]), name)
        else:
            raise AttributeError(f"module 'schemac' has no attribute {name!r}")
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
