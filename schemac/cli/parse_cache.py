"""A folder in, what its files gave when they were last parsed out: kept by content in the project.

Everything in it is made anew from sources, so it may be deleted at any time. A cache that git
tracks is not read, and of any other only plain data of our own types is: no code runs by it.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import shutil
import subprocess
import tempfile
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from schemac.resolve.loader import ReadMemo
from schemac.shipped import shipped
from schemac.syntax.module import read_module, read_signature_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.diagnostics.model import Diagnostic
    from schemac.source import Source
    from schemac.syntax.host import HostModule, SignatureFile

__all__ = ["ParseCache", "parse_cache"]

_FOLDER = ".schemac_cache"
_MOST_FILES = 8192
_SHAPING = ("syntax", "ir", "diagnostics/model.py", "source.py")
_DATA = ("schemac.ir.", "schemac.syntax.host", "schemac.source", "schemac.diagnostics.model")

_Host = TypeVar("_Host")


def parse_cache(root: Path) -> ReadMemo:
    """Give the cache of a project; one that keeps nothing where git tracks the folder."""
    folder = root / _FOLDER
    return ReadMemo() if folder.exists() and _may_be_tracked(root) else ParseCache(folder)


class ParseCache(ReadMemo):
    """Reads of files, one file for each content. What cannot be read or written is parsed."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def module(self, source: Source) -> tuple[HostModule, tuple[Diagnostic, ...]]:
        """Give what a Python file gave."""
        return self._kept("module", source, read_module)

    def signature_file(self, source: Source) -> tuple[SignatureFile, tuple[Diagnostic, ...]]:
        """Give what a signature file gave."""
        return self._kept("signatures", source, read_signature_file)

    def prune(self) -> None:
        """Delete the oldest where there are too many."""
        try:
            files = sorted(self._folder.glob("*.parsed"), key=lambda file: file.stat().st_mtime_ns)
            for file in files[: max(len(files) - _MOST_FILES, 0)]:
                file.unlink(missing_ok=True)
        except OSError:
            return

    def _kept(
        self,
        kind: str,
        source: Source,
        read: Callable[[Source], tuple[_Host, tuple[Diagnostic, ...]]],
    ) -> tuple[_Host, tuple[Diagnostic, ...]]:
        key = repr((self._program, kind, source.name, source.text))
        name = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
        file = self._folder / f"{name}.parsed"
        found = _loaded(file)
        if isinstance(found, tuple):
            return found
        fresh = read(source)
        self._keep(file, fresh)
        return fresh

    def _keep(self, file: Path, value: object) -> None:
        """Write whole files only; a folder that is written first is hidden from git."""
        try:
            if not self._folder.is_dir():
                self._folder.mkdir()
                (self._folder / ".gitignore").write_text("*\n", encoding="utf-8")
            handle, name = tempfile.mkstemp(dir=self._folder)
            with os.fdopen(handle, "wb") as stream:
                pickle.dump(value, stream, protocol=5)
            Path(name).replace(file)
        except (OSError, RecursionError, pickle.PicklingError):
            return

    @cached_property
    def _program(self) -> str:
        """Name the state of all code that shapes what is kept: a new version reads anew."""
        package = Path(__file__).parents[1]
        places = [package / part for part in _SHAPING] + [shipped("grammar")]
        files = sorted(
            file
            for place in places
            for file in (place.rglob("*") if place.is_dir() else (place,))
            if file.suffix in {".py", ".lark"}
        )
        stamps = [(file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files]
        return hashlib.sha256(repr(stamps).encode()).hexdigest()


def _loaded(file: Path) -> object:
    try:
        found: object = _Data(io.BytesIO(file.read_bytes())).load()
    except Exception:  # noqa: BLE001 - a cache that cannot be read is no cache
        return None
    return found


class _Data(pickle.Unpickler):
    """Makes nothing but data of our own types."""

    def find_class(self, module: str, name: str) -> object:
        """Find a class of a room that holds data only; everything else is refused."""
        if module.startswith(_DATA) and "." not in name:
            found: object = super().find_class(module, name)
            if isinstance(found, type) and found.__module__ == module:
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no data of ours")


def _may_be_tracked(root: Path) -> bool:
    """Ask git, where the folder lies in a repository; what git does not answer is a yes."""
    if not any((folder / ".git").exists() for folder in (root, *root.parents)):
        return False
    git = shutil.which("git")
    if git is None:
        return True
    command = (git, "-C", str(root), "-c", "core.fsmonitor=false", "ls-files", "--", _FOLDER)
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - there is no shell
    return done.returncode != 0 or bool(done.stdout)
