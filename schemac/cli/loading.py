"""A command's context in, its configuration out; one that is wrong ends the command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemac.cli.findings import tell
from schemac.cli.output import note
from schemac.project.config import ConfigFailedError, existing_paths, load_config

if TYPE_CHECKING:
    from schemac.project.config import Config

__all__ = ["configured", "sources_of"]


def configured(ctx: click.Context) -> Config:
    """Read the configuration that holds; a wrong one is told, and the status is 2."""
    file = ctx.find_object(Path)
    try:
        return load_config(file, Path.cwd())
    except ConfigFailedError as failed:
        raise _refused(failed) from None


def sources_of(config: Config) -> tuple[Path, ...]:
    """Give the configured `paths`; one that is not there is a mistake of the configuration."""
    try:
        return existing_paths(config)
    except ConfigFailedError as failed:
        raise _refused(failed) from None


def _refused(failed: ConfigFailedError) -> click.exceptions.Exit:
    tell(failed.diagnostics)
    note("Nothing was done: the configuration must be right first.")
    return click.exceptions.Exit(2)
