"""Paths and import paths in, files as data out: each is read and parsed once."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from schemac.diagnostics.model import Diagnostic
from schemac.resolve.disk import DISK, SUFFIXES
from schemac.resolve.files import read_source
from schemac.resolve.folders import Folders, Found
from schemac.resolve.python_places import candidates
from schemac.shipped import shipped
from schemac.syntax.module import read_module, read_signature_file

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from schemac.resolve.disk import Disk
    from schemac.resolve.folders import Answer
    from schemac.source import Source, Span
    from schemac.syntax.host import HostModule, SignatureFile

__all__ = ["LoadedModule", "LoadedSignatures", "Loader", "ReadMemo"]

_Host = TypeVar("_Host")
_Read: TypeAlias = "tuple[_Host, tuple[Diagnostic, ...]]"


@dataclass(frozen=True, slots=True, eq=False)
class LoadedModule:
    """A Python file. `relative` is its name below the folder that holds its top package."""

    host: HostModule
    path: Path
    relative: str


@dataclass(frozen=True, slots=True, eq=False)
class LoadedSignatures:
    """A signature file. `prelude` says that it is one of the shipped ones."""

    file: SignatureFile
    path: Path
    relative: str
    prelude: bool


@dataclass(slots=True, eq=False)
class ReadMemo:
    """What files gave when they were last read, for as long as their text stays the same.

    Hand one to loader after loader, and a file that did not change is not parsed again.
    """

    modules: dict[str, tuple[Source, _Read[HostModule]]] = field(default_factory=dict)
    signatures: dict[str, tuple[Source, _Read[SignatureFile]]] = field(default_factory=dict)

    def module(self, source: Source) -> _Read[HostModule]:
        """Read a Python file, or give what it gave."""
        return _remembered(self.modules, source, read_module)

    def signature_file(self, source: Source) -> _Read[SignatureFile]:
        """Read a signature file, or give what it gave."""
        return _remembered(self.signatures, source, read_signature_file)


def _remembered(
    known: dict[str, tuple[Source, _Read[_Host]]],
    source: Source,
    read: Callable[[Source], _Read[_Host]],
) -> _Read[_Host]:
    last = known.get(source.name)
    if last is None or last[0] != source:
        last = known[source.name] = source, read(source)
    return last[1]


class Loader:
    """Reads modules and signature files and keeps them.

    `sig_paths` are the folders that imports search before the shipped ones, `python_paths` those
    that base classes in other modules are looked for in (beside the importing module's own),
    `base` is what paths are shown relative to, `memo` is kept from one loader to the next, `disk`
    is asked for all files. Nothing is imported or run. A loader stands for one state of the files:
    make a new one when they changed.
    """

    def __init__(
        self,
        sig_paths: Sequence[Path] = (),
        *,
        python_paths: Sequence[Path] = (),
        base: Path | None = None,
        memo: ReadMemo | None = None,
        disk: Disk = DISK,
    ) -> None:
        self._memo = ReadMemo() if memo is None else memo
        self._disk = disk
        self._base = Path(disk.real(base if base is not None else Path.cwd()))
        self._prelude = Path(disk.real(shipped("sig")))
        roots = [self._base / path for path in sig_paths]
        self.sig_paths = tuple(self.shown(root) for root in roots)
        self.folders = Folders([*roots, self._prelude], disk)
        self._python_paths = tuple(self._base / path for path in python_paths)
        self._modules: dict[Path, LoadedModule | None] = {}
        self._peeked: dict[Path, HostModule | None] = {}
        self._by_host: dict[int, LoadedModule] = {}
        self._signatures: dict[Path, LoadedSignatures | None] = {}
        self._answers: dict[str, Answer] = {}
        self._found: list[Diagnostic] = []
        self._unplaced: dict[Path, int] = {}

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What reading found so far, each file's once. `resolve` gives them too."""
        return tuple(self._found)

    @property
    def files(self) -> tuple[Path, ...]:
        """Every file asked for so far, those that could not be read included."""
        return (*self._modules, *self._peeked, *self._signatures)

    def shown(self, path: Path) -> str:
        """Give a path as people see it: relative where it lies below the base."""
        place = Path(os.path.normpath(self._base / path))
        inside = place.is_relative_to(self._base)
        return place.relative_to(self._base).as_posix() if inside else place.as_posix()

    def module(self, file: str | Path) -> HostModule | None:
        """Read a Python file; None, and a diagnostic, where that fails.

        A signature file is read for its diagnostics, and None is given.
        """
        path = self._real(file)
        if path.suffix in SUFFIXES:
            self.signatures(Found(path, self.folders.relative(path)))
            return None
        loaded = self.load_module(path)
        return None if loaded is None else loaded.host

    def load_module(self, file: str | Path) -> LoadedModule | None:
        """Read a Python file, with its place."""
        path = self._real(file)
        if path not in self._modules:
            self._modules[path] = self._read_module(path)
        return self._modules[path]

    def peek(self, file: str | Path) -> HostModule | None:
        """Read a Python file that may be of no concern: what is wrong in it is not told."""
        path = self._real(file)
        known = self._modules.get(path)
        if known is None and path not in self._peeked:
            source, _ = read_source(path, self.shown(path), disk=self._disk)
            host, found = (None, ()) if source is None else self._memo.module(source)
            is_python = not any(each.code == "SC003" for each in found)
            self._peeked[path] = host if is_python else None
        return self._peeked[path] if known is None else known.host

    def holding(self, host: HostModule) -> LoadedModule | None:
        """Give the place of a module that this loader read."""
        return self._by_host.get(id(host))

    def _real(self, file: str | Path) -> Path:
        """Follow links; one to no file stays, so that people are told of it by its name."""
        place = self._base / file
        try:
            target = Path(self._disk.real(place))
            return target if self._disk.is_file(target) else Path(os.path.normpath(place))
        except (OSError, ValueError):
            return self._base / "?"

    def _read_module(self, path: Path) -> LoadedModule | None:
        source, found = read_source(path, self.shown(path), disk=self._disk)
        self._found.extend(found)
        if source is None:
            return None
        host, found = self._memo.module(source)
        self._found.extend(found)
        if any(each.code == "SC003" for each in found):
            return None
        root = package_root(path, self._disk)
        loaded = LoadedModule(host, path, path.relative_to(root).as_posix())
        self._by_host[id(host)] = loaded
        return loaded

    def look_up(self, import_path: str) -> Answer:
        """Say which signature file an import path means."""
        known = self._answers.get(import_path)
        if known is None:
            known = self._answers[import_path] = self.folders.find(import_path)
        return known

    def text(self, import_path: str) -> str:
        """Give the text of a signature file as it stands, for a hint; "" where that fails."""
        answer = self.look_up(import_path)
        if not isinstance(answer, Found):
            return ""
        source, _ = read_source(answer.path, "", None, self._disk)
        return "" if source is None else source.text

    def signatures(self, found: Found, asked: Span | None = None) -> LoadedSignatures | None:
        """Read a signature file that was looked up; None, and a diagnostic, where that fails."""
        if found.path not in self._signatures:
            self._signatures[found.path] = self._read_signatures(found, asked)
        elif asked is not None and found.path in self._unplaced:
            # It was read before anybody asked for it: now there is text to point at.
            number = self._unplaced.pop(found.path)
            self._found[number] = replace(self._found[number], span=asked)
        return self._signatures[found.path]

    def _read_signatures(self, found: Found, asked: Span | None) -> LoadedSignatures | None:
        prelude = found.path.is_relative_to(self._prelude)
        shown = f"schemac/sig/{found.relative}" if prelude else self.shown(found.path)
        source, diagnostics = read_source(found.path, shown, asked, self._disk)
        if [(each.code, each.span) for each in diagnostics] == [("SC001", None)]:
            self._unplaced[found.path] = len(self._found)
        self._found.extend(diagnostics)
        if source is None:
            return None
        file, diagnostics = self._memo.signature_file(source)
        self._found.extend(diagnostics)
        return LoadedSignatures(file, found.path, found.relative, prelude)

    def read_signatures(self) -> tuple[LoadedSignatures, ...]:
        """Give the signature files read so far, in order."""
        return tuple(each for each in self._signatures.values() if each is not None)

    def prelude(self) -> tuple[LoadedSignatures, ...]:
        """Read all that is shipped, in order of name."""
        return self._all(Folders([self._prelude], self._disk))

    def all_signatures(self) -> tuple[LoadedSignatures, ...]:
        """Read every signature file that an import could reach."""
        return self._all(self.folders)

    def _all(self, folders: Folders) -> tuple[LoadedSignatures, ...]:
        answers = [folders.find(path) for path in folders.known()]
        loaded = [self.signatures(answer) for answer in answers if isinstance(answer, Found)]
        for folder in folders.shut:
            message = f"cannot look into `{self.shown(folder)}`: it may hold signature files"
            self._found.append(Diagnostic("SC001", message, None))
        return tuple(file for file in loaded if file is not None)

    def python_module(self, name: str, importer: Path) -> LoadedModule | None:
        """Read the module that `name`, perhaps relative (`..base`), means in a file; no error."""
        roots = [package_root(importer, self._disk), *self._python_paths]
        found = (each for places in candidates(name, importer, roots) for each in places)
        return next((self.load_module(place) for place in found if self._is_module(place)), None)

    def may_hold(self, parts: Sequence[str], importer: HostModule) -> bool:
        """Whether what is imported by these names may lie where the project imports from.

        A module, which is no folder, holds names and no other modules.
        """
        loaded = self._by_host.get(id(importer))
        if loaded is None:
            return True
        places = [root / parts[0] for root in self._roots(loaded.path)]
        if len(parts) <= 2:  # noqa: PLR2004 - a module and a name
            places += [place.with_name(f"{place.name}.py") for place in places]
        return any(map(self._is_there, places))

    def places(self, name: str, importer: HostModule) -> frozenset[Path]:
        """Give the files that a module, perhaps a relative one, may be, wherever imports begin."""
        loaded = self._by_host.get(id(importer))
        if loaded is None:
            return frozenset()
        roots = candidates(name, loaded.path, self._roots(loaded.path))
        found = (next(filter(self._is_module, places), None) for places in roots)
        return frozenset(place for place in found if place is not None)

    def _roots(self, importer: Path) -> list[Path]:
        roots = {self._base, self._base / "src", *self._python_paths}
        return sorted({*roots, package_root(importer, self._disk)})

    def _is_there(self, place: Path) -> bool:
        try:
            return self._disk.exists(place)
        except (OSError, ValueError):
            return True

    def _is_module(self, place: Path) -> bool:
        """Whether a file lies there; of what cannot be looked at Python thinks the same."""
        try:
            return self._disk.is_file(place)
        except (OSError, ValueError):
            return False


def package_root(path: Path, disk: Disk = DISK) -> Path:
    """Give the folder that the top package of a module lies in."""
    folder = path.parent
    while disk.is_file(folder / "__init__.py") and folder.parent != folder:
        folder = folder.parent
    return folder
