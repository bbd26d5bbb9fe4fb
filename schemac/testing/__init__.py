"""Personas, calls, snapshots and exposure in a project's own tests. Extra `schemac[testing]`.

The pytest plugin adds the fixtures `schema_snapshot` and `mcp_client`. Names are loaded when they
are first asked for: the plugin is part of every run of pytest where schemac is installed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schemac.project.config_values import Persona
    from schemac.testing.calls import CallResult, call_tool
    from schemac.testing.client import McpClient, ProtocolError
    from schemac.testing.exposure import assert_no_exposure
    from schemac.testing.personas import grants, persona
    from schemac.testing.plugin import McpClients
    from schemac.testing.setup import SetupError
    from schemac.testing.snapshots import SchemaSnapshot, assert_tool_matches

__all__ = [
    "CallResult",
    "McpClient",
    "McpClients",
    "Persona",
    "ProtocolError",
    "SchemaSnapshot",
    "SetupError",
    "assert_no_exposure",
    "assert_tool_matches",
    "call_tool",
    "grants",
    "persona",
]

_HOMES = {
    "CallResult": "schemac.testing.calls",
    "McpClient": "schemac.testing.client",
    "McpClients": "schemac.testing.plugin",
    "Persona": "schemac.project.config_values",
    "ProtocolError": "schemac.testing.client",
    "SchemaSnapshot": "schemac.testing.snapshots",
    "SetupError": "schemac.testing.setup",
    "assert_no_exposure": "schemac.testing.exposure",
    "assert_tool_matches": "schemac.testing.snapshots",
    "call_tool": "schemac.testing.calls",
    "grants": "schemac.testing.personas",
    "persona": "schemac.testing.personas",
}


if not TYPE_CHECKING:  # to a type checker a name that is not listed above is a mistake

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module 'schemac.testing' has no attribute {name!r}")
        return getattr(import_module(_HOMES[name]), name)
