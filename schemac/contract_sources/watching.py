"""Files in, whether they hold something else now out."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import threading
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from schemac.regular import read_regular

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

__all__ = ["Watch"]


_Stamp: TypeAlias = "tuple[tuple[int, ...], ...]"

_IN_DOUBT: Final = b"?"
_NOWHERE: Final = frozenset({errno.ENOENT, errno.ENOTDIR})
_ABSENT: Final = (errno.ENOENT,)
_COARSE: Final = 20_000_000
"""Nanoseconds by which a file system's clock may be behind."""
_MOST: Final = 1 << 25
"""Bytes. What is longer is watched by its time and size from there on."""


class _Seen(NamedTuple):
    """A place as it was: what the system says of it, when it was written, and what it held.

    There is no stamp where there is doubt, and no time where nothing was there.
    """

    stamp: _Stamp | None
    written: int | None
    digest: bytes


class Watch:
    """Remembers files. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seen: dict[Path, _Seen] = {}
        self._changed: dict[Path, _Seen] = {}

    def remember(self, files: Iterable[Path], begun: int) -> None:
        """Watch these files from now on, and no others.

        `begun` is when the first of them was read, in nanoseconds since the epoch. What was written
        after that may be what was read, or not: it counts as changed, unless it was seen before.
        A link is watched as well as what it leads to. Nothing is read but regular files.
        """
        with self._lock:
            before = {**self._seen, **self._changed}
        seen = {file: _unless_in_doubt(_look(file), begun, before.get(file)) for file in files}
        with self._lock:
            self._changed = {}
            self._seen = seen

    def changed(self) -> bool:
        """Say whether a file holds something else than when it was remembered."""
        with self._lock:
            seen = self._seen
        for file, before in seen.items():
            if _stamp(file) != before.stamp:
                now = _look(file)
                if now.digest != before.digest:
                    self._changed[file] = now
                    return True
                seen[file] = now
        return False


def _unless_in_doubt(now: _Seen, begun: int, before: _Seen | None) -> _Seen:
    is_late = now.written is not None and now.written > begun - _COARSE
    was_there = before is not None and before.digest == now.digest
    return _Seen(None, None, _IN_DOUBT) if is_late and not was_there else now


def _look(file: Path) -> _Seen:
    stamp = _stamp(file)
    kinds = tuple(facts[0] if len(facts) == 1 else stat.S_IFMT(facts[0]) for facts in stamp)
    try:
        data, refused = read_regular(file, _MOST), 0
    except (OSError, ValueError) as problem:
        data, refused = b"", getattr(problem, "errno", None) or -1
    if refused in _NOWHERE and stamp == (_ABSENT,):
        return _Seen(stamp, None, b"")
    target = None if refused else os.path.realpath(file)
    about = (kinds, refused, target, stamp if len(data) == _MOST else None)
    held = repr(about).encode("utf-8", "backslashreplace") + b"\0" + data
    return _Seen(stamp, _written(stamp), hashlib.sha256(held).digest())


def _stamp(file: Path) -> _Stamp:
    """Give the facts of the place itself, and where that is a link of what it leads to."""
    own = _facts(os.lstat, file)
    is_link = len(own) > 1 and stat.S_ISLNK(own[0])
    return (own, _facts(os.stat, file)) if is_link else (own,)


def _facts(ask: Callable[[Path], os.stat_result], file: Path) -> tuple[int, ...]:
    """Give mode, number, time and size, or only why the system does not tell."""
    try:
        status = ask(file)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "errno", None) or -1
        return _ABSENT if reason in _NOWHERE else (reason,)
    return status.st_mode, status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size


def _written(stamp: _Stamp) -> int | None:
    return max((facts[3] for facts in stamp if len(facts) > 1), default=None)
