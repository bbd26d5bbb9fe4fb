"""Files and folders in, the Python and signature files in them out."""

from __future__ import annotations

from glob import escape
from typing import TYPE_CHECKING, NoReturn

import click

from schemac.cli.output import named, refused
from schemac.resolve.disk import SUFFIXES, files_below

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

__all__ = ["python_files", "source_files"]

_LISTED = ", ".join(f"`{suffix}`" for suffix in (".py", *SUFFIXES))
_STUBS = frozenset({"stubs", "typings"})
_COMPILED = (".so", ".pyd", ".pyx", ".c", ".cc", ".cpp", ".rs")
"""What extension modules end in, and what they are made of."""


def source_files(places: Iterable[Path]) -> tuple[Path, ...]:
    """Give each file once: those named as they are, those of folders in order of their names.

    A link to nowhere is one of them, so that who reads it tells of it. Raises click.UsageError
    where a file is named that we cannot read.
    """
    return tuple(dict.fromkeys(file for place in places for file in _files(place)))


def python_files(places: Sequence[Path]) -> tuple[Path, ...]:
    """Give the same without the signature files of folders, which are read as they are imported."""
    return tuple(file for file in source_files(places) if file.suffix == ".py" or file in places)


def _files(place: Path) -> Iterator[Path]:
    if not place.is_dir():
        if not _is_source(place):
            raise click.UsageError(
                f"{named(place.name)} is no Python and no signature file ({_LISTED})"
            )
        yield place
        return
    below = files_below(place, _refuse)
    yield from sorted(file for file in below if _is_source(file) and not _is_stub(file))


def _refuse(error: OSError) -> NoReturn:
    """Skip nothing in silence: what cannot be looked into may hold sources."""
    raise click.UsageError(f"cannot look into {refused(error)}")


def _is_source(file: Path) -> bool:
    """Say by its name whether a file is one that we read."""
    return file.suffix in {".py", *SUFFIXES}


def _is_stub(file: Path) -> bool:
    """Say whether a `.pyi` file is what type checkers read: ours hold shared types and imports."""
    if file.suffix != ".pyi":
        return False
    beside = (file.with_suffix(".py"), file.with_name("__init__.pyi"))
    in_stubs = file.parent.name in _STUBS or any(other.exists() for other in beside)
    return in_stubs or _is_extension(file)


def _is_extension(file: Path) -> bool:
    """Say whether the module of a stub is compiled: built, or its source lies beside it."""
    stem = file.name.removesuffix(".pyi")
    try:
        names = [other.name for other in file.parent.glob(f"{escape(stem)}.*")]
    except OSError:
        # The folder was listed a moment ago; what cannot be told is read.
        return False
    return any(name.endswith(_COMPILED) for name in names)
