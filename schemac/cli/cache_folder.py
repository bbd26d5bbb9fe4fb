"""A project in, the folder for what can be made anew out: hidden from git, and none of git's."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

__all__ = ["cache_folder", "prune", "write_whole"]

_FOLDER = ".schemac_cache"


def cache_folder(root: Path) -> Path | None:
    """Give the folder of a project, there or not; None where git may track it."""
    folder = root / _FOLDER
    return None if folder.exists() and _may_be_tracked(root) else folder


def write_whole(file: Path, data: bytes) -> None:
    """Write a file at once, or not at all; its folder, if it is new, is hidden from git first.

    Raises OSError.
    """
    folder = file.parent
    if not folder.is_dir():
        folder.mkdir()
        (folder / ".gitignore").write_text("*\n", encoding="utf-8")
    handle, name = tempfile.mkstemp(dir=folder)
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)
    Path(name).replace(file)


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
