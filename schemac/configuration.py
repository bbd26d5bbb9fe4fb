"""A folder in, the `[tool.schemac]` table that holds for it out.

The table is given as it was read: who uses it checks names and values.
"""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.regular import read_regular_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["Configuration", "ConfigurationError", "find_configuration", "read_configuration"]

_OWN_FILE = "schemac.toml"
_SHARED_FILE = "pyproject.toml"


class ConfigurationError(Exception):
    """A configuration file cannot be read; the message names it.

    `is_table` is False where `tool.schemac` is there and is no table.
    """

    def __init__(self, file: Path, reason: str, *, is_table: bool = True) -> None:
        super().__init__(f"{file}: {reason}")
        self.file = file
        self.reason = reason
        self.is_table = is_table


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a file says. Relative paths in `table` are relative to `folder`."""

    file: Path
    table: Mapping[str, object]

    @property
    def folder(self) -> Path:
        """The folder of the file."""
        return self.file.parent


def find_configuration(start: Path, top: Path | None = None) -> Configuration | None:
    """Look in `start` and the folders above it: `schemac.toml`, else `pyproject.toml`.

    Above `top` nobody looks. A `pyproject.toml` without the table is passed over. Raises
    ConfigurationError, also where something else than a file has such a name.
    """
    start = start.resolve()
    for folder in (start, *start.parents):
        if top is not None and not folder.is_relative_to(top.resolve()):
            return None
        if os.path.lexists(folder / _OWN_FILE):
            return read_configuration(folder / _OWN_FILE)
        if os.path.lexists(folder / _SHARED_FILE):
            found = read_configuration(folder / _SHARED_FILE)
            if found.table:
                return found
    return None


def read_configuration(file: Path) -> Configuration:
    """Read one file: `[tool.schemac]` of a `pyproject.toml`, all of any other file."""
    try:
        content = tomllib.loads(read_regular_text(file))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise ConfigurationError(file, reason or str(error)) from None
    if file.name == _SHARED_FILE:
        tools = content.get("tool")
        content = tools.get("schemac", {}) if isinstance(tools, dict) else {}
        if not isinstance(content, dict):
            raise ConfigurationError(file, "`tool.schemac` must be a table", is_table=False)
    return Configuration(file.resolve(), content)
