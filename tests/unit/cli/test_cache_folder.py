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


def test_nothing_is_left_behind_where_it_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "kept" / "a"
    (file / "b").mkdir(parents=True)
    with pytest.raises(OSError, match="a"):
        write_whole(file, DATA)
    assert sorted(path.name for path in file.parent.iterdir()) == ["a"]


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
