"""What is no file, or cannot be looked at, ends the search: no later folder stands in for it."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from schemac.resolve.disk import DISK, Listing

if TYPE_CHECKING:
    from collections.abc import Callable

TOOL = """
from schemac import tool

#: from inner/shared import one
#: (?a: one) -> String
@tool
def t(a=None):
    '''A tool.'''
"""


def _folder(place: Path) -> None:
    place.mkdir()


def _pipe(place: Path) -> None:
    os.mkfifo(place)


def _device(place: Path) -> None:
    place.symlink_to("/dev/zero")


def _gone_inside(place: Path) -> None:
    place.symlink_to("gone.sig")


def _gone_outside(place: Path) -> None:
    place.symlink_to("../../../outside/shared.sig")


def _circle(place: Path) -> None:
    place.symlink_to(place.name)


def _folder_gone(place: Path) -> None:
    place.parent.rmdir()
    place.parent.symlink_to("gone")


def _folder_gone_outside(place: Path) -> None:
    place.parent.rmdir()
    place.parent.symlink_to("../../outside")


def _folder_circle(place: Path) -> None:
    place.parent.rmdir()
    place.parent.symlink_to(place.parent.name)


def _search_folder_gone(place: Path) -> None:
    place.parent.rmdir()
    place.parent.parent.rmdir()
    place.parent.parent.symlink_to("gone")


BLOCKS = {
    _folder: "SC001",
    _pipe: "SC001",
    _device: "SC204",
    _gone_inside: "SC001",
    _gone_outside: "SC204",
    _circle: "SC001",
    _folder_gone: "SC001",
    _folder_gone_outside: "SC204",
    _folder_circle: "SC001",
    _search_folder_gone: "SC001",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "t.py").write_text(TOOL, encoding="utf-8")
    for name in ("first", "second"):
        (tmp_path / name / "inner").mkdir(parents=True)
    shared = tmp_path / "second" / "inner" / "shared.sig"
    shared.write_text("type one = String\n", encoding="utf-8")
    return tmp_path


def compiled(tree: Path, *, everything: bool = False) -> tuple[list[str], list[str]]:
    """Give the tools that can be called, and what was found at which line."""
    options = CompileOptions(tree, (Path("first"), Path("second")))
    done = compile_paths([Path("t.py")], options, signature_files=everything)
    found = [
        f"{one.span.begin.line if one.span else '-'} {one.code} {one.message}"
        for one in done.diagnostics
    ]
    return [tool.name for tool in done.plan.tools], found


def test_a_later_folder_holds_where_nothing_lies_in_the_first(tree: Path) -> None:
    assert compiled(tree) == (["t"], [])


@pytest.mark.parametrize("suffix", [".sig", ".pyi", ".rbs"])
@pytest.mark.parametrize(("block", "code"), BLOCKS.items())
def test_what_is_in_the_way_is_told_at_the_import(
    tree: Path, block: Callable[[Path], None], code: str, suffix: str
) -> None:
    block(tree / "first" / "inner" / f"shared{suffix}")
    tools, found = compiled(tree)
    assert tools == []
    assert [each[:7] for each in found][:1] == [f"4 {code}"]


@pytest.mark.parametrize("shut", ["first", "first/inner", "first/inner/shared.sig"])
@pytest.mark.parametrize("reason", [errno.EACCES, errno.EIO, errno.ELOOP, errno.ESTALE])
def test_what_cannot_be_looked_at_is_told_at_the_import(
    tree: Path, monkeypatch: pytest.MonkeyPatch, shut: str, reason: int
) -> None:
    def refusing(ask: Callable[..., object]) -> Callable[..., object]:
        def asked(path: object, *args: object, **options: object) -> object:
            if Path(str(path)).is_relative_to(tree / shut) and Path(str(path)).suffix:
                raise OSError(reason, os.strerror(reason), str(path))
            return ask(path, *args, **options)

        return asked

    monkeypatch.setattr(os, "stat", refusing(os.stat))
    monkeypatch.setattr(os, "lstat", refusing(os.lstat))
    tools, found = compiled(tree)
    assert tools == []
    assert [each[:7] for each in found][:1] == ["4 SC001"]


def test_a_folder_that_is_shut_is_told_where_all_files_are_read(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scandir = os.scandir

    def refuse(place: object = ".") -> object:
        if str(place).endswith("first/inner"):
            raise PermissionError(errno.EACCES, "Permission denied", str(place))
        return scandir(place)  # type: ignore[call-overload]

    monkeypatch.setattr(os, "scandir", refuse)
    assert DISK.below(tree / "first") == Listing((), ("inner",))
    assert DISK.below(tree / "second") == Listing(("inner/shared.sig",))
    told = "- SC001 cannot look into `first/inner`: it may hold signature files"
    assert compiled(tree, everything=True) == (["t"], [told])
    assert compiled(tree) == (["t"], [])


@pytest.mark.parametrize("block", [_pipe, _gone_inside])
def test_what_is_in_the_way_of_no_import_is_told_where_all_files_are_read(
    tree: Path, block: Callable[[Path], None]
) -> None:
    block(tree / "first" / "other.sig")
    tools, found = compiled(tree, everything=True)
    assert tools == ["t"]
    assert [each[:24] for each in found] == ["- SC001 `first/other.sig"]


def test_a_folder_that_goes_while_it_is_listed_holds_nothing(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scandir = os.scandir

    def gone(place: object = ".") -> object:
        if str(place).endswith("inner"):
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(place))
        return scandir(place)  # type: ignore[call-overload]

    monkeypatch.setattr(os, "scandir", gone)
    assert DISK.below(tree) == Listing(())
    assert DISK.below(tree / "nowhere") == Listing(())
