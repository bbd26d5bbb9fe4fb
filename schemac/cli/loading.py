"""A command's context in, its configuration out; one that is wrong ends the command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemac.cli.findings import tell
from schemac.cli.output import note
from schemac.project.config import ConfigFailedError, load_config

if TYPE_CHECKING:
    from schemac.project.config import Config

__all__ = ["configured"]


def configured(ctx: click.Context) -> Config:
    """Read the configuration that holds; a wrong one is told, and the status is 2."""
    file = ctx.find_object(Path)
    try:
        return load_config(file, Path.cwd())
    except ConfigFailedError as failed:
        tell(failed.diagnostics)
        note("Nothing was done: the configuration must be right first.")
        raise click.exceptions.Exit(2) from None
