from __future__ import annotations

import pickle
import shutil
import subprocess
from importlib.metadata import PackageNotFoundError
from typing import TYPE_CHECKING, Any

import pytest

from schemac.cli import parse_cache as cache
from schemac.cli.cache_folder import write_whole
from schemac.cli.parse_cache import ParseCache, parse_cache
from schemac.resolve.loader import ReadMemo
from schemac.source import Source
from schemac.syntax.module import read_module

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.unit.cli.commands import Project

WRONG = "#: type a = absent\n"


def git(project: Project, *arguments: str) -> None:
    program = shutil.which("git")
    assert program is not None
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.com")
    command = (program, "-C", str(project.folder), *identity, *arguments)
    subprocess.run(command, check=True, capture_output=True)


def test_a_second_check_parses_what_changed_only(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("app/wrong.py", WRONG)
    read: list[str] = []

    def reading(source: Source) -> Any:
        read.append(source.name)
        return read_module(source)

    monkeypatch.setattr(cache, "read_module", reading)
    first = project.run("check")
    assert first.status == 1
    assert read == ["app/tools.py", "app/wrong.py"]
    assert project.run("check") == first
    assert read == ["app/tools.py", "app/wrong.py"]
    project.write("app/wrong.py", f"\n\n#\n{WRONG}")
    changed = project.run("check")
    assert read == ["app/tools.py", "app/wrong.py", "app/wrong.py"]
    assert "app/wrong.py:2:13" in changed.out
    shutil.rmtree(project.folder / ".schemac_cache")
    assert project.run("check") == changed


def test_it_is_hidden_from_git_and_not_read_where_git_tracks_it(project: Project) -> None:
    git(project, "init", "-q")
    project.run("check")
    folder = project.folder / ".schemac_cache"
    assert (folder / ".gitignore").read_text() == "*\n"
    assert isinstance(parse_cache(project.folder), ParseCache)
    git(project, "add", "-f", ".schemac_cache")
    memo = parse_cache(project.folder)
    assert isinstance(memo, ReadMemo)
    assert not isinstance(memo, ParseCache)


class Evil:
    def __reduce__(self) -> tuple[Any, ...]:
        return (pytest.fail, ("code of a cache ran",))


@pytest.mark.parametrize(
    "content",
    [b"", b"no pickle", pickle.dumps(Evil()), pickle.dumps("text"), pickle.dumps(print)],
)
def test_what_is_no_data_of_ours_is_parsed_anew(tmp_path: Path, content: bytes) -> None:
    memo = ParseCache(tmp_path / "kept")
    source = Source("a.py", WRONG)
    expected = memo.module(source)
    files = list((tmp_path / "kept").glob("*.parsed"))
    assert len(files) == 1
    write_whole(files[0], content)
    assert memo.module(source) == expected
    assert ParseCache(tmp_path / "kept").module(source) == expected


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file")
    source = Source("a.py", WRONG)
    memo = ParseCache(tmp_path / "kept")
    assert memo.module(source) == read_module(source)
    memo.prune()


def test_the_oldest_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_MOST_FILES", 2)
    memo = ParseCache(tmp_path / "kept")
    for at in range(4):
        memo.module(Source(f"{at}.py", WRONG))
    memo.prune()
    assert len(list((tmp_path / "kept").glob("*.parsed"))) == 2


@pytest.mark.parametrize(
    "variables",
    [
        {"GIT_LITERAL_PATHSPECS": "1"},
        {"GIT_GLOB_PATHSPECS": "1"},
        {"GIT_NOGLOB_PATHSPECS": "1"},
        {"GIT_DIR": "elsewhere/.git"},
        {"GIT_DIR": "elsewhere/.git", "GIT_WORK_TREE": "elsewhere"},
        {"GIT_INDEX_FILE": "empty"},
        {"GIT_CEILING_DIRECTORIES": "/"},
        {
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": "core.worktree",
            "GIT_CONFIG_VALUE_0": "elsewhere",
        },
    ],
)
def test_variables_do_not_hide_that_git_tracks_it(
    project: Project, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str]
) -> None:
    git(project, "init", "-q")
    git(project, "init", "-q", "elsewhere")
    project.write(".schemac_cache/planted.findings", "x")
    project.write("app/wrong.py", WRONG)
    git(project, "add", "-f", ".schemac_cache")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert not isinstance(parse_cache(project.folder), ParseCache)
    assert project.run("check").status == 1
    assert [file.name for file in (project.folder / ".schemac_cache").iterdir()] == [
        "planted.findings"
    ]


def _not_there(name: str) -> str:
    raise PackageNotFoundError(name)


def _damaged(name: str) -> str:
    raise KeyError(name)


@pytest.mark.parametrize("unknown", [_not_there, _damaged, lambda _: None, lambda _: ""])
def test_nothing_is_kept_for_a_program_whose_state_is_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unknown: Callable[[str], str]
) -> None:
    monkeypatch.setattr(cache, "version", unknown)
    source = Source("a.py", WRONG)
    assert ParseCache(tmp_path / "kept").module(source) == read_module(source)
    assert not (tmp_path / "kept").exists()
