from __future__ import annotations

import json
import os
import pickle
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from schemac.cli import cache_folder as module
from schemac.cli.cache_folder import cache_folder, read_whole, write_whole
from schemac.cli.parse_cache import ParseCache
from schemac.source import Source
from schemac.syntax.module import read_module

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.cli.commands import Project

DATA = b"what was found"


def _flipped(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)


def _shared(file: Path) -> None:
    file.chmod(0o666)


def _piped(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def _linked(file: Path) -> None:
    file.rename(file.with_suffix(".other"))
    file.symlink_to(file.with_suffix(".other"))


def _foldered(file: Path) -> None:
    file.unlink()
    file.mkdir()


def _endless(file: Path) -> None:
    file.unlink()
    file.symlink_to("/dev/zero")


DAMAGES = [_flipped, _shared, _piped, _linked, _foldered, _endless]


def test_what_was_written_is_read(tmp_path: Path) -> None:
    write_whole(tmp_path / "kept" / "a", DATA)
    assert read_whole(tmp_path / "kept" / "a") == DATA


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_not_whole_and_our_own_is_not_read(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    file = tmp_path / "kept" / "a"
    write_whole(file, DATA)
    damage(file)
    with pytest.raises(OSError, match="a"):
        read_whole(file)


def test_every_cut_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "kept" / "a"
    write_whole(file, DATA)
    whole = file.read_bytes()
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        with pytest.raises(OSError, match="a"):
            read_whole(file)


def test_what_belongs_to_another_user_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept" / "a"
    write_whole(file, DATA)
    monkeypatch.setattr(os, "getuid", lambda: file.stat().st_uid + 1)
    with pytest.raises(PermissionError):
        read_whole(file)


def test_what_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kept" / "a"
    write_whole(file, DATA)
    monkeypatch.setattr(module, "_MOST_BYTES", len(DATA))
    with pytest.raises(OSError, match="a"):
        read_whole(file)


def test_a_folder_that_is_there_is_hidden_from_git_too(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    write_whole(folder / "a", DATA)
    assert (folder / ".gitignore").read_text() == "*\n"


@pytest.mark.parametrize("is_link", [False, True])
def test_what_says_what_git_ignores_stays(tmp_path: Path, is_link: bool) -> None:  # noqa: FBT001 - a case
    (tmp_path / "kept").mkdir()
    own = tmp_path / "kept" / ".gitignore"
    if is_link:
        own.symlink_to(tmp_path / "elsewhere")
    else:
        own.write_text("a\n")
    write_whole(tmp_path / "kept" / "a", DATA)
    assert not (tmp_path / "elsewhere").exists()
    assert is_link or own.read_text() == "a\n"


def test_nothing_is_left_behind_where_it_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "kept" / "a"
    (file / "b").mkdir(parents=True)
    with pytest.raises(OSError, match="a"):
        write_whole(file, DATA)
    assert sorted(path.name for path in file.parent.iterdir()) == [".gitignore", "a"]


def test_a_folder_that_cannot_be_asked_for_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path, **_: object) -> bool:
        raise PermissionError

    monkeypatch.setattr(Path, "exists", refuse)
    assert cache_folder(tmp_path) is None


@pytest.mark.parametrize("kind", ["*.parsed", "*.findings"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_changes_no_finding(
    project: Project, kind: str, damage: Callable[[Path], None]
) -> None:
    project.write("app/wrong.py", "#: type a = absent\n")
    first = project.run("check")
    for file in (project.folder / ".schemac_cache").glob(kind):
        damage(file)
    if kind == "*.parsed":
        for file in (project.folder / ".schemac_cache").glob("*.findings"):
            file.unlink()
    assert project.run("check") == first
    assert project.run("check") == first


@pytest.mark.parametrize("other", [(), (1, 2), ("a", "b"), (None, ()), None, [], "both"])
def test_data_of_another_shape_is_parsed_anew(tmp_path: Path, other: object) -> None:
    source = Source("a.py", "#: type a = absent\n")
    cache = ParseCache(tmp_path / "kept")
    fresh = cache.module(source)
    (file,) = (tmp_path / "kept").glob("*.parsed")
    kept = file.read_bytes()
    write_whole(file, pickle.dumps((fresh[0], (fresh[0],)) if other == "both" else other))
    assert ParseCache(tmp_path / "kept").module(source) == fresh == read_module(source)
    assert file.read_bytes() == kept


def test_what_somebody_else_sealed_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept" / "a"
    write_whole(file, DATA)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
    with pytest.raises(OSError, match="a"):
        read_whole(file)
    assert stat.S_IMODE((tmp_path / "other" / "schemac" / "key").stat().st_mode) == 0o600


def test_what_was_sealed_under_another_name_is_not_read(tmp_path: Path) -> None:
    write_whole(tmp_path / "kept" / "a", DATA)
    (tmp_path / "kept" / "a").rename(tmp_path / "kept" / "b")
    with pytest.raises(OSError, match="b"):
        read_whole(tmp_path / "kept" / "b")


@pytest.mark.parametrize("key", [b"", b"short", bytes(33)])
def test_a_key_of_another_length_seals_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: bytes
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "schemac").mkdir()
    (tmp_path / "schemac" / "key").write_bytes(key)
    with pytest.raises(OSError, match="key"):
        write_whole(tmp_path / "kept" / "a", DATA)
    assert not (tmp_path / "kept").exists()


def test_findings_that_were_planted_silence_nothing(project: Project) -> None:
    project.write("app/wrong.py", "#: type a = absent\n")
    first = project.run("check")
    (file,) = (project.folder / ".schemac_cache").glob("*.findings")
    planted = json.dumps({"seen": [], "texts": [], "files": 1, "found": []}).encode()
    file.write_bytes(planted)
    assert project.run("check") == first
    (file,) = (project.folder / ".schemac_cache").glob("*.findings")
    file.write_bytes(file.read_bytes()[:32] + planted)
    assert project.run("check") == first


@pytest.mark.parametrize("home", ["", "home", "inner/link"])
@pytest.mark.parametrize("variable", ["HOME", "XDG_CACHE_HOME"])
def test_no_key_is_taken_from_the_project(
    project: Project, monkeypatch: pytest.MonkeyPatch, variable: str, home: str
) -> None:
    (project.folder / "inner").mkdir()
    (project.folder / "inner" / "link").symlink_to(project.folder.parent)
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv(variable, str(project.folder / home))
    assert cache_folder(project.folder) is None
    before = sorted(project.folder.rglob("*"))
    assert project.run("check").status == 0
    assert sorted(project.folder.rglob("*")) == before


def test_no_key_is_taken_through_a_link_into_the_project(
    project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    assert cache_folder(project.folder) == project.folder / ".schemac_cache"
    (home / "schemac").symlink_to(project.folder)
    assert cache_folder(project.folder) is None


@pytest.mark.parametrize("above", [0, 1])
@pytest.mark.parametrize("kind", ["folder", "file", "gone"])
def test_no_key_is_taken_from_the_repository_around(
    project: Project, monkeypatch: pytest.MonkeyPatch, above: int, kind: str
) -> None:
    inner = project.folder / "a" / "b"
    inner.mkdir(parents=True)
    mark = inner.parents[above] / ".git"
    monkeypatch.setenv("XDG_CACHE_HOME", str(mark.parent / "cache"))
    assert cache_folder(inner) == inner / ".schemac_cache"
    match kind:
        case "folder":
            mark.mkdir()
        case "file":
            mark.write_text("gitdir: elsewhere\n")
        case _:
            mark.symlink_to("gone")
    assert cache_folder(inner) is None


def _open_key(folder: Path) -> None:
    (folder / "key").chmod(0o660)


def _open_folder(folder: Path) -> None:
    folder.chmod(0o770)


def _linked_key(folder: Path) -> None:
    _linked(folder / "key")


def _linked_folder(folder: Path) -> None:
    folder.rename(folder.with_name("other"))
    folder.symlink_to("other")


@pytest.mark.parametrize("damage", [_open_key, _open_folder, _linked_key, _linked_folder])
def test_a_key_that_others_could_choose_seals_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: Callable[[Path], None]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own"))
    file = tmp_path / "kept" / "a"
    write_whole(file, DATA)
    assert read_whole(file) == DATA
    damage(tmp_path / "own" / "schemac")
    with pytest.raises(OSError, match="key"):
        read_whole(file)
    with pytest.raises(OSError, match="key"):
        write_whole(tmp_path / "kept" / "b", DATA)
    assert not (tmp_path / "kept" / "b").exists()


def test_a_folder_of_another_user_holds_no_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "schemac").mkdir(0o700)
    monkeypatch.setattr(os, "getuid", lambda: tmp_path.stat().st_uid + 1)
    with pytest.raises(PermissionError, match="key"):
        write_whole(tmp_path / "kept" / "a", DATA)
    assert list((tmp_path / "schemac").iterdir()) == []
