"""`schemac inspect`: an app and a caller in, the official MCP inspector on it out."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from typing import TYPE_CHECKING

import click

from schemac.cli.client_command import starting
from schemac.cli.grants import read_caller
from schemac.cli.loading import configured
from schemac.cli.options import app_options, caller_options
from schemac.cli.output import note, result

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["command"]

_PACKAGE = "@modelcontextprotocol/inspector"
_EPILOG = """\b
Examples:
  schemac inspect --app app.mcp:registry --persona member
  schemac inspect --persona admin --print
"""


@click.command("inspect", epilog=_EPILOG)
@click.option("--domain", metavar="NAME", help="Serve this domain.")
@click.option("--print", "printing", is_flag=True, help="Print the command instead of running it.")
@app_options
@caller_options
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option, as click hands them over
    ctx: click.Context,
    *,
    domain: str | None,
    printing: bool,
    app: str | None,
    blueprint: str | None,
    persona: str | None,
    grants: tuple[str, ...],
    grant_all: bool,
) -> None:
    """Start the official MCP inspector on an app, served over stdio to one caller.

    It is a program of Node, which `npx` fetches on its first use.
    """
    config = configured(ctx)
    read_caller(config, grants, persona, everything=grant_all)
    start = starting(
        config,
        app=app,
        blueprint=blueprint,
        domain=domain,
        persona=persona,
        grants=grants,
        grant_all=grant_all,
    )
    words = ("npx", "--yes", _PACKAGE, "--", start.command, *start.arguments)
    if printing:
        result(_shell(words, start.environment))
        return
    program = shutil.which("npx")
    if program is None:
        note("`npx` is not there: it comes with Node, from https://nodejs.org. Then run:")
        note(_shell(words, start.environment).rstrip())
        ctx.exit(2)
    environment = {**os.environ, **start.environment}
    ctx.exit(_run((program, *words[1:]), environment))


def _run(words: tuple[str, ...], environment: Mapping[str, str]) -> int:
    try:
        done = subprocess.run(words, env=environment, check=False)  # noqa: S603 - there is no shell
    except KeyboardInterrupt:
        return 0
    return 0 if done.returncode == 0 else 2


def _shell(words: tuple[str, ...], environment: Mapping[str, str]) -> str:
    settings = [f"{name}={shlex.quote(value)}" for name, value in environment.items()]
    return " ".join([*settings, shlex.join(words)]) + "\n"
