"""A project under git whose sources changed since its last revision."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

__all__ = ["FOUND", "changed", "git"]

FOUND = (
    "move\n"
    "  exposure  output `/note`: field `note` is visible now, "
    "for callers with `requires:manage_workflows`\n"
    "  safe      output `/note`: field visible now, "
    "for callers with `requires:manage_workflows`\n"
    "\n"
    "1 safe change and 1 exposure\n"
)


def git(project: Project, *arguments: str) -> str:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.com")
    program = shutil.which("git")
    assert program is not None
    command = (program, "-C", str(project.folder), *identity, *arguments)
    return subprocess.run(command, check=True, capture_output=True).stdout.decode()


def changed(project: Project) -> Project:
    """A project whose last commit lost a gate in the working tree since."""
    git(project, "init", "-q")
    git(project, "add", ".")
    git(project, "commit", "-q", "-m", "Begin")
    project.run("build", "-o", "old.json")
    file = project.folder / "app" / "tools.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("?note: String @requires(:routing)", "?note: String"))
    return project
