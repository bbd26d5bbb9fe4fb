"""What every command of the documentation needs, imported and built once, to be forked.

Not gunicorn and waitress: they look at the folder and the arguments when they are imported.
"""

from __future__ import annotations

from importlib import import_module

from schemac.syntax.machine import parser

__all__: list[str] = []

_NEEDED = (
    "mcp",
    "pytest",
    "syrupy",
    "jsonschema_rs",
    "schemac.flask",
    "schemac.stdio",
    "schemac.compiler",
    "schemac.testing.json_files",
    "schemac.testing.snapshots",
    "schemac.cli.app_checks",
    "schemac.cli.build",
    "schemac.cli.call",
    "schemac.cli.check",
    "schemac.cli.compile",
    "schemac.cli.diff",
    "schemac.cli.explain",
    "schemac.cli.fmt",
    "schemac.cli.list_tools",
    "schemac.cli.matrix",
    "schemac.cli.serve",
)

for _name in _NEEDED:
    import_module(_name)
parser()
