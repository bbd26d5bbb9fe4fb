"""Signature files that come, go and come back are noticed like those that change."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Registry
from schemac.runtime import surface
from schemac.service import Service, Surroundings
from schemac.wire.settings import read_settings
from tests.unit.contract_sources.loaded import load

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HANDLER = """
class T(Handler):
    '''A tool.'''
    #: import shared
    #: (?a: one) -> String
    def call(self, *, a=None): return ""
"""


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Service:
    monkeypatch.setattr(surface, "_LOOK_AGAIN", 0.0)
    registry = Registry()
    registry.add(load(tmp_path, HANDLER, "absent_signatures").T)
    settings = read_settings({"sig_paths": [tmp_path / "first", tmp_path / "second"]})
    return Service.furnished(registry, settings, Surroundings(debug=True))


def kinds(served: Service) -> list[object]:
    schemas: list[dict[str, dict[str, dict[str, object]]]] = [
        tool["inputSchema"]  # type: ignore[misc] # a schema
        for tool in served.list_tools(Grants())
    ]
    return [schema["properties"]["a"]["type"] for schema in schemas]


def write(folder: Path, kind: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "shared.sig").write_text(f"type one = {kind}\n", encoding="utf-8")


def test_a_signature_file_that_comes_is_read(served: Service, tmp_path: Path) -> None:
    assert kinds(served) == []
    write(tmp_path / "second", "Integer")
    assert kinds(served) == ["integer"]


def test_one_that_goes_and_comes_back_is_read(served: Service, tmp_path: Path) -> None:
    write(tmp_path / "second", "Integer")
    assert kinds(served) == ["integer"]
    (tmp_path / "second" / "shared.sig").unlink()
    assert kinds(served) == []
    write(tmp_path / "second", "Integer")
    assert kinds(served) == ["integer"]


def test_one_that_comes_before_another_is_the_one(served: Service, tmp_path: Path) -> None:
    write(tmp_path / "second", "Integer")
    assert kinds(served) == ["integer"]
    write(tmp_path / "first", "String")
    assert kinds(served) == ["string"]


def pipe(place: Path) -> None:
    os.mkfifo(place)


def device(place: Path) -> None:
    place.symlink_to("/dev/zero")


def folder(place: Path) -> None:
    place.mkdir()


def gone(place: Path) -> None:
    place.symlink_to("gone.sig")


@pytest.mark.parametrize("block", [pipe, device, folder, gone])
def test_what_comes_before_it_and_is_no_file_hides_the_tool(
    served: Service, tmp_path: Path, block: Callable[[Path], None]
) -> None:
    write(tmp_path / "second", "Integer")
    assert kinds(served) == ["integer"]
    (tmp_path / "first").mkdir()
    place = tmp_path / "first" / "shared.sig"
    block(place)
    assert kinds(served) == []
    place.rmdir() if block is folder else place.unlink()
    assert kinds(served) == ["integer"]


def test_one_that_leads_elsewhere_is_read_anew(served: Service, tmp_path: Path) -> None:
    write(tmp_path / "first", "Integer")
    (tmp_path / "first" / "shared.sig").rename(tmp_path / "first" / "a.sig")
    (tmp_path / "first" / "b.sig").write_text("type one = bool   \n", encoding="utf-8")
    place = tmp_path / "first" / "shared.sig"
    place.symlink_to("a.sig")
    for name in "ab":
        os.utime(tmp_path / "first" / f"{name}.sig", ns=(10**18, 10**18))
    assert kinds(served) == ["integer"]
    (tmp_path / "first" / "new").symlink_to("b.sig")
    (tmp_path / "first" / "new").replace(place)
    assert kinds(served) == ["boolean"]
