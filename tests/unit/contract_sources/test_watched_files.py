"""Files that change show, whenever they were written; those that hold the same do not."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from schemac.contract_sources.watching import Watch

if TYPE_CHECKING:
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
