"""The name of a class or function in, the name of its tool out."""

from __future__ import annotations

import re

__all__ = ["is_tool_name", "tool_name"]

_TOOL = re.compile(r"[A-Za-z0-9_-]{1,64}")
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def tool_name(qualname: str) -> str:
    """Give the snake case of a qualified name, names of enclosing classes included."""
    own = qualname.rpartition("<locals>.")[2]
    return "_".join(_HUMPS.sub("_", part).lower() for part in own.split("."))


def is_tool_name(name: str) -> bool:
    """Say whether MCP allows a tool of this name."""
    return _TOOL.fullmatch(name) is not None
