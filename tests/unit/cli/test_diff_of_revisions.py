"""A revision as a state of `diff`: all its files, nothing outside of it, and no trace left."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.unit.cli import changed_states
from tests.unit.cli.changed_states import FOUND, git

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

changed = pytest.fixture(changed_states.changed)


def test_a_revision_is_read_in_the_folder_one_stands_in(
    changed: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(changed.folder / "app")
    outcome = changed.run("diff", "git:HEAD", "..")
    assert (outcome.status, outcome.out) == (0, FOUND)


def test_a_revision_that_is_not_there_is_named(changed: Project) -> None:
    outcome = changed.run("diff", "git:nope", ".")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == "Error: git: `nope` is no revision of this repository\n"


def test_all_files_of_a_revision_are_read_also_those_left_out_of_archives(
    changed: Project,
) -> None:
    changed.write(".gitattributes", "* export-ignore\n")
    git(changed, "add", ".gitattributes")
    git(changed, "commit", "-q", "-m", "Export nothing")
    assert changed.run("diff", "git:HEAD", ".").out == FOUND


def test_links_in_a_revision_lead_nowhere_else(
    changed: Project, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "more.py").write_text((changed.folder / "app" / "tools.py").read_text())
    app = changed.folder / "app"
    for name, target in {
        "outside.py": outside / "more.py",
        "up": Path("..") / ".." / outside.name,
        "round.py": Path("round.py"),
    }.items():
        (app / name).symlink_to(target)
    git(changed, "add", "app/outside.py", "app/up", "app/round.py")
    git(changed, "commit", "-q", "-m", "Link", "--only", *_links(changed))
    for name in _links(changed):
        (changed.folder / name).unlink()
    outcome = changed.run("diff", "git:HEAD", ".")
    assert (outcome.status, outcome.out, outcome.err) == (0, FOUND, "")


def _links(project: Project) -> list[str]:
    return [f"app/{each.name}" for each in (project.folder / "app").iterdir() if each.is_symlink()]


def test_a_revision_leaves_the_index_as_it_is(changed: Project) -> None:
    file = changed.folder / "app" / "tools.py"
    git(changed, "add", "app/tools.py")
    file.write_text("# nothing\n")
    before = (changed.folder / ".git" / "index").read_bytes()
    changed.run("diff", "git:HEAD", ".")
    assert (changed.folder / ".git" / "index").read_bytes() == before
    assert file.read_text() == "# nothing\n"


def test_a_revision_without_a_configuration_is_read_without_one(
    changed: Project, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(changed, "rm", "-q", "--cached", "pyproject.toml")
    git(changed, "commit", "-q", "-m", "Forget the configuration")
    outcome = changed.run("diff", "git:HEAD", ".")
    assert "`git:HEAD` has no configuration and is read without one" in outcome.err
    plain = changed.run("diff", "git:HEAD", ".").out
    # Who else may write beside the folder for what lives for a while has no say in it.
    shared = tmp_path_factory.mktemp("shared")
    monkeypatch.setenv("TMPDIR", str(shared))
    monkeypatch.setattr("tempfile.tempdir", None)
    for name in ("schemac.toml", "pyproject.toml"):
        (shared / name).write_text("paths = 5\n[tool.schemac]\npaths = 5\n", encoding="utf-8")
        again = changed.run("diff", "git:HEAD", ".")
        assert (again.out, again.status) == (plain, outcome.status)


@pytest.mark.parametrize("name", [b"line\n", b"bad\xff", b"two\nlines"])
def test_a_repository_may_lie_anywhere(
    changed: Project,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    name: bytes,
) -> None:
    place = tmp_path_factory.mktemp("around") / os.fsdecode(name)
    shutil.copytree(changed.folder, place)
    monkeypatch.chdir(place)
    outcome = type(changed)(place).run("diff", "git:HEAD", ".")
    assert (outcome.status, outcome.out) == (0, FOUND)


HIRED = '''
from schemac import tool


#: () -> {{ name: String, ?salary: Integer{gate} }}
@tool
def hired():
    """Tell who was hired."""
'''


@pytest.fixture
def whole(project: Project) -> tuple[Project, Project]:
    """A project with a submodule among its sources, a gate of which goes in its last commit."""
    inner = replace(project, folder=project.folder / "app" / "hr")
    for each, gate in ((inner, " @requires(:hr)"), (inner, "")):
        inner.write("hr.py", HIRED.format(gate=gate))
        for one in (each, project):
            git(one, "init", "-q")
            git(one, "add", ".")
            git(one, "commit", "-q", "-m", "Go on")
    return project, inner


def test_what_lies_in_submodules_is_part_of_a_revision(whole: tuple[Project, Project]) -> None:
    project, inner = whole
    assert git(project, "ls-files", "--stage", "app/hr").startswith("160000")
    outcome = project.run("diff", "git:HEAD~1", "git:HEAD", "--fail-on", "exposure")
    assert outcome.status == 1
    assert "field `salary` is visible now" in outcome.out
    same = project.run("diff", "git:HEAD", ".")
    assert (same.status, same.out) == (0, "")
    inner.write("hr.py", HIRED.format(gate=" @requires(:x)"))
    assert "salary" in project.run("diff", "git:HEAD", ".").out


def test_a_submodule_that_is_not_here_cannot_be_compared(whole: tuple[Project, Project]) -> None:
    project, inner = whole
    shutil.rmtree(inner.folder / ".git")
    outcome = project.run("diff", "git:HEAD~1", "git:HEAD")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(
        "Error: the submodule `app/hr` is not here as it is in `git:HEAD~1`"
    )
    settings = (project.folder / "pyproject.toml").read_text(encoding="utf-8")
    project.write("pyproject.toml", settings.replace('["app"]', '["app/tools.py"]'))
    git(project, "commit", "-q", "-m", "Leave it out", "pyproject.toml")
    assert project.run("diff", "git:HEAD", "git:HEAD").status == 0


def test_what_a_hook_is_told_of_its_repository_is_left_out(
    changed: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(changed.folder / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(changed.folder / "none"))
    monkeypatch.chdir(changed.folder / "app")
    outcome = changed.run("diff", "git:HEAD", "..")
    assert (outcome.status, outcome.out) == (0, FOUND)
