"""A path in, the bytes of the file there out; nothing is ever read of pipes and devices."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["read_regular", "read_regular_text"]

_MODE = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_BINARY = getattr(os, "O_BINARY", 0)


def read_regular(file: Path, most: int = -1) -> bytes:
    """Give the bytes, of more than `most` the first. Raises OSError, ValueError.

    Links are followed. A pipe would be waited for, and a device may have no end: both are refused,
    also where they come while we look.
    """
    _must_be_regular(file.stat(), file)  # opening some devices does something
    with os.fdopen(os.open(file, _MODE | _BINARY), "rb") as stream:
        _must_be_regular(os.fstat(stream.fileno()), file)
        return stream.read(most)


def read_regular_text(file: Path) -> str:
    """Give the text of a file in UTF-8, its line breaks as Python reads them. Raises the same."""
    text = read_regular(file).decode("utf-8")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _must_be_regular(status: os.stat_result, file: Path) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is no file", str(file))
