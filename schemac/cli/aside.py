"""Work of an application in, what it writes to standard output moved to standard error out."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, redirect_stdout, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["printed_aside"]

_OUT, _ERROR = 1, 2


@contextmanager
def printed_aside() -> Iterator[None]:
    """Keep standard output for results, also from writes to descriptor 1 and child processes."""
    with redirect_stdout(sys.stderr), _descriptor_aside():
        yield


@contextmanager
def _descriptor_aside() -> Iterator[None]:
    """Let descriptor 1 be standard error for a while.

    Python has no stream for a descriptor that was closed before it started: that number may be any
    file by now, and is left alone.
    """
    kept = None if sys.__stdout__ is None else _copied(_OUT)
    if kept is None:
        yield
        return
    aside = _copied(_ERROR) if sys.__stderr__ is not None else None
    aside = os.open(os.devnull, os.O_WRONLY) if aside is None else aside
    _flush()
    os.dup2(aside, _OUT)
    os.close(aside)
    try:
        yield
    finally:
        _flush()
        os.dup2(kept, _OUT)
        os.close(kept)


def _copied(descriptor: int) -> int | None:
    try:
        return os.dup(descriptor)
    except OSError:
        return None


def _flush() -> None:
    """Send what was written through Python's own stream where descriptor 1 leads now."""
    if sys.__stdout__ is not None:
        with suppress(OSError, ValueError):  # gone, or closed by the application
            sys.__stdout__.flush()
