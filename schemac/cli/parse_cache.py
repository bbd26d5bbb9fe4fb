"""A folder in, what its files gave when they were last parsed out: kept by content in the project.

Everything in it is made anew from sources, so it may be deleted at any time. A cache that git
tracks is not read, and of any other only plain data of our own types is: no code runs by it.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import sys
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from schemac.cli.cache_folder import cache_folder, prune, read_whole, write_whole
from schemac.diagnostics.model import Diagnostic
from schemac.resolve.loader import ReadMemo
from schemac.shipped import shipped
from schemac.syntax.host import HostModule, SignatureFile
from schemac.syntax.module import read_module, read_signature_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.source import Source

__all__ = ["ParseCache", "parse_cache"]

_MOST_FILES = 8192
_SHAPING = ("syntax", "ir", "diagnostics/model.py", "source.py")
_DATA = ("schemac.ir.", "schemac.syntax.host", "schemac.source", "schemac.diagnostics.model")

_Host = TypeVar("_Host")


def parse_cache(root: Path) -> ReadMemo:
    """Give the cache of a project; one that keeps nothing where git tracks the folder."""
    folder = cache_folder(root)
    return ReadMemo() if folder is None else ParseCache(folder)


class ParseCache(ReadMemo):
    """Reads of files, one file for each content. What cannot be read or written is parsed."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def module(self, source: Source) -> tuple[HostModule, tuple[Diagnostic, ...]]:
        """Give what a Python file gave."""
        return self._kept(HostModule, source, read_module)

    def signature_file(self, source: Source) -> tuple[SignatureFile, tuple[Diagnostic, ...]]:
        """Give what a signature file gave."""
        return self._kept(SignatureFile, source, read_signature_file)

    def prune(self) -> None:
        """Delete the oldest where there are too many."""
        prune(self._folder, "*.parsed", _MOST_FILES)

    def _kept(
        self,
        made: type[_Host],
        source: Source,
        read: Callable[[Source], tuple[_Host, tuple[Diagnostic, ...]]],
    ) -> tuple[_Host, tuple[Diagnostic, ...]]:
        if self._program is None:
            return read(source)
        key = repr((self._program, made.__name__, source.name, source.text))
        name = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
        file = self._folder / f"{name}.parsed"
        match _loaded(file):
            case (host, tuple(found)) if type(host) is made and _are_diagnostics(found):
                return host, found
        fresh = read(source)
        self._keep(file, fresh)
        return fresh

    def _keep(self, file: Path, value: object) -> None:
        try:
            write_whole(file, pickle.dumps(value, protocol=5))
        except (OSError, RecursionError, pickle.PicklingError):
            return

    @cached_property
    def _program(self) -> str | None:
        """Name the state of all code that shapes what is kept: a new version reads anew.

        None where it cannot be told: nothing is kept then.
        """
        try:
            lark = version("lark")
            state = (sys.version, lark, self._stamps())
        except (PackageNotFoundError, LookupError, OSError, ValueError):
            return None
        if not lark:  # metadata that is damaged names none
            return None
        return hashlib.sha256(repr(state).encode()).hexdigest()

    def _stamps(self) -> list[tuple[str, int, int]]:
        package = Path(__file__).parents[1]
        places = [package / part for part in _SHAPING] + [shipped("grammar")]
        files = sorted(
            file
            for place in places
            for file in (place.rglob("*") if place.is_dir() else (place,))
            if file.suffix in {".py", ".lark"}
        )
        return [(file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files]


def _are_diagnostics(found: tuple[object, ...]) -> bool:
    return all(type(one) is Diagnostic for one in found)


def _loaded(file: Path) -> object:
    try:
        found: object = _Data(io.BytesIO(read_whole(file))).load()
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
