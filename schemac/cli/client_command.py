"""What is to be served and to whom in, the command that a client starts it with out."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.project.config import Config

__all__ = ["Start", "must_say_what", "starting"]


@dataclass(frozen=True, slots=True)
class Start:
    """A command with its arguments and what must be in its environment.

    It works from any folder, as clients start servers wherever they please.
    """

    command: str
    arguments: tuple[str, ...]
    environment: dict[str, str]

    def as_json(self) -> dict[str, object]:
        """Give it in the form that MCP clients take."""
        told: dict[str, object] = {"command": self.command, "args": list(self.arguments)}
        return {**told, "env": self.environment} if self.environment else told


def must_say_what(config: Config, app: str | None) -> None:
    """Refuse to serve nothing. Raises click.UsageError."""
    if app is None and not config.values.modules:
        raise click.UsageError(
            "nothing says what is served: name it with `--app MODULE:ATTR`, or list `modules` in "
            "the configuration"
        )


def starting(
    config: Config,
    *,
    app: str | None,
    blueprint: str | None,
    domain: str | None,
    persona: str | None,
    grants: Sequence[str],
    grant_all: bool,
) -> Start:
    """Write `schemac serve --stdio` with absolute paths. Raises click.UsageError."""
    must_say_what(config, app)
    found = () if config.file is None else ("--config", str(config.file))
    given = (("--app", app), ("--blueprint", blueprint), ("--domain", domain))
    options = [part for name, value in given if value is not None for part in (name, value)]
    if persona is not None:
        options += ["--persona", persona]
    for grant in grants:
        options += ["--grant", grant]
    if grant_all:
        options.append("--grant-all")
    arguments = ("-m", "schemac", *found, "serve", "--stdio", *options)
    return Start(sys.executable, arguments, _environment(config))


def _environment(config: Config) -> dict[str, str]:
    """Modules are imported from here too, unless the configuration stands here already."""
    here = Path.cwd()
    if config.file is not None and here.resolve() == config.root.resolve():
        return {}
    return {"PYTHONPATH": str(here)}
