"""Files that change show, whenever they were written; those that hold the same do not."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from schemac.contract_sources.watching import Watch

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LONG_AGO = 10**18


def written(file: Path, text: str, at: int) -> Path:
    file.write_text(text)
    os.utime(file, ns=(at, at))
    return file


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path / "a.py", "one", LONG_AGO)


def watching(*files: Path) -> Watch:
    watch = Watch()
    watch.remember(files, time.time_ns())
    return watch


def test_what_holds_the_same_has_not_changed(file: Path) -> None:
    watch = watching(file)
    assert not watch.changed()
    written(file, "one", LONG_AGO + 1)
    assert [watch.changed(), watch.changed()] == [False, False]


@pytest.mark.parametrize(("text", "at"), [("two", LONG_AGO + 1), ("three", LONG_AGO)])
def test_another_time_or_size_with_other_content_is_a_change(
    text: str, at: int, file: Path
) -> None:
    watch = watching(file)
    written(file, text, at)
    assert [watch.changed(), watch.changed()] == [True, True]
    watch.remember([file], time.time_ns())
    assert not watch.changed()


def test_files_that_come_and_go_are_changes(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "b.py"
    watch = watching(file, other)
    assert not watch.changed()
    written(other, "new", LONG_AGO)
    assert watch.changed()
    watch = watching(file, other)
    other.unlink()
    assert watch.changed()


def test_what_was_written_while_files_were_read_counts_as_changed(file: Path) -> None:
    begun = time.time_ns()
    written(file, "too late to be read", time.time_ns())
    watch = Watch()
    watch.remember([file], begun)
    assert watch.changed()
    watch.remember([file], begun + 10**12)
    assert not watch.changed()


def test_what_was_seen_before_it_was_read_is_in_no_doubt(file: Path) -> None:
    watch = watching(file)
    written(file, "just now", time.time_ns())
    assert watch.changed()
    watch.remember([file], time.time_ns())
    assert not watch.changed()
    written(file, "and again", time.time_ns())
    assert watch.changed()
    begun = time.time_ns()
    written(file, "while it is read", time.time_ns())
    watch.remember([file], begun)
    assert watch.changed()


def test_only_what_was_remembered_last_is_watched(file: Path, tmp_path: Path) -> None:
    other = written(tmp_path / "b.py", "one", LONG_AGO)
    watch = watching(file)
    watch.remember([other], time.time_ns())
    written(file, "two", LONG_AGO + 5)
    assert not watch.changed()


def _pipe(place: Path) -> None:
    os.mkfifo(place)


def _device(place: Path) -> None:
    place.symlink_to("/dev/zero")


def _folder(place: Path) -> None:
    place.mkdir()


def _gone(place: Path) -> None:
    place.symlink_to("gone")


def _circle(place: Path) -> None:
    place.symlink_to(place.name)


@pytest.mark.parametrize("make", [_pipe, _device, _folder, _gone, _circle])
def test_what_is_no_file_is_watched_and_never_read(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    place = tmp_path / "a.sig"
    watch = watching(place)
    make(place)
    assert watch.changed()
    watch.remember([place], time.time_ns())
    assert not watch.changed()
    place.rmdir() if make is _folder else place.unlink()
    assert watch.changed()


@pytest.mark.parametrize("texts", [("one", "two"), ("one", "one")])
def test_a_link_that_leads_elsewhere_is_a_change(tmp_path: Path, texts: tuple[str, str]) -> None:
    for name, text in zip("ab", texts, strict=True):
        written(tmp_path / name, text, LONG_AGO)
    link = tmp_path / "link"
    link.symlink_to("a")
    watch = watching(link)
    watch.changed()
    watch.remember([link], time.time_ns())
    assert not watch.changed()
    (tmp_path / "new").symlink_to("b")
    (tmp_path / "new").replace(link)
    assert watch.changed()


def test_a_folder_that_leads_elsewhere_is_a_change(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).mkdir()
        written(tmp_path / name / "x.sig", name, LONG_AGO)
    (tmp_path / "now").symlink_to("a")
    watch = watching(tmp_path / "now" / "x.sig")
    assert not watch.changed()
    (tmp_path / "now").unlink()
    (tmp_path / "now").symlink_to("b")
    assert watch.changed()


def test_a_file_that_can_no_longer_be_looked_at_is_a_change(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = watching(file)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    for name in ("stat", "lstat"):
        monkeypatch.setattr(os, name, refuse)
    assert watch.changed()
    monkeypatch.undo()
    assert not watch.changed()


def test_what_is_very_long_is_not_read_to_its_end(tmp_path: Path) -> None:
    place = tmp_path / "a.sig"
    with place.open("wb") as stream:
        stream.truncate(1 << 40)
    os.utime(place, ns=(LONG_AGO, LONG_AGO))
    watch = watching(place)
    assert not watch.changed()
    os.utime(place, ns=(LONG_AGO, LONG_AGO + 1))
    assert watch.changed()


@pytest.mark.parametrize("name", ["a" * 300, "a/" * 3_000, "\ud800"])
def test_what_no_file_can_be_called_is_absent(tmp_path: Path, name: str) -> None:
    assert not watching(tmp_path / name).changed()
