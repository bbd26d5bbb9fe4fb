"""Texts by file name in, files in a folder out; or how those that are there differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from schemac.cli.output import named
from schemac.regular import read_regular
from schemac.report.display import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["differing", "left_over", "write_all"]


class _FolderError(click.ClickException):
    exit_code = 2


def write_all(folder: Path, texts: Mapping[str, str]) -> None:
    """Write the files. Raises click.ClickException (status 2) where that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise _FolderError(f"{named(folder)} cannot be written: {error.strerror}") from None


def differing(folder: Path, texts: Mapping[str, str]) -> list[str]:
    """Say of each file that is missing, or other than it should be."""
    changes = []
    for name, text in sorted(texts.items()):
        file = folder / name
        if not file.is_file():
            changes.append(f"missing: {one_line(str(file))}")
        elif read_regular(file) != text.encode("utf-8"):
            changes.append(f"differs: {one_line(str(file))}")
    return changes


def left_over(folder: Path, texts: Mapping[str, str]) -> tuple[Path, ...]:
    """Give the files that are there too much: of tools that are gone, or hidden now."""
    there = sorted(folder.glob("*.json")) if folder.is_dir() else []
    return tuple(file for file in there if file.name not in texts)
