from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from typing import TYPE_CHECKING

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
