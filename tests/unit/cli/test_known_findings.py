"""`check` gives what it found before only while everything it looked at is the same."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from schemac.cli import known_findings
from tests.unit.cli import compiled_before

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.unit.cli.commands import Outcome, Project

compiled = pytest.fixture(compiled_before.compiled)


def anew(project: Project, *arguments: str) -> Outcome:
    shutil.rmtree(project.folder / ".schemac_cache", ignore_errors=True)
    return project.run("check", *arguments)


def test_nothing_is_compiled_while_nothing_changes(project: Project, compiled: list[int]) -> None:
    first = project.run("check")
    assert first.status == 1
    assert "unknown type `nothing`" in first.out
    for form in ("text", "json", "sarif", "github", "concise"):
        cached = project.run("check", "--format", form)
        assert len(compiled) == 1
        assert cached == anew(project, "--format", form)
        compiled.pop()
    assert project.run("check", "--ignore", "SC4") == anew(project, "--ignore", "SC4")


def _edit(folder: Path) -> None:
    file = folder / "app/odd.py"
    file.write_text(file.read_text().replace("nothing", "String"))


def _same_size(folder: Path) -> None:
    file = folder / "app/odd.py"
    before = file.stat()
    file.write_text(file.read_text().replace("nothing", "notting"))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def _delete_import(folder: Path) -> None:
    (folder / "sig/stage.sig").unlink()


def _edit_import(folder: Path) -> None:
    (folder / "sig/stage.sig").write_text("type stage = missing\n")


def _earlier_suffix(folder: Path) -> None:
    (folder / "sig/stage.sig").rename(folder / "sig/stage.rbs")
    anew_text = "type stage = elsewhere\n"
    (folder / "sig/stage.sig").write_text(anew_text)


def _unused_signatures(folder: Path) -> None:
    (folder / "sig/deep").mkdir()
    (folder / "sig/deep/unused.pyi").write_text("type a = missing\n")


def _new_module(folder: Path) -> None:
    (folder / "app/more.py").write_text("#: type a = missing\n")


def _new_package(folder: Path) -> None:
    (folder / "app/__init__.py").write_text("")


def _new_base(folder: Path) -> None:
    (folder / "app/inner/__init__.py").write_text("")
    (folder / "app/inner/shared.py").unlink()
    (folder / "app/inner/shared").mkdir()
    (folder / "app/inner/shared/__init__.py").write_text(
        "class Base:\n    #: type nothing = Integer\n    x = 1\n"
    )


def _link(folder: Path) -> None:
    (folder / "sig/stage.sig").unlink()
    (folder / "sig/stage.sig").symlink_to("/etc/hostname")


def _link_nowhere(folder: Path) -> None:
    (folder / "app/gone.py").symlink_to(folder / "nowhere.py")


def _folder_for_file(folder: Path) -> None:
    (folder / "sig/stage.sig").unlink()
    (folder / "sig/stage.sig").mkdir()


def _config(folder: Path) -> None:
    file = folder / "pyproject.toml"
    flags = '["tier"]\nflags = { tier = ["gold"], feature = ["y"] }'
    file.write_text(file.read_text().replace('["tier"]', flags))


def _predicates(folder: Path) -> None:
    file = folder / "pyproject.toml"
    file.write_text(file.read_text().replace('["tier"]', '["tier", "level"]'))


def _sig_paths(folder: Path) -> None:
    file = folder / "pyproject.toml"
    file.write_text(file.read_text().replace('["app"]', '["app"]\nsig_paths = ["other"]'))


def _dialects(folder: Path) -> None:
    file = folder / "pyproject.toml"
    file.write_text(file.read_text().replace('["app"]', '["app"]\ndialects = ["gemini"]'))


def _ignore(folder: Path) -> None:
    file = folder / "app/odd.py"
    file.write_text(file.read_text().replace("ignore[SC413]", "ignore[SC307]"))


CHANGES: tuple[Callable[[Path], None], ...] = (
    *(_edit, _same_size, _delete_import, _edit_import, _earlier_suffix, _unused_signatures),
    *(_new_module, _new_package, _new_base, _link, _link_nowhere, _folder_for_file),
    *(_config, _predicates, _sig_paths, _dialects, _ignore),
)


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_is_noticed(
    project: Project, compiled: list[int], change: Callable[[Path], None]
) -> None:
    project.run("check")
    assert project.run("check").status == 1
    assert len(compiled) == 1
    change(project.folder)
    after = project.run("check")
    assert len(compiled) == 2
    assert after == anew(project)


def test_a_change_back_is_known_no_more_and_right(project: Project, compiled: list[int]) -> None:
    first = project.run("check")
    text = (project.folder / "app/odd.py").read_text()
    project.write("app/odd.py", "#: type a = missing\n")
    assert project.run("check") != first
    (project.folder / "app/odd.py").write_text(text)
    assert project.run("check") == first
    assert len(compiled) == 3


def test_another_program_or_python_compiles_anew(
    project: Project, compiled: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    project.run("check")
    monkeypatch.setattr(sys, "version", "3.99")
    project.run("check")
    assert len(compiled) == 2
    monkeypatch.setattr(known_findings, "FOREIGN", ("jsonschema_rs", "lark", "no_such_package"))
    project.run("check")
    project.run("check")
    assert len(compiled) == 4
