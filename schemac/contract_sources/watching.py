"""Files in, whether they hold something else now out."""

from __future__ import annotations

import hashlib
import threading
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

__all__ = ["Watch"]


_IN_DOUBT: Final = b"?"
_COARSE: Final = 20_000_000
"""Nanoseconds by which a file system's clock may be behind."""


class _Seen(NamedTuple):
    """A file as it was: time of change and size, and what it held. Nothing where it was absent."""

    stamp: tuple[int, int] | None
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
    is_late = now.stamp is not None and now.stamp[0] > begun - _COARSE
    was_there = before is not None and before.digest == now.digest
    return _Seen(None, _IN_DOUBT) if is_late and not was_there else now


def _look(file: Path) -> _Seen:
    stamp = _stamp(file)
    try:
        return _Seen(stamp, hashlib.sha256(file.read_bytes()).digest())
    except OSError:
        return _Seen(stamp, b"")


def _stamp(file: Path) -> tuple[int, int] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
