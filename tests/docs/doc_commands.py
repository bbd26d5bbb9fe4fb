"""A command in, what it prints and its status out, at a tenth of the price of a new process.

Importing what the commands need takes longer than all they do. So a server that has imported it
is forked for each of them: they are processes of their own, with modules that are already there.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import runpy
import shlex
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from multiprocessing.context import ForkServerProcess

__all__ = ["Ran", "run_line", "running"]

_ROOT = Path(__file__).parents[2]
_SECONDS = 60
_OF_THE_SHELL = set("|&;<>()")

_PYTEST = {
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    "PYTEST_ADDOPTS": "-p schemac -p syrupy -W ignore::pytest.PytestAssertRewriteWarning",
}
"""Only the plugins that pages speak of; in a fork they are imported already."""

_forking = multiprocessing.get_context("forkserver")
_forking.set_forkserver_preload(["tests.docs.doc_warm"])


@dataclass(frozen=True)
class Ran:
    """What a command printed, on both streams, and how it ended."""

    output: str
    status: int


def run_line(command: str, folder: Path) -> Ran:
    """Run one line of a shell block; in a fork where it is a program of ours and nothing more."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words = list(lexer)
    plain = "$" not in command and not any(set(word) <= _OF_THE_SHELL for word in words)
    if plain and words and words[0] in _PROGRAMS:
        return _forked(words, folder)
    return _run_shell(command, folder)


@contextmanager
def running(command: str, folder: Path) -> Iterator[tuple[Callable[[], bool], Path]]:
    """Keep a program of ours running; gives whether it still does, and what it prints."""
    process, file = _started(shlex.split(command), folder)
    try:
        yield process.is_alive, file
    finally:
        process.terminate()
        process.join(_SECONDS)


def _run_shell(script: str, folder: Path) -> Ran:
    """Run a line in a real shell; `$ROOT` is this repository."""
    done = subprocess.run(
        ["/bin/bash", "-eu", "-o", "pipefail", "-c", script],
        cwd=folder,
        env=_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=_SECONDS,
        check=False,
    )
    return Ran(done.stdout, done.returncode)


def _environment() -> Mapping[str, str]:
    """Give the variables that commands are run with: the programs beside this Python come first."""
    here = str(Path(sys.executable).parent)
    return {
        **os.environ,
        "PATH": os.pathsep.join([here, os.environ.get("PATH", "")]),
        "ROOT": str(_ROOT),
        **_PYTEST,
        "GITHUB_STEP_SUMMARY": os.devnull,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@example.com",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@example.com",
    }


def _forked(words: list[str], folder: Path) -> Ran:
    process, file = _started(words, folder)
    process.join(_SECONDS)
    if process.exitcode is None:
        process.kill()
        process.join()
    status = -1 if process.exitcode is None else process.exitcode
    return Ran(file.read_text(encoding="utf-8"), status)


def _started(words: list[str], folder: Path) -> tuple[ForkServerProcess, Path]:
    handle, name = tempfile.mkstemp(dir=folder.parent, suffix=".output")
    os.close(handle)
    process = _forking.Process(target=_child, args=(words, str(folder), name))
    process.start()
    return process, Path(name)


def _child(words: list[str], folder: str, output: str) -> None:
    with Path(output).open("w", encoding="utf-8") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    sys.stdout = os.fdopen(1, "w", buffering=1, encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, encoding="utf-8", closefd=False)
    os.chdir(folder)
    root = str(_ROOT)
    sys.path[:] = [place for place in sys.path if place and str(Path(place).resolve()) != root]
    os.environ.update(_PYTEST)
    while "=" in words[0]:  # a variable of its own, as shells take it
        name, _, value = words.pop(0).partition("=")
        os.environ[name] = value
    sys.argv[:] = words
    try:
        _PROGRAMS[words[0]]()
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()


def _python() -> None:
    sys.path.insert(0, str(Path.cwd()))
    if sys.argv[1] == "-m":
        del sys.argv[:2]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        del sys.argv[0]
        runpy.run_path(sys.argv[0], run_name="__main__")


def _console(module: str, function: str) -> Callable[[], None]:
    def start() -> None:
        sys.exit(getattr(import_module(module), function)())

    return start


_PROGRAMS: Mapping[str, Callable[[], None]] = {
    "python": _python,
    "schemac": _console("schemac.cli", "main"),
    "flask": _console("flask.cli", "main"),
    "pytest": _console("pytest", "console_main"),
    "gunicorn": _console("gunicorn.app.wsgiapp", "run"),
    "waitress-serve": _console("waitress.runner", "run"),  # it takes sys.argv when it is imported
    **({} if shutil.which("curl") else {"curl": _console("tests.docs.doc_curl", "main")}),
}
