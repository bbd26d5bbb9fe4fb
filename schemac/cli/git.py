"""Arguments of git in, what it says out."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import click

from schemac.report.display import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["GitError", "git"]


_OF_A_REPOSITORY = frozenset(
    {
        *("GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE"),
        *("GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX"),
        *("GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_QUARANTINE_PATH"),
        *("GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE"),
    }
)
"""What `git rev-parse --local-env-vars` lists, but for settings."""


class GitError(click.ClickException):
    """Git is not there, or fails."""

    exit_code = 2


def git(
    arguments: Sequence[str],
    otherwise: str = "it gave no reason",
    environment: Mapping[str, str] | None = None,
) -> bytes:
    """Run git and give its output. Raises GitError with its reason, or `otherwise` without one.

    What a hook is told of its repository is left out: it holds for the folder that git was in.
    """
    program = shutil.which("git")
    if program is None:
        raise GitError("`git` is needed for `git:REV`, and is not there")
    command = (program, *arguments)
    around = {name: value for name, value in os.environ.items() if name not in _OF_A_REPOSITORY}
    done = subprocess.run(  # noqa: S603 - there is no shell
        command, capture_output=True, check=False, env={**around, **(environment or {})}
    )
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip() or otherwise
        raise GitError(f"git: {one_line(said)}")
    return done.stdout
