"""Arguments of git in, what it says out."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import click

from schemac.report.display import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["GitError", "git"]


class GitError(click.ClickException):
    """Git is not there, or fails."""

    exit_code = 2


def git(
    arguments: Sequence[str],
    otherwise: str = "it gave no reason",
    environment: Mapping[str, str] | None = None,
) -> bytes:
    """Run git and give its output. Raises GitError with its reason, or `otherwise` without one."""
    program = shutil.which("git")
    if program is None:
        raise GitError("`git` is needed for `git:REV`, and is not there")
    command = (program, *arguments)
    done = subprocess.run(command, capture_output=True, check=False, env=environment)  # noqa: S603 - there is no shell
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip() or otherwise
        raise GitError(f"git: {one_line(said)}")
    return done.stdout
