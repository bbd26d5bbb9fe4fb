"""Handlers that are imported from a zip file: a plan is held against the sources in it."""

from __future__ import annotations

import importlib
import sys
import zipfile
from pathlib import Path

import pytest

from schemac import Grants, Service
from schemac.compiler import CompileOptions, compile_paths
from schemac.contract_sources.archives import archived_source
from schemac.plan.codec import encode
from schemac.runtime.errors import StalePlanError
from tests.found_in import FoundIn

APP = """
from schemac import Handler, Registry

registry = Registry()

class B(Handler):
    #: () -> output
    def call(self): return {"ok": True, "s": "S"}

@registry.tool("t")
class T(B):
    '''D.'''
    #: type output = { ok: bool, ?s: String }
"""
GATED = APP.replace("?s: String }", "?s: String @requires(:x) }")


def serve(archive: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as written:
        written.writestr("archived_app.py", text)
    monkeypatch.setattr(sys, "meta_path", [FoundIn({"archived_app": archive}), *sys.meta_path])
    sys.modules.pop("archived_app", None)
    try:
        registry = importlib.import_module("archived_app").registry
        plan = archive.parent / "plan.json"
        service = Service(registry, plan=plan, sig_paths=[], eager=True)
        assert [tool["name"] for tool in service.list_tools(Grants())] == ["t"]
    finally:
        sys.modules.pop("archived_app", None)


def test_a_plan_is_held_against_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "archived_app.py").write_text(APP, encoding="utf-8")
    found = compile_paths([tmp_path / "archived_app.py"], CompileOptions(tmp_path))
    (tmp_path / "plan.json").write_text(encode(found.plan), encoding="utf-8")
    (tmp_path / "archived_app.py").unlink()
    serve(tmp_path / "same.zip", APP, monkeypatch)
    with pytest.raises(StalePlanError, match=r"archived_app\.py` has changed"):
        serve(tmp_path / "other.zip", GATED, monkeypatch)


@pytest.mark.parametrize("path", ["a.zip/a.py", "a.zip/b/a.py"])
def test_a_file_in_an_archive_is_read(tmp_path: Path, path: str) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as written:
        written.writestr(path.removeprefix("a.zip/"), "x = 'ä'\r\n")
    source = archived_source(tmp_path / path)
    assert source is not None
    assert source.name == "a.py"
    assert source.text.startswith("x = 'ä'")


@pytest.mark.parametrize(
    "path", ["a.zip/other.py", "a.zip/..", "no.zip/a.py", "text.zip/a.py", "folder/a.py", "a.zip"]
)
def test_what_is_no_file_in_an_archive_is_none(tmp_path: Path, path: str) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as written:
        written.writestr("a.py", "x = 1\n")
    (tmp_path / "text.zip").write_text("no archive", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    assert archived_source(tmp_path / path) is None
    assert archived_source(Path("\0/a.py")) is None
