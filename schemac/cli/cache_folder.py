"""A project in, the folder for what can be made anew out: hidden from git, and none of git's.

What lies in it is sealed with a key that lies in the user's own cache folder, so that whoever can
put files into a project cannot say what `check` finds there. Where that folder lies in the project
itself, or in the repository around it, nothing is kept.
"""

from __future__ import annotations

import hmac
import os
import secrets
import shutil
import stat
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

__all__ = ["cache_folder", "prune", "read_whole", "write_whole"]

_FOLDER = ".schemac_cache"
_MOST_BYTES = 1 << 28
_MARK = 32
"""Bytes before the data: nothing is read of what is damaged or was not written by us."""
_PLAIN = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def cache_folder(root: Path) -> Path | None:
    """Give the folder of a project, there or not.

    None where git may track it, or where the key that seals it could be the project's own.
    """
    folder = root / _FOLDER
    try:
        if _holds_key(root) or (folder.exists() and _may_be_tracked(root)):
            return None
    except (OSError, ValueError):
        return None
    return folder


def _holds_key(root: Path) -> bool:
    """Whether the way to the key leads through a project, or a repository around it."""
    own = _own_folder()
    real = Path(os.path.realpath(own))
    ways = {each for place in (own, real) for each in (place, *place.parents)}
    roots = (root, *(folder for folder in _above(root) if os.path.lexists(folder / ".git")))
    known = [place.stat() for place in roots]
    return any(
        os.path.samestat(way.stat(), status)
        for way in ways
        if os.path.lexists(way)
        for status in known
    )


def _above(root: Path) -> tuple[Path, ...]:
    real = Path(os.path.realpath(root))
    return (real, *real.parents)


def read_whole(file: Path) -> bytes:
    """Give what `write_whole` wrote. Raises OSError where it is not there, whole and our own."""
    text = _read_own(file)
    mark, data = text[:_MARK], text[_MARK:]
    if not hmac.compare_digest(_seal(file, data), mark):
        raise OSError(file)
    return data


def _read_own(file: Path) -> bytes:
    with os.fdopen(os.open(file, _PLAIN), "rb") as stream:
        status = os.fstat(stream.fileno())
        if not stat.S_ISREG(status.st_mode) or not _is_ours(status):
            raise PermissionError(file)
        if status.st_size > _MOST_BYTES:
            raise OSError(file)
        return stream.read(_MOST_BYTES)


def _seal(file: Path, data: bytes) -> bytes:
    return hmac.digest(_key(), os.fsencode(file.name) + b"\0" + data, "sha256")


def _key() -> bytes:
    """Give the key of this user, made at the first time. Raises OSError."""
    file = _own_folder() / "key"
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not _is_ours(file.parent.lstat()):  # a link is open to everybody, and so refused too
        raise PermissionError(file)
    try:
        key = _read_own(file)
    except FileNotFoundError:
        key = secrets.token_bytes(_MARK)
        _put(file, key)
    if len(key) != _MARK:
        raise OSError(file)
    return key


def _own_folder() -> Path:
    """Give the user's folder for what can be made anew. Raises OSError if there is none."""
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    try:
        base = named if named.is_absolute() else Path.home() / ".cache"
    except RuntimeError as error:
        raise OSError(str(error)) from None
    return base / "schemac"


def _is_ours(status: os.stat_result) -> bool:
    """Whether nobody but us may have written a file, as far as the system tells."""
    return not hasattr(os, "getuid") or (
        status.st_uid == os.getuid() and not status.st_mode & 0o022
    )


def write_whole(file: Path, data: bytes) -> None:
    """Write a file at once, or not at all; its folder is hidden from git first.

    Raises OSError.
    """
    sealed = _seal(file, data) + data
    folder = file.parent
    folder.mkdir(exist_ok=True)
    with suppress(FileExistsError), (folder / ".gitignore").open("x", encoding="utf-8") as hidden:
        hidden.write("*\n")
    _put(file, sealed)


def _put(file: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
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
    if not any(os.path.lexists(folder / ".git") for folder in _above(root)):
        return False
    git = shutil.which("git")
    if git is None:
        return True
    command = (
        git,
        "-C",
        str(root),
        "-c",
        "core.fsmonitor=false",
        "ls-files",
        "--",
        f":(icase){_FOLDER}",
    )
    # Variables of git's could name another repository, or read `:(icase)` as a name.
    plain = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(command, capture_output=True, check=False, env=plain)  # noqa: S603 - there is no shell
    return done.returncode != 0 or bool(done.stdout)
