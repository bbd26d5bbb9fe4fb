"""`schemac build`: sources or a registry in, a plan file out."""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemac.cli.findings import tell
from schemac.cli.loading import configured, sources_of
from schemac.cli.output import named, note
from schemac.cli.progress import waited_for
from schemac.cli.sources import python_files
from schemac.cli.tools import note_if_empty
from schemac.compiler import compile_paths
from schemac.contract_sources import plans_ignored
from schemac.contract_sources.standing import with_standing
from schemac.plan.codec import encode
from schemac.report.summary import plural

if TYPE_CHECKING:
    from schemac.compiler import Compilation
    from schemac.project.config import Config

__all__ = ["command", "compiled_plan"]

_EPILOG = """\b
Examples:
  schemac build -o plan.json
  schemac build --app app.mcp:registry -o plan.json
"""


class _WriteError(click.ClickException):
    exit_code = 2


@click.command("build", epilog=_EPILOG)
@click.option("--app", metavar="MODULE:ATTR", help="Import this registry and plan what is in it.")
@click.option(
    "-o",
    "--output",
    "file",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The plan file to write.",
)
@click.pass_context
def command(ctx: click.Context, *, app: str | None, file: Path) -> None:
    """Write the plan, from which a server starts without sources.

    Without `--app` sources are read and not imported; a tool whose name or gates are no literals
    cannot be planned that way. Nothing is written where there is an error.
    """
    config = configured(ctx)
    compilation = compiled_plan(config, app)
    tell(compilation.diagnostics)
    unread = app is None and any(found.code == "SC608" for found in compilation.diagnostics)
    if compilation.errors or unread:
        if unread:
            note("What is no literal (SC608) is read from the registry: say which with `--app`.")
        note(f"{named(file)} was not written.")
        ctx.exit(1)
    note_if_empty(compilation)
    _write(file, encode(with_standing(compilation.plan, config.sig_paths)))
    note(f"Wrote a plan of {plural(len(compilation.plan.tools), 'tool')} to {named(file)}.")


def compiled_plan(config: Config, app: str | None) -> Compilation:
    """Compile what an imported registry holds, or without one what sources say."""
    if app is None:
        return compile_paths(
            python_files(sources_of(config)), config.options(), waited_for=waited_for
        )
    from schemac.cli.app import (  # noqa: PLC0415 - it loads the MCP library
        load_served,
        registered_tools,
    )
    from schemac.cli.importing import told_elsewhere  # noqa: PLC0415 - the same
    from schemac.cli.registered import compiled_tools  # noqa: PLC0415 - the same

    with plans_ignored(), told_elsewhere():
        served = load_served(config, app)
        tools = registered_tools(served.registry)
    return compiled_tools(tools, replace(config.options(), undeclared=served.undeclared))[1]


def _write(file: Path, text: str) -> None:
    """Replace the file whole, so that no server ever reads half a plan.

    Of a link what it leads to is replaced; a device or a pipe is none to be replaced.
    """
    if file.is_symlink():
        file = file.resolve()
    if file.exists() and not file.is_file():
        raise _WriteError(f"{named(file)} cannot be written: it is no file")
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        place = Path(name)
        place.chmod(0o644)
        place.replace(file)
    except OSError as error:
        raise _WriteError(f"{named(file)} cannot be written: {error.strerror}") from None
