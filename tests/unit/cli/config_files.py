"""Configuration as text in, what is told of it out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from schemac.project.config import ConfigFailedError, load_config

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

__all__ = ["wrong"]


def wrong(project: Project, toml: str, name: str = "pyproject.toml") -> list[tuple[str, str]]:
    """Give place and message of everything that is wrong with a configuration."""
    project.write(name, toml)
    with pytest.raises(ConfigFailedError) as failed:
        load_config(None, Path.cwd())
    return [
        (
            "" if each.span is None else f"{each.span.begin.line}:{each.span.text}",
            f"{each.code} {each.message}" + (f"; {each.hint}" if each.hint else ""),
        )
        for each in failed.value.diagnostics
    ]
