"""An import path in, the signature file it means out, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, TypeAlias

from schemac.resolve.disk import DISK, SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.resolve.disk import Disk, Kind

__all__ = ["Folders", "Found", "Missing", "Outside"]


@dataclass(frozen=True, slots=True)
class Found:
    """The file, with links resolved, and its name relative to the first folder it is in.

    What is no file, or cannot be looked at, stands here as it is: who reads it tells of it.
    """

    path: Path
    relative: str


@dataclass(frozen=True, slots=True)
class Missing:
    """Nowhere."""


@dataclass(frozen=True, slots=True)
class Outside:
    """The path leads out of the folder it was looked for in."""


Answer: TypeAlias = Found | Missing | Outside


class Folders:
    """The folders that imports search, in order; the last one is the shipped prelude."""

    def __init__(self, roots: Sequence[Path], disk: Disk = DISK) -> None:
        self.roots = tuple(roots)
        self._disk = disk
        self._real = tuple(Path(disk.real(root)) for root in roots)
        self._known: tuple[str, ...] | None = None
        self._shut: dict[Path, None] = {}
        self._places: dict[Path, None] = {}

    @property
    def places(self) -> tuple[Path, ...]:
        """Every place that was looked at, those where nothing was included; links as they are."""
        return tuple(self._places)

    @property
    def shut(self) -> tuple[Path, ...]:
        """The folders that could not be looked into when all files were listed."""
        return tuple(self._shut)

    def find(self, path: str) -> Answer:
        """Look an import path (`billing/invoice`) up.

        The search ends at the first place where anything lies, or where it cannot be told: what
        is found there need be no file that can be read.
        """
        if not _stays_inside(path):
            return Outside()
        for root, real in zip(self.roots, self._real, strict=True):
            for suffix in SUFFIXES:
                place = root / f"{path}{suffix}"
                self._places[place] = None
                kind = self._kind(place)
                if kind != "nothing":
                    return self._answer(place, real, kind)
        return Missing()

    def _answer(self, place: Path, root: Path, kind: Kind) -> Answer:
        target = Path(self._disk.real(place))
        if not target.is_relative_to(root):
            return Outside()
        return Found(target if kind == "file" else place, self.relative(target))

    def relative(self, target: Path) -> str:
        """Give a file's name relative to the first folder it is in: one file, one name."""
        for real in self._real:
            if target.is_relative_to(real):
                return target.relative_to(real).as_posix()
        return target.name

    def known(self) -> tuple[str, ...]:
        """Give every path that can be imported, sorted."""
        if self._known is None:
            paths = {PurePosixPath(name).with_suffix("").as_posix() for name in self.files()}
            self._known = tuple(sorted(paths))
        return self._known

    def files(self) -> tuple[str, ...]:
        """Give the relative name of every signature file, folder by folder, sorted in each."""
        names: dict[str, None] = {}
        for root in self.roots:
            below = self._disk.below(root)
            names.update(dict.fromkeys(below.names))
            self._shut.update(dict.fromkeys(root / folder for folder in below.shut))
        return tuple(names)

    def _kind(self, place: Path) -> Kind:
        try:
            return self._disk.kind(place)
        except (OSError, ValueError):
            return "other"


def _stays_inside(path: str) -> bool:
    if not path or path.startswith(("/", "~")) or "\\" in path or ":" in path or "\0" in path:
        return False
    return all(part not in {"", ".", ".."} for part in path.split("/"))
