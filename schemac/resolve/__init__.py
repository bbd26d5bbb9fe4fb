"""Tools and the files they stand in, in; the resolved program out."""

from __future__ import annotations

from schemac.resolve.program import Program, ResolvedTool, ResolvedType
from schemac.resolve.resolver import resolve

__all__ = ["Program", "ResolvedTool", "ResolvedType", "resolve"]
