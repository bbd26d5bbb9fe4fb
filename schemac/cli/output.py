"""Text in, standard streams out: results on stdout, everything else on stderr."""

from __future__ import annotations

import os
import sys
from typing import TextIO

import click

__all__ = ["colour", "note", "result"]


def result(text: str) -> None:
    """Write a result; characters that the terminal has no place for are escaped."""
    _write(sys.stdout, text)


def note(text: str) -> None:
    """Tell people something that is no result."""
    _write(sys.stderr, text + "\n")


def colour(stream: TextIO | None = None) -> bool:
    """Whether to write in colour: on a terminal, and never where `NO_COLOR` is set."""
    stream = sys.stdout if stream is None else stream
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


class _OutputError(click.ClickException):
    exit_code = 2


def _write(stream: TextIO, text: str) -> None:
    """Write all of it. A reader that went away ends the command quietly; a full disk is told."""
    encoding = stream.encoding or "utf-8"
    try:
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise _OutputError(f"the result cannot be written: {problem.strerror}") from None
