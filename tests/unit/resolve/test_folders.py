from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.resolve.folders import Folders, Found, Missing, Outside

if TYPE_CHECKING:
    from pathlib import Path


def _write(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("", encoding="utf-8")


def test_sig_beats_pyi_beats_rbs_in_one_folder(tmp_path: Path) -> None:
    _write(tmp_path, "a.rbs", "a.pyi", "a.sig", "b.rbs", "b.pyi", "c.rbs")
    folders = Folders([tmp_path])
    found = [folders.find(name) for name in "abc"]
    assert [each.relative for each in found if isinstance(each, Found)] == [
        "a.sig",
        "b.pyi",
        "c.rbs",
    ]


def test_an_earlier_folder_beats_a_better_suffix(tmp_path: Path) -> None:
    _write(tmp_path, "one/a.rbs", "two/a.sig")
    found = Folders([tmp_path / "one", tmp_path / "two"]).find("a")
    assert isinstance(found, Found)
    assert found.path == tmp_path / "one" / "a.rbs"


def test_a_file_has_one_name_whichever_folder_it_is_found_in(tmp_path: Path) -> None:
    _write(tmp_path, "sig/shared/a.sig")
    folders = Folders([tmp_path / "sig", tmp_path / "sig" / "shared"])
    assert folders.find("a") == folders.find("shared/a")


def test_what_is_nowhere_is_missing(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    folders = Folders([tmp_path, tmp_path / "absent"])
    assert [folders.find(path) for path in ("nothing", "in/it", "plain/in")] == [Missing()] * 3


@pytest.mark.parametrize(
    "path",
    ["../a", "a/../../b", "/etc/a", "~/a", "a\\b", "c:a", "./a", "a//b", "", "a\0b", "a/"],
)
def test_paths_that_leave_the_folder(tmp_path: Path, path: str) -> None:
    _write(tmp_path, "a.sig", "sig/a.sig")
    assert Folders([tmp_path / "sig"]).find(path) == Outside()


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    _write(tmp_path, "secret.sig", "sig/own.sig")
    (tmp_path / "sig" / "escape.sig").symlink_to(tmp_path / "secret.sig")
    (tmp_path / "sig" / "alias.sig").symlink_to(tmp_path / "sig" / "own.sig")
    folders = Folders([tmp_path / "sig"])
    assert folders.find("escape") == Outside()
    assert folders.find("alias") == Found(tmp_path / "sig" / "own.sig", "own.sig")


def test_a_very_long_name_is_missing(tmp_path: Path) -> None:
    assert Folders([tmp_path]).find("a" * 5_000) == Missing()


def test_known_paths_are_sorted_and_without_suffix(tmp_path: Path) -> None:
    _write(tmp_path, "b/c.sig", "a.rbs", "a.sig", "readme.md")
    assert Folders([tmp_path]).known() == ("a", "b/c")
