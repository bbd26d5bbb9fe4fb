"""Paths in, what lies there out: everything that the compile wing asks the file system.

Whoever wants to know what a compilation looked at hands one in that remembers.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from schemac.regular import read_regular
from schemac.syntax.decode import LARGEST

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["DISK", "SUFFIXES", "Disk", "Kind", "Listing", "files_below"]

SUFFIXES = (".sig", ".pyi", ".rbs")
"""Of signature files; in one folder an earlier one wins."""

Kind: TypeAlias = Literal["nothing", "file", "other"]

_NOWHERE = frozenset({errno.ENOENT, errno.ENOTDIR})
"""Reasons that say for certain that nothing lies at a place."""
_MOST_FILES = 20_000
_SKIPPED = frozenset({"__pycache__", "node_modules", "site-packages"})


def files_below(folder: Path, refuse: Callable[[OSError], None]) -> Iterator[Path]:
    """Give the files in a folder and in those in it; hidden ones and caches are passed over.

    `refuse` is told of a folder that cannot be looked into: it may hold sources. One that goes
    meanwhile holds none.
    """
    for inside, folders, names in os.walk(folder, onerror=_unless_gone(refuse)):
        folders[:] = [name for name in folders if name not in _SKIPPED and name[0] != "."]
        yield from (Path(inside, name) for name in names if name[0] != ".")


def _unless_gone(refuse: Callable[[OSError], None]) -> Callable[[OSError], None]:
    def told(error: OSError) -> None:
        if error.errno not in _NOWHERE:
            refuse(error)

    return told


class Listing(NamedTuple):
    """Files below a folder, and the folders there that cannot be looked into.

    Both are relative to it, and sorted.
    """

    names: tuple[str, ...]
    shut: tuple[str, ...] = ()


class Disk:
    """The files as they are now."""

    def is_file(self, place: Path) -> bool:
        """Whether a file lies there, links followed. Raises OSError and ValueError."""
        return place.is_file()

    def is_dir(self, place: Path) -> bool:
        """Whether a folder lies there, links followed. Raises OSError and ValueError."""
        return place.is_dir()

    def kind(self, place: Path) -> Kind:
        """Say what lies there, links followed; a link to nowhere is no nothing.

        Raises OSError and ValueError where that cannot be told.
        """
        try:
            status = place.lstat()
        except ValueError:  # no file can have such a name
            return "nothing"
        except OSError as problem:
            if problem.errno == errno.ENAMETOOLONG:  # the same
                return "nothing"
            if problem.errno not in _NOWHERE:
                raise
            return "other" if _is_cut_off(place) else "nothing"
        if stat.S_ISLNK(status.st_mode):
            try:
                status = place.stat()
            except (FileNotFoundError, NotADirectoryError):
                return "other"
        return "file" if stat.S_ISREG(status.st_mode) else "other"

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
        return read_regular(place, LARGEST + 1)

    def below(self, root: Path) -> Listing:
        """List the signature files in a folder and those in it.

        No further folder is entered once there are very many.
        """
        names: list[str] = []
        shut: list[str] = []

        def refuse(error: OSError) -> None:
            shut.append(Path(error.filename or root).relative_to(root).as_posix())

        for folder, folders, files in os.walk(root, onerror=_unless_gone(refuse)):
            folders.sort()
            inside = (name for name in files if name.endswith(SUFFIXES))
            names += [Path(folder, name).relative_to(root).as_posix() for name in inside]
            if len(names) > _MOST_FILES:
                break
        return Listing(tuple(sorted(names)), tuple(sorted(shut)))


def _is_cut_off(place: Path) -> bool:
    """Whether the way to a place that is not there ends at a link to nowhere."""
    for folder in place.parents:
        try:
            status = folder.lstat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        return stat.S_ISLNK(status.st_mode) and not folder.exists()
    return False


DISK = Disk()
