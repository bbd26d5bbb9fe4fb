"""Command line in, exit status out: the group that all commands hang on.

A command's module is imported when the command runs, so that `schemac explain` does not wait for
the parser and the server.
"""

from __future__ import annotations

import traceback
from importlib import import_module
from pathlib import Path

import click

from schemac.cli.output import named, note, refused
from schemac.diagnostics.suggest import did_you_mean

__all__ = ["main"]

_COMMANDS = {
    "build": "schemac.cli.build",
    "call": "schemac.cli.call",
    "check": "schemac.cli.check",
    "compile": "schemac.cli.compile",
    "config-json": "schemac.cli.config_json",
    "diff": "schemac.cli.diff",
    "explain": "schemac.cli.explain",
    "fmt": "schemac.cli.fmt",
    "inspect": "schemac.cli.inspect",
    "matrix": "schemac.cli.matrix",
    "serve": "schemac.cli.serve",
    "tools": "schemac.cli.list_tools",
}
"""Module of each command; its attribute is called `command`."""

_CONFIG_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_EPILOG = """\b
Examples:
  schemac check app
  schemac compile advance_step --persona member
  schemac explain SC201
"""


class _Commands(click.Group):
    """Loads a command when it is asked for, and turns a bug of ours into one sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands."""
        del ctx
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        del ctx
        module = _COMMANDS.get(cmd_name)
        if module is None:
            return None
        return _configurable(import_module(module).command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; of a misspelt one, say what was probably meant."""
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            meant = did_you_mean(args[0], _COMMANDS)
            hint = f"; did you mean `{meant}`?" if meant else ""
            raise click.UsageError(f"{named(args[0])} is no command{hint}", ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; what it did not foresee ends in status 2, with all that helps to find it.

        Never a status that a script could take for findings.
        """
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except OSError as problem:
            note(f"error: {refused(problem)}")
            raise click.exceptions.Exit(2) from None
        except Exception as problem:  # noqa: BLE001 - the last place where it can be told well
            note(traceback.format_exc().rstrip())
            note(f"error[SC901]: a bug in schemac, please report it: {problem!r}")
            raise click.exceptions.Exit(2) from None


def _configurable(command: click.Command) -> click.Command:
    """Let `--config` stand behind the command too, where people write it."""
    if all(parameter.name != "config" for parameter in command.params):
        option = click.Option(
            ["--config"],
            type=_CONFIG_FILE,
            expose_value=False,
            callback=_take_config,
            help="Read the configuration from this file.",
        )
        command.params.append(option)
    return command


def _take_config(ctx: click.Context, parameter: click.Parameter, value: Path | None) -> None:
    del parameter
    if value is not None:
        ctx.obj = value


@click.group(
    "schemac", cls=_Commands, epilog=_EPILOG, context_settings={"help_option_names": ["--help"]}
)
@click.option(
    "--config",
    "config",
    type=_CONFIG_FILE,
    help="Read the configuration from this file; else from the one that `SCHEMAC_CONFIG` names.",
)
@click.version_option(package_name="schemac", message="%(prog)s %(version)s")
@click.pass_context
def main(ctx: click.Context, config: Path | None) -> None:
    """Compile annotations of tools to JSON Schema, and check them."""
    ctx.obj = config
