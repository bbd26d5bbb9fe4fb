"""Paths in, what lies there out: everything that the compile wing asks the file system.

Whoever wants to know what a compilation looked at hands one in that remembers.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from schemac.syntax.decode import LARGEST

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["DISK", "SUFFIXES", "Disk"]

SUFFIXES = (".sig", ".pyi", ".rbs")
"""Of signature files; in one folder an earlier one wins."""

_MOST_FILES = 20_000


class Disk:
    """The files as they are now."""

    def is_file(self, place: Path) -> bool:
        """Whether a file lies there, links followed. Raises OSError and ValueError."""
        return place.is_file()

    def is_dir(self, place: Path) -> bool:
        """Whether a folder lies there, links followed. Raises OSError and ValueError."""
        return place.is_dir()

    def exists(self, place: Path) -> bool:
        """Whether anything lies there, links followed. Raises OSError and ValueError."""
        return place.exists()

    def is_link(self, place: Path) -> bool:
        """Whether a link lies there. Raises OSError and ValueError."""
        return place.is_symlink()

    def real(self, place: Path) -> str:
        """Give the path with all links resolved. Raises OSError and ValueError."""
        return os.path.realpath(place)

    def read(self, place: Path) -> bytes:
        """Give the bytes of a file, of too long a one the first. Raises OSError and ValueError."""
        with place.open("rb") as file:
            return file.read(LARGEST + 1)

    def below(self, root: Path) -> Sequence[str]:
        """Name the signature files in a folder and those in it, relative to it, sorted.

        No further folder is entered once there are very many.
        """
        names: list[str] = []
        for folder, folders, files in os.walk(root):
            folders.sort()
            inside = (name for name in files if name.endswith(SUFFIXES))
            names += [Path(folder, name).relative_to(root).as_posix() for name in inside]
            if len(names) > _MOST_FILES:
                break
        return sorted(names)


DISK = Disk()
