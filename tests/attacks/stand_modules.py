"""Modules of chosen names in a folder, and what is shown of the tools in them."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from textwrap import dedent
from typing import TYPE_CHECKING

from schemac import Grants, Service
from tests.found_in import FoundIn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pytest

    from schemac import Registry

__all__ = ["GATED", "HELPS", "OPEN", "SHARED", "folder", "registry", "shown", "tool", "write"]

GATED = "#: type output = { ok: bool, ?s: String @requires(:x) }"
OPEN = "#: type output = { ok: bool, ?s: String }"
SHARED = """
from schemac import Handler, Registry

registry = Registry()

class B(Handler):
    #: () -> output
    def call(self): return {"ok": True, "s": "S"}

def our_tool(name):
    def decorate(cls):
        registry.tool(name)(cls)
        return cls
    return decorate
"""
NAMES = ("stand_shared", "stand_app", "stand_other", "stand_tool", "stand_helper", "stand_package")


def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(sys, "meta_path", [FoundIn(dict.fromkeys(NAMES, tmp_path)), *sys.meta_path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "stand_shared.py").write_text(SHARED, encoding="utf-8")
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] in NAMES]:
        sys.modules.pop(name, None)


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(dedent(text), encoding="utf-8")
    return file


def shown(registry: Registry) -> dict[str, list[str]]:
    listed = Service(registry, sig_paths=[], eager=True).list_tools(Grants())
    return {str(tool["name"]): fields(tool["outputSchema"]) for tool in listed}


def fields(schema: object) -> list[str]:
    assert isinstance(schema, dict)
    return [*schema["properties"]]


def registry() -> Registry:
    made: Registry = importlib.import_module("stand_shared").registry
    return made


def tool(output: str, head: str = "", body: str = "") -> str:
    return f"{head}\nclass Tool(B):\n    '''D.'''\n    {output}\n{body}"


HELPS = "    def help(self): ..."
