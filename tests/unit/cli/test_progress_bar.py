"""Many files and a terminal in, a bar on stderr out; nothing of it elsewhere."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from schemac.cli.progress import MANY

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

TOOL = '''
from schemac import tool

@tool("t{at}")
#: (a: String) -> {{ ok: bool }}
def call(*, a):
    """Do it."""
'''


def on_a_terminal(folder: Path, *arguments: str, env: Mapping[str, str] | None = None) -> str:
    """Run a command whose stderr is a terminal, and give what that shows."""
    ours, theirs = pty.openpty()
    shown: list[bytes] = []

    def read() -> None:
        try:
            while part := os.read(ours, 4096):
                shown.append(part)
        except OSError:  # what Linux gives when the other end is closed
            return

    reader = threading.Thread(target=read)
    reader.start()
    done = subprocess.run(
        [sys.executable, "-m", "schemac", *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", **(env or {})},
        check=False,
    )
    os.close(theirs)
    reader.join()
    os.close(ours)
    assert done.returncode == 0
    return b"".join(shown).decode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for at in range(MANY):
        (tmp_path / f"m{at}.py").write_text(TOOL.format(at=at))
    (tmp_path / "schemac.toml").write_text('paths = ["."]\n')
    return tmp_path


@pytest.mark.parametrize("command", ["check", "fmt --check", "build -o plan.json"])
def test_long_work_shows_how_far_it_is(folder: Path, command: str) -> None:
    shown = on_a_terminal(folder, *command.split())
    assert "Reading files" in shown
    assert "100%" in shown


def test_short_work_shows_no_bar(folder: Path) -> None:
    (folder / "m0.py").unlink()
    assert "Reading files" not in on_a_terminal(folder, "check")


def test_a_terminal_that_cannot_move_its_cursor_shows_no_bar(folder: Path) -> None:
    assert "Reading files" not in on_a_terminal(folder, "check", env={"TERM": "dumb"})


def test_a_file_gets_no_bar(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "schemac", "check"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == f"Nothing to report in {MANY} files.\n"
