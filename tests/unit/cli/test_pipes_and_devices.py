"""A pipe or a device in the place of any file that commands read is refused, and never read."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.unit.cli.commands import Project


def pipe(place: Path) -> None:
    os.mkfifo(place)


def endless(place: Path) -> None:
    place.symlink_to("/dev/zero")


@pytest.mark.parametrize("make", [pipe, endless])
@pytest.mark.parametrize(
    ("name", "command", "status"),
    [
        ("schemac.toml", ("check",), 2),
        ("own.toml", ("check", "--config", "own.toml"), 2),
        ("own.toml", ("--config", "own.toml", "check"), 2),
        ("base.json", ("check", "--baseline", "base.json"), 2),
        ("plan.json", ("diff", "plan.json", "."), 2),
        ("plan.json", ("diff", ".", "plan.json"), 2),
        ("app/odd.py", ("check",), 1),
        ("app/odd.py", ("fmt", "--check"), 1),
        ("app/odd.py", ("build", "-o", "out.json"), 1),
        ("app/odd.py", ("compile", "--all"), 1),
        ("app/odd.sig", ("check",), 1),
        ("app/odd.sig", ("fmt", "--check"), 1),
        ("sig/odd.sig", ("check", "sig"), 1),
        ("out/move.json", ("compile", "--all", "--grant-all", "--out", "out", "--check"), 1),
    ],
)
def test_what_is_no_file_is_not_read(
    project: Project, make: Callable[[Path], None], name: str, command: tuple[str, ...], status: int
) -> None:
    (project.folder / name).parent.mkdir(exist_ok=True)
    make(project.folder / name)
    outcome = project.run(*command)
    assert outcome.status == status
    assert name.rpartition("/")[2] in outcome.out + outcome.err


def test_a_signature_file_that_nothing_imports_is_not_read(project: Project) -> None:
    pipe(project.folder / "sig" / "odd.sig")
    outcome = project.run("check")
    assert outcome.status == 1
    assert "error[SC001]: `sig/odd.sig` is no file" in outcome.out


@pytest.mark.parametrize("make", [pipe, endless])
def test_a_pyproject_that_is_no_file_is_not_read(
    bare: Project, make: Callable[[Path], None]
) -> None:
    make(bare.folder / "pyproject.toml")
    outcome = bare.run("check")
    assert outcome.status == 2
    assert "error[SC004]: `pyproject.toml` cannot be read: it is no file" in outcome.err
