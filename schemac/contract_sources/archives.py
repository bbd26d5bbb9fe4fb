"""A path into an archive that Python imports from in, the source there out."""

from __future__ import annotations

import zipfile
import zlib
from typing import TYPE_CHECKING

from schemac.syntax.decode import LARGEST, decode_python

if TYPE_CHECKING:
    from pathlib import Path

    from schemac.source import Source

__all__ = ["archived_source"]

_UNREADABLE = (OSError, ValueError, KeyError, RuntimeError, zipfile.BadZipFile, zlib.error)


def archived_source(file: Path) -> Source | None:
    """Read a Python file in a zip file; None where the path leads into none, or not to a text."""
    try:
        archive = next((each for each in file.parents if each.exists()), None)
        if archive is None or not archive.is_file():
            return None
        with zipfile.ZipFile(archive) as opened:
            found = opened.getinfo(file.relative_to(archive).as_posix())
            with opened.open(found) as stream:
                data = stream.read(LARGEST + 1)
    except _UNREADABLE:
        return None
    return decode_python(file.name, data)[0]
