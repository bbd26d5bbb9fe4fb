"""A project in, the folder for what can be made anew out: hidden from git, and none of git's."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import subprocess
import tempfile
from pathlib import Path

__all__ = ["cache_folder", "prune", "read_whole", "write_whole"]

_FOLDER = ".schemac_cache"
_MOST_BYTES = 1 << 28
_DIGEST = 64
"""Characters before the data: of what is damaged nothing is read."""
_PLAIN = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def cache_folder(root: Path) -> Path | None:
    """Give the folder of a project, there or not; None where git may track it."""
    folder = root / _FOLDER
    try:
        return None if folder.exists() and _may_be_tracked(root) else folder
    except OSError:
        return None


def read_whole(file: Path) -> bytes:
    """Give what `write_whole` wrote. Raises OSError where it is not there, whole and our own."""
    with os.fdopen(os.open(file, _PLAIN), "rb") as stream:
        status = os.fstat(stream.fileno())
        if not stat.S_ISREG(status.st_mode) or not _is_ours(status):
            raise PermissionError(file)
        if status.st_size > _MOST_BYTES:
            raise OSError(file)
        digest, data = stream.read(_DIGEST), stream.read(_MOST_BYTES)
    if hashlib.sha256(data).hexdigest().encode() != digest:
        raise OSError(file)
    return data


def _is_ours(status: os.stat_result) -> bool:
    """Whether nobody but us may have written a file, as far as the system tells."""
    return not hasattr(os, "getuid") or (
        status.st_uid == os.getuid() and not status.st_mode & 0o022
    )


def write_whole(file: Path, data: bytes) -> None:
    """Write a file at once, or not at all; its folder, if it is new, is hidden from git first.

    Raises OSError.
    """
    folder = file.parent
    if not folder.is_dir():
        folder.mkdir()
        (folder / ".gitignore").write_text("*\n", encoding="utf-8")
    handle, name = tempfile.mkstemp(dir=folder)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(hashlib.sha256(data).hexdigest().encode() + data)
        Path(name).replace(file)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def prune(folder: Path, pattern: str, most: int) -> None:
    """Delete the oldest files where there are too many."""
    try:
        files = sorted(folder.glob(pattern), key=lambda file: file.stat().st_mtime_ns)
        for file in files[: max(len(files) - most, 0)]:
            file.unlink(missing_ok=True)
    except OSError:
        return


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
