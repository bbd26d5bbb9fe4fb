from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from schemac.cli import check
from schemac.compiler import CompileOptions, compile_paths

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project


@pytest.mark.parametrize(
    "command",
    [
        ("check",),
        ("fmt", "--check"),
        ("build", "-o", "plan.json"),
        ("compile", "--all"),
        ("compile", "totals"),
        ("diff", ".", "."),
        ("matrix",),
    ],
)
def test_a_folder_that_cannot_be_looked_into_is_told(
    project: Project, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    project.write("app/inner/wrong.py", "#: type a = absent\n")
    scandir = os.scandir

    def refuse(place: Any = ".") -> Any:
        if str(place).endswith("inner"):
            raise PermissionError(13, "Permission denied", str(place))
        return scandir(place)

    monkeypatch.setattr(os, "scandir", refuse)
    result = project.run(*command)
    assert result.status == 2
    assert "cannot look into `" in result.err
    assert "inner`: Permission denied" in result.err


def test_compiling_finds_folders_that_cannot_be_looked_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "app" / "inner").mkdir(parents=True)
    scandir = os.scandir

    def refuse(place: Any = ".") -> Any:
        if str(place).endswith("inner"):
            raise PermissionError(13, "Permission denied", str(place))
        return scandir(place)

    monkeypatch.setattr(os, "scandir", refuse)
    compilation = compile_paths((Path("app"),), CompileOptions(root=tmp_path))
    assert [(one.code, one.message) for one in compilation.errors] == [
        ("SC001", "cannot look into `app/inner`: permission denied")
    ]


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (PermissionError(13, "Permission denied", "a/b"), "error: `a/b`: Permission denied\n"),
        (OSError(28, "No space left on device"), "error: No space left on device\n"),
        (OSError("odd"), "error: odd\n"),
        (OSError(), "error: OSError\n"),
    ],
)
def test_what_the_system_refuses_is_one_sentence(
    project: Project, monkeypatch: pytest.MonkeyPatch, problem: OSError, told: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise problem

    monkeypatch.setattr(check, "source_files", refuse)
    result = project.run("check", "app")
    assert (result.status, result.err) == (2, told)


@pytest.mark.parametrize("gone", [FileNotFoundError, NotADirectoryError])
@pytest.mark.parametrize(
    "command", [("check",), ("fmt", "--check"), ("build", "-o", "plan.json"), ("matrix",)]
)
def test_a_folder_that_goes_meanwhile_holds_nothing(
    project: Project,
    monkeypatch: pytest.MonkeyPatch,
    command: tuple[str, ...],
    gone: type[OSError],
) -> None:
    project.write("app/inner/wrong.py", "#: type a = absent\n")
    scandir = os.scandir

    def going(place: Any = ".") -> Any:
        if str(place).endswith("inner"):
            reason = errno.ENOENT if gone is FileNotFoundError else errno.ENOTDIR
            raise gone(reason, os.strerror(reason), str(place))
        return scandir(place)

    monkeypatch.setattr(os, "scandir", going)
    assert project.run(*command).status == 0
