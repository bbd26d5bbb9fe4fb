"""A command's context in, its configuration out; one that is wrong ends the command."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemac.cli.findings import tell
from schemac.cli.output import named, note
from schemac.project.config import ConfigFailedError, existing_paths, load_config, table_beside

if TYPE_CHECKING:
    from schemac.project.config import Config

__all__ = ["configured", "sources_of"]

_VARIABLE = "SCHEMAC_CONFIG"


def configured(ctx: click.Context) -> Config:
    """Read the configuration that holds; a wrong one is told, and the status is 2."""
    file = ctx.find_object(Path)
    try:
        config = load_config(file or _file_of_environment(), Path.cwd())
    except ConfigFailedError as failed:
        raise _refused(failed) from None
    beside = table_beside(config) if file is None else None
    if beside is not None and config.file is not None:
        holds = named(config.file.name)
        note(f"note: `[tool.schemac]` of `{beside.name}` is not read: {holds} holds")
    return config


def _file_of_environment() -> Path | None:
    file = os.environ.get(_VARIABLE)
    if file and not Path(file).is_file():
        raise click.UsageError(f"the variable `{_VARIABLE}` names {named(file)}, which is no file")
    return Path(file) if file else None


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
