"""What people call a tool in, the tool of the plan out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemac.cli.findings import tell
from schemac.cli.loading import sources_of
from schemac.cli.output import named, note
from schemac.cli.progress import waited_for
from schemac.cli.sources import python_files
from schemac.compiler import compile_paths
from schemac.diagnostics.suggest import did_you_mean

if TYPE_CHECKING:
    from schemac.compiler import Compilation
    from schemac.plan.model import ToolPlan
    from schemac.project.config import Config

__all__ = ["compiled", "compiled_tool", "note_if_empty"]


def compiled(config: Config) -> Compilation:
    """Compile what the configuration names, and tell what was found."""
    files = python_files(sources_of(config))
    compilation = compile_paths(files, config.options(), waited_for=waited_for)
    tell(compilation.diagnostics)
    note_if_empty(compilation)
    return compilation


def note_if_empty(compilation: Compilation) -> None:
    """Say where tools are looked for, where there is neither a tool nor an error."""
    if not compilation.plan.tools and not compilation.errors:
        note("No tools were found; `paths` of the configuration says where to look.")


def compiled_tool(
    config: Config, subject: str, otherwise: str | None = None
) -> tuple[Compilation, ToolPlan]:
    """Compile, and find a tool by its name or as `path/file.py:Class`.

    Ends the command where there is no such tool: status 1 if errors may be why, else 2.
    `otherwise` is then said of the subject.
    """
    file, qualname = _place(subject)
    paths = python_files(sources_of(config)) if file is None else (file,)
    compilation = compile_paths(paths, config.options(), waited_for=waited_for)
    tools = compilation.plan.tools
    for tool in tools:
        if tool.name == subject or (qualname and _qualname(tool) == qualname):
            return compilation, tool
    tell(compilation.diagnostics)
    names = [_qualname(tool) if qualname else tool.name for tool in tools]
    meant = did_you_mean(qualname or subject, names)
    if qualname and meant:
        meant = f"{subject.removesuffix(qualname)}{meant}"
    hint = f"; did you mean {named(meant)}?" if meant else ""
    text = (
        f"there is no tool {named(subject)}"
        if otherwise is None
        else f"{named(subject)} is {otherwise}"
    )
    note(f"Error: {text}{hint}")
    if compilation.errors:
        note("Tools with errors are not compiled: mend them first.")
    raise click.exceptions.Exit(1 if compilation.errors else 2)


def _place(subject: str) -> tuple[Path | None, str]:
    """Read `path/file.py:Class`; a name of a tool has no colon in it."""
    path, colon, qualname = subject.rpartition(":")
    if not colon:
        return None, ""
    file = Path.cwd() / path
    if not file.is_file():
        raise click.UsageError(f"there is no file {named(path)}")
    return file, qualname


def _qualname(tool: ToolPlan) -> str:
    """Give the qualified name of a handler: what follows the last colon of its path."""
    return tool.handler.path.rpartition(":")[2]
