"""The text of `--args` in, the arguments of a call out, or what is wrong with the text."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from schemac.cli.output import named
from schemac.enforce.read import ReadError, read_json_text

__all__ = ["read_arguments"]


def read_arguments(text: str) -> dict[str, object]:
    """Read arguments as strictly as those of clients; `-` reads them from standard input.

    Raises click.UsageError.
    """
    given = sys.stdin.read() if text == "-" else text
    try:
        arguments = read_json_text(given)
    except ReadError as error:
        hint = "" if text == "-" else _of_file(text)
        reason = f"{error.reason}{_place(given)}{hint}"
        raise click.UsageError(f"`--args` cannot be read: {reason}") from None
    if not isinstance(arguments, dict):
        raise click.UsageError('`--args` must be a JSON object, as in `{"id": "a1"}`')
    found: dict[str, object] = dict(arguments)
    return found


def _place(text: str) -> str:
    """Say where the text is no JSON, and why."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        why = error.msg[:1].lower() + error.msg[1:]
        return f" at line {error.lineno}, column {error.colno}: {why}"
    except (ValueError, RecursionError):  # the reason that was given says it
        return ""
    return ""


def _of_file(text: str) -> str:
    """Say how to read a file, where the text is the name of one."""
    name = text.removeprefix("@")
    try:
        is_file = Path(name).is_file()
    except (OSError, ValueError):  # too long, or no name at all
        return ""
    return f"; {named(name)} is a file: read it with `--args - < FILE`" if is_file else ""
