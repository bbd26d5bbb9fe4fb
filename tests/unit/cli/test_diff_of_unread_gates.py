"""Two states of a project in which a gate cannot be read in, an exposure where anything differs."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.changed_states import git

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.cli.commands import Outcome, Project

PAY = """
from schemac import Handler, tool
from app.consts import ADMIN

@tool("pay", requires=ADMIN)
class Pay(Handler):
    '''Pay.'''
    #: () -> { ok: true }
    def call(self): return {"ok": True}
"""
SOURCES = ("app/consts.py", "settings.toml", "requirements.txt", ".env")
ELSEWHERE = (*SOURCES, "new/settings.json")
EXPOSED = "pay\n  exposure  itself: tool is visible now, for callers that nobody can tell\n"


@pytest.fixture
def paying(bare: Project) -> Project:
    """A project whose tools take their gate from what `paths` do not name."""
    bare.write("pyproject.toml", '[tool.schemac]\npaths = ["app/mcp"]\n')
    bare.write("app/mcp/t.py", PAY)
    for name in SOURCES:
        bare.write(name, 'ADMIN = "admin"\n')
    return bare


def begun(project: Project) -> None:
    git(project, "init", "-q")
    git(project, "add", ".")
    git(project, "commit", "-q", "-m", "Begin")


def diff(project: Project, old: str, new: str) -> Outcome:
    return project.run("diff", old, new, "--fail-on", "exposure")


@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_change_anywhere_is_an_exposure_since_a_revision(paying: Project, name: str) -> None:
    begun(paying)
    assert diff(paying, "git:HEAD", ".").status == 0
    paying.write(name, "ADMIN = None\n")
    outcome = diff(paying, "git:HEAD", ".")
    assert outcome.status == 1
    assert outcome.out.startswith(EXPOSED)
    assert "Nothing changes" not in outcome.err


def test_a_file_that_goes_is_a_change(paying: Project) -> None:
    begun(paying)
    (paying.folder / "app" / "consts.py").unlink()
    assert diff(paying, "git:HEAD", ".").status == 1


def test_files_around_the_project_in_its_repository_count(
    paying: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = paying.folder / "inner"
    inner.mkdir()
    for name in ("pyproject.toml", "app"):
        shutil.move(paying.folder / name, inner / name)
    begun(paying)
    monkeypatch.chdir(inner)
    assert diff(paying, "git:HEAD", ".").status == 0
    paying.write("settings.toml", "ADMIN = None\n")
    assert diff(paying, "git:HEAD", ".").status == 1


def test_what_git_ignores_is_no_change(paying: Project) -> None:
    paying.write(".gitignore", "*.log\n/build/\n")
    begun(paying)
    paying.write("a.log", "x")
    paying.write("build/b.py", "x")
    assert diff(paying, "git:HEAD", ".").status == 0


def submodule(project: Project, commit: str) -> None:
    """Commit a submodule at a commit."""
    git(project, "update-index", "--add", "--cacheinfo", f"160000,{commit * 40},app/vendored")
    git(project, "commit", "-q", "-m", commit)


def link(project: Project, target: str) -> None:
    """Commit a link that leads out of the repository."""
    (project.folder / "out").unlink(missing_ok=True)
    (project.folder / "out").symlink_to(f"/{target}")
    git(project, "add", "out")
    git(project, "commit", "-q", "-m", target)


@pytest.mark.parametrize("change", [submodule, link])
def test_what_is_beside_the_files_of_revisions_counts(
    paying: Project, change: Callable[[Project, str], None]
) -> None:
    begun(paying)
    assert diff(paying, "git:HEAD", "git:HEAD").status == 0
    change(paying, "a")
    assert diff(paying, "git:HEAD~1", "git:HEAD").status == 1
    change(paying, "b")
    outcome = diff(paying, "git:HEAD~1", "git:HEAD")
    assert outcome.status == 1
    assert outcome.out.startswith(EXPOSED)
    git(paying, "commit", "-q", "--allow-empty", "-m", "Nothing")
    assert diff(paying, "git:HEAD~1", "git:HEAD").status == 0
    # What such a thing holds in the folder nobody can tell.
    assert diff(paying, "git:HEAD", ".").status == 1


def test_a_submodule_that_is_as_committed_is_no_change(paying: Project) -> None:
    inner = replace(paying, folder=paying.folder / "app" / "vendored")
    inner.write("gates.py", 'GATE = "admin"\n')
    begun(inner)
    begun(paying)
    assert diff(paying, "git:HEAD", ".").status == 0
    inner.write("gates.py", 'GATE = "anyone"\n')
    assert diff(paying, "git:HEAD", ".").status == 1
    git(inner, "commit", "-q", "-a", "-m", "Change")
    assert diff(paying, "git:HEAD", ".").status == 1
    git(paying, "commit", "-q", "-a", "-m", "Move")
    assert diff(paying, "git:HEAD", ".").status == 0
    assert diff(paying, "git:HEAD~1", "git:HEAD").status == 1
    inner.write("more.py", "x = 1\n")
    assert diff(paying, "git:HEAD", ".").status == 1


@pytest.fixture
def copied(paying: Project, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The same project in another folder."""
    folder = tmp_path_factory.mktemp("copies") / "copy"
    shutil.copytree(paying.folder, folder)
    return replace(paying, folder=folder)


@pytest.mark.parametrize("name", ELSEWHERE)
def test_two_folders_are_compared_whole(paying: Project, copied: Project, name: str) -> None:
    assert diff(paying, str(copied.folder), ".").status == 0
    paying.write(".cache/x", "caches do not count")
    assert diff(paying, str(copied.folder), ".").status == 0
    copied.write(name, "ADMIN = None\n")
    assert diff(paying, str(copied.folder), ".").out.startswith(EXPOSED)


def test_two_folders_of_one_repository_are_not_known_to_be_the_same(paying: Project) -> None:
    (paying.folder / "one").mkdir()
    for name in ("pyproject.toml", "app"):
        shutil.move(paying.folder / name, paying.folder / "one" / name)
    shutil.copytree(paying.folder / "one", paying.folder / "two")
    begun(paying)
    assert diff(paying, "one", "two").status == 1


def test_links_that_lead_elsewhere_are_in_doubt(paying: Project, copied: Project) -> None:
    (paying.folder / "within").symlink_to("app")
    (copied.folder / "within").symlink_to("app")
    assert diff(paying, str(copied.folder), ".").status == 0
    for project in (paying, copied):
        (project.folder / "out").symlink_to("/")
    assert diff(paying, str(copied.folder), ".").status == 1


def test_a_folder_and_a_plan_are_never_known_to_be_the_same(paying: Project) -> None:
    paying.write("app/mcp/t.py", PAY.replace("requires=ADMIN", 'requires="admin"'))
    assert paying.run("build", "-o", "plan.json").status == 0
    paying.write("app/mcp/t.py", PAY)
    assert diff(paying, "plan.json", ".").status == 1
