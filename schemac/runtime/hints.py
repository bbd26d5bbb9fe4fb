"""Hints by their Python names in, MCP annotations out."""

from __future__ import annotations

__all__ = ["HINTS", "hints_on_the_wire"]

_ON_THE_WIRE = {
    "read_only": "readOnlyHint",
    "destructive": "destructiveHint",
    "idempotent": "idempotentHint",
    "open_world": "openWorldHint",
}

HINTS = tuple(_ON_THE_WIRE)
"""The hints of a tool, in the order in which they are written."""


def hints_on_the_wire(hints: tuple[tuple[str, bool], ...]) -> dict[str, bool]:
    """Give MCP annotations by their names on the wire."""
    return {_ON_THE_WIRE[name]: value for name, value in hints}
