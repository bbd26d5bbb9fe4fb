from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import click
import pytest

from schemac.cli import check
from schemac.cli.watch import watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.cli.commands import Project


def test_acts_again_after_every_change_until_interrupted(project: Project) -> None:
    seen: list[str] = []
    changes: list[Callable[[], object]] = [
        partial(project.write, "app/new.py", "x = 1"),
        partial(project.write, "sig/stage.sig", "type stage = String\n"),
        (project.folder / "app" / "new.py").unlink,
    ]

    def act() -> int:
        seen.append(" ".join(sorted(file.name for file in (project.folder / "app").iterdir())))
        if not changes:
            raise KeyboardInterrupt
        changes.pop(0)()
        return len(seen)

    places = (project.folder / "app", project.folder / "sig", project.folder / "absent")
    assert watch(places, act, pause=0.01) == 3
    assert seen == ["tools.py", "new.py tools.py", "new.py tools.py", "tools.py"]


def test_check_watches_and_ends_with_the_last_status(project: Project) -> None:
    command = [sys.executable, "-m", "schemac", "check", "--watch", "--format", "concise"]
    with subprocess.Popen(
        command,
        cwd=project.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stderr.readline() == "Nothing to report in 2 files.\n"
        assert running.stderr.readline() == "Watching for changes; stop with Ctrl-C.\n"
        project.write("app/page.py", "#: type a = absent\n")
        assert running.stdout.readline() == (
            "app/page.py:1:13: error[SC201]: unknown type `absent`\n"
        )
        assert running.stderr.readline() == "Watching for changes; stop with Ctrl-C.\n"
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=30) == 1


def test_watches_neither_an_app_nor_a_baseline(project: Project) -> None:
    for option in (("--app", "schemac:default_registry"), ("--write-baseline",)):
        outcome = project.run("check", "--watch", *option)
        assert (outcome.status, outcome.out) == (2, "")


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (click.UsageError("cannot look into `a`"), "Error: cannot look into `a`\n"),
        (PermissionError(13, "Permission denied", "a\n::b"), "error: `a ::b`: Permission denied\n"),
        (click.exceptions.Exit(2), ""),
    ],
)
def test_what_stands_in_the_way_is_told_and_watched_on(
    project: Project, monkeypatch: pytest.MonkeyPatch, problem: Exception, told: str
) -> None:
    answers: list[Exception | None] = [problem, None, KeyboardInterrupt()]  # type: ignore[list-item] # ends it

    def files(_: object) -> tuple[()]:
        answer = answers.pop(0)
        project.write("app/more.py", "#" * len(answers))
        if answer is not None:
            raise answer
        return ()

    monkeypatch.setattr(check, "source_files", files)
    outcome = project.run("check", "--watch")
    watching = "Watching for changes; stop with Ctrl-C.\n"
    assert outcome.err == f"{told}{watching}Nothing to report in 1 file.\n{watching}"
    assert outcome.status == 0


def test_a_folder_that_cannot_be_looked_into_ends_no_watch(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("app/shut/x.py", "")
    scandir = os.scandir
    shut = [True]

    def refuse(place: Any = ".") -> Any:
        if shut[0] and str(place).endswith("shut"):
            raise PermissionError(13, "Permission denied", str(place))
        return scandir(place)

    monkeypatch.setattr(os, "scandir", refuse)
    seen: list[bool] = []

    def act() -> int:
        seen.append(shut[0])
        if len(seen) == 2:
            raise KeyboardInterrupt
        return 2

    def sleep(_: float) -> None:
        shut[0] = False

    monkeypatch.setattr(time, "sleep", sleep)
    assert watch([project.folder], act) == 2
    assert seen == [True, False]
