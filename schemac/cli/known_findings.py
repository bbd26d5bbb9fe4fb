"""A question to `check` in, its findings when nothing changed since they were found out.

Kept are the findings and everything that was asked of the file system on the way. They hold while
each of these answers is the same, in a state of this program and of Python that is the same.
Any doubt ends in None, and sources are compiled anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from schemac.cli.cache_folder import prune, read_whole, write_whole
from schemac.cli.findings_text import Sources, read_findings, written_findings
from schemac.cli.witness import still_so
from schemac.resolve.files import read_source
from schemac.shipped import shipped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.cli.witness import Seen, Witness
    from schemac.diagnostics.model import Diagnostic
    from schemac.project.config import Config
    from schemac.source import Source

__all__ = ["FOREIGN", "Findings", "KnownFindings", "Question"]

FOREIGN = ("jsonschema_rs", "lark", "pydantic_core")
"""The packages of others that are loaded to find things out, so that they may have a say."""

_MOST_FILES = 64


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be checked. `signature_files` says to read all that imports could reach."""

    config: Config
    cwd: Path
    files: tuple[Path, ...]
    dialects: tuple[str, ...]
    signature_files: bool


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found and is not silenced by a comment, and how many files were read."""

    diagnostics: tuple[Diagnostic, ...]
    files: int


class KnownFindings:
    """The findings of one question, in one file of a cache."""

    def __init__(self, folder: Path, question: Question) -> None:
        self._folder = folder
        try:
            name: str | None = _digest((_program(), *_shape(question)))
        except (OSError, ValueError):
            name = None
        self._file = None if name is None else folder / f"{name}.findings"

    def find(self) -> Findings | None:
        """Give the findings if they still hold."""
        if self._file is None:
            return None
        try:
            kept = json.loads(read_whole(self._file))
            seen, places, files, written = (
                kept[key] for key in ("seen", "texts", "files", "found")
            )
            if type(files) is not int or not still_so(seen):
                return None
            sources = [_text(Path(path), name) for name, path in places]
            return Findings(read_findings(written, sources), files)
        except (OSError, ValueError, TypeError, LookupError, RecursionError):
            return None

    def keep(self, found: Findings, witness: Witness) -> None:
        """Keep what was found, where all that led to it can be asked again."""
        sources = Sources()
        written = written_findings(found.diagnostics, sources)
        places = [[source.name, _file_of(source, witness)] for source in sources]
        if self._file is None or not witness.sure or any(path is None for _, path in places):
            return
        kept = {"seen": witness.seen, "texts": places, "files": found.files, "found": written}
        try:
            write_whole(self._file, json.dumps(kept).encode())
        except (OSError, ValueError):
            return
        prune(self._folder, "*.findings", _MOST_FILES)


def _text(path: Path, name: str) -> Source:
    source, _ = read_source(path, name)
    if source is None:
        raise ValueError(name)
    return source


def _file_of(source: Source, witness: Witness) -> str | None:
    """Give the path of the file that was read and gives just this text; None if there is none."""
    named = [
        path for path in _read(witness.seen) if Path(path).name == PurePosixPath(source.name).name
    ]
    for path in sorted(named, key=lambda path: not path.endswith(source.name)):
        if read_source(Path(path), source.name, disk=witness)[0] == source:
            return path
    return None


def _read(seen: Seen) -> Iterator[str]:
    return (path for kind, path, _ in seen if kind == "read")


def _shape(question: Question) -> tuple[object, ...]:
    values = question.config.values
    return (
        str(question.cwd),
        os.path.realpath(question.cwd),
        [str(file) for file in question.files],
        [str(path) for path in question.config.sig_paths],
        values.predicates,
        list(values.flags.items()),
        values.strict_schema,
        values.undeclared,
        question.dialects,
        question.signature_files,
    )


def _program() -> tuple[object, ...]:
    """Name the state of all code that has a say. Raises OSError, ValueError."""
    return (sys.version, sys.flags.optimize, _own_code(), [_stamps(name) for name in FOREIGN])


@cache
def _own_code() -> str:
    own = (Path(__file__).parents[1], shipped("grammar"))
    digest = hashlib.sha256()
    for file in sorted(file for place in own for file in _code(place)):
        data = Path(file).read_bytes()
        digest.update(f"{file}\0{len(data)}\0".encode("utf-8", "surrogatepass") + data)
    return digest.hexdigest()


def _code(place: Path) -> Iterator[str]:
    for folder, _, names in os.walk(place):
        yield from (os.path.join(folder, name) for name in names if name.endswith((".py", ".lark")))  # noqa: PTH118 - some hundred of them, at every start


def _stamps(name: str) -> list[tuple[str, int, int]]:
    """Name the state of an installed package by the files that it begins with."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise ValueError(name)
    with os.scandir(Path(spec.origin).parent) as entries:
        found = [(entry.path, entry.stat()) for entry in entries if entry.is_file()]
    return sorted((path, status.st_size, status.st_mtime_ns) for path, status in found)


def _digest(key: tuple[object, ...]) -> str:
    return hashlib.sha256(repr(key).encode("utf-8", "surrogatepass")).hexdigest()
