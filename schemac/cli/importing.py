"""A module's name in, the module out; or one sentence that says what its code raised, and where."""

from __future__ import annotations

import logging
import sysconfig
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING

import click

from schemac.enforce.kinds import told_error
from schemac.runtime.construction import EXAMPLE
from schemac.runtime.errors import DuplicateToolError, SchemacError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

__all__ = [
    "FAILURES",
    "AppError",
    "WrongToolError",
    "imported",
    "raised",
    "told_elsewhere",
    "told_once",
]

FAILURES = (Exception, SystemExit)
"""What code of an application may raise and a command must tell; an interruption is none."""

_LOG = logging.getLogger("schemac")
_OWN = Path(__file__).parents[1]
_OTHERS = tuple(Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib", "platlib"))


class WrongToolError(click.ClickException):
    """A tool of the app is wrong; that is a finding, status 1."""


class AppError(click.ClickException):
    """The app cannot be imported, or is none; the command could not run."""

    exit_code = 2


class _Once(logging.Filter):
    """Lets each text pass once, without the example for who writes a first tool."""

    def __init__(self) -> None:
        super().__init__()
        self._told: set[tuple[int, str]] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        text = _shortened(record.getMessage())
        record.msg, record.args = "%s", (text,)
        said = (record.levelno, text)
        if said in self._told and record.exc_info is None:
            return False
        self._told.add(said)
        return True


def _shortened(text: str) -> str:
    if not text.endswith(EXAMPLE):
        return text
    return text.removesuffix(EXAMPLE).rstrip("\n").replace("\n\n", "\n")


@contextmanager
def told_once() -> Iterator[None]:
    """Let the log say each thing once for a while: several services may be made of one registry.

    A server must not keep it, for it remembers all it saw.
    """
    once = _Once()
    _LOG.addFilter(once)
    try:
        yield
    finally:
        _LOG.removeFilter(once)


@contextmanager
def told_elsewhere() -> Iterator[None]:
    """Keep warnings out of the log for a while: the command itself gives them, with places.

    What stays in it is said once.
    """
    _LOG.addFilter(_is_error)
    try:
        with told_once():
            yield
    finally:
        _LOG.removeFilter(_is_error)


def _is_error(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.ERROR


def imported(name: str) -> object:
    """Import a module. Raises AppError; WrongToolError where two tools have one name."""
    try:
        return import_module(name)
    except DuplicateToolError as problem:
        raise WrongToolError(f"`{name}` cannot be imported: {raised(problem)}") from problem
    except FAILURES as problem:
        raise AppError(f"`{name}` cannot be imported: {raised(problem)}") from problem


def raised(problem: BaseException) -> str:
    """Say what was raised, and the last place in the application's own code that led to it."""
    if isinstance(problem, SyntaxError) and problem.filename is not None:
        return f"SyntaxError: {problem.msg} ({_shown(Path(problem.filename))}:{problem.lineno})"
    place = _last_place(problem.__traceback__)
    return _said(problem) + (f" ({place})" if place else "")


def _said(problem: BaseException) -> str:
    match problem:
        case SystemExit():
            return "it exited"
        case SchemacError():
            return str(problem)
        case _:
            return told_error(problem)


def _last_place(trace: TracebackType | None) -> str:
    places = [(Path(frame.f_code.co_filename), line) for frame, line in walk_tb(trace)]
    own = [(file, line) for file, line in places if _is_application(file)]
    return f"{_shown(own[-1][0])}:{own[-1][1]}" if own else ""


def _is_application(file: Path) -> bool:
    """Say whether a file is neither ours nor Python's nor installed."""
    elsewhere = any(file.is_relative_to(folder) for folder in (_OWN, *_OTHERS))
    return not elsewhere and file.is_file()


def _shown(file: Path) -> str:
    cwd = Path.cwd()
    return (file.relative_to(cwd) if file.is_relative_to(cwd) else file).as_posix()
