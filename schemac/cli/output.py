"""Text in, standard streams out: results on stdout, everything else on stderr."""

from __future__ import annotations

import json
import os
import sys
from typing import TextIO

import click

from schemac.report.display import one_line

__all__ = ["colour", "json_result", "named", "note", "refused", "result"]


def result(text: str) -> None:
    """Write a result; characters that the terminal has no place for are escaped."""
    _write(sys.stdout, text)


def json_result(content: object) -> None:
    """Write a JSON document; characters without a place on the terminal as JSON escapes them."""
    text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
    try:
        text.encode(_encoding(sys.stdout))
    except (UnicodeEncodeError, LookupError):
        text = json.dumps(content, indent=2, ensure_ascii=True) + "\n"
    result(text)


def note(text: str) -> None:
    """Tell people something that is no result."""
    _write(sys.stderr, text + "\n")


def named(place: object) -> str:
    """Give a path, or a word of the command line, on one line: any byte may be in its name."""
    return f"`{one_line(str(place))}`"


def refused(problem: OSError) -> str:
    """Say on one line what the system refused."""
    told = problem.strerror or str(problem) or type(problem).__name__
    name = problem.filename
    if name is None:
        return one_line(told)
    return f"{named(os.fsdecode(name) if isinstance(name, bytes) else name)}: {one_line(told)}"


def colour(stream: TextIO | None = None) -> bool:
    """Whether to write in colour: on a terminal, and never where `NO_COLOR` is set."""
    found: TextIO | None = sys.stdout if stream is None else stream
    if found is None:  # it was closed before we started
        return False
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return found.isatty()


class _OutputError(click.ClickException):
    exit_code = 2


def _encoding(stream: TextIO | None) -> str:
    return "utf-8" if stream is None else stream.encoding or "utf-8"


def _write(stream: TextIO | None, text: str) -> None:
    """Write all of it. A reader that went away ends the command quietly; a full disk is told.

    A stream that was closed before we started is None: a result needs one, a note does without.
    """
    if stream is None:
        if text and sys.stderr is not None:
            raise _OutputError("the result cannot be written: standard output is closed")
        return
    encoding = _encoding(stream)
    try:
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise _OutputError(f"the result cannot be written: {problem.strerror}") from None
