"""Files and folders in, the Python and signature files in them out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.resolve.folders import SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

__all__ = ["source_files"]

_SKIPPED = frozenset({"__pycache__", "node_modules", "site-packages"})


def source_files(places: Iterable[Path]) -> tuple[Path, ...]:
    """Give each file once: those named as they are, those of folders in order of their names."""
    return tuple(dict.fromkeys(file for place in places for file in _files(place)))


def _files(place: Path) -> Iterator[Path]:
    if not place.is_dir():
        if place.exists():
            yield place
        return
    for file in sorted(place.rglob("*")):
        inside = file.relative_to(place).parts
        hidden = any(part in _SKIPPED or part.startswith(".") for part in inside)
        if file.suffix in {".py", *SUFFIXES} and not hidden and file.is_file():
            yield file
