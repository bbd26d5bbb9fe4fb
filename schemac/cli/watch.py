"""Folders in, a wake-up whenever a file in them changes out."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from schemac.cli.output import note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["watch"]

_SUFFIXES = frozenset({".py", ".sig", ".pyi", ".rbs", ".toml"})
_PAUSE = 0.5
_Stamps: TypeAlias = "dict[Path, tuple[int, int]]"


def watch(places: Iterable[Path], act: Callable[[], int], pause: float = _PAUSE) -> int:
    """Act now and after every change below `places`, until interrupted; give the last status.

    Times and sizes are compared every `pause` seconds: it needs no service of the system.
    """
    folders = tuple(places)
    status = 0
    try:
        while True:
            before = _stamps(folders)
            status = act()
            note("Watching for changes; stop with Ctrl-C.")
            while _stamps(folders) == before:
                time.sleep(pause)
    except KeyboardInterrupt:
        return status


def _stamps(places: Iterable[Path]) -> _Stamps:
    files = (file for place in places for file in _files(place))
    return {file: stamp for file in files if (stamp := _stamp(file)) is not None}


def _files(place: Path) -> Iterable[Path]:
    if not os.path.isdir(place):  # noqa: PTH112 - what cannot be told is no folder
        return (place,)
    return _below(place)


def _below(place: Path) -> Iterator[Path]:
    """Give the files of a folder. What cannot be looked into shows when it can, or is told."""
    for folder, folders, names in os.walk(place):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if not name.startswith(".") and Path(name).suffix in _SUFFIXES:
                yield Path(folder, name)


def _stamp(file: Path) -> tuple[int, int] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
