"""A module whose tool is declared with options, and a plan of it."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

from schemac import Registry, Service
from schemac.compiler import CompileOptions, compile_paths, compile_tools
from schemac.plan.codec import encode
from schemac.runtime.errors import StalePlanError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pytest

__all__ = ["OPTIONS", "Project", "project"]

MODULE = '''
from schemac import Handler, Registry

registry = Registry()


class Base(Handler):
    """Never told."""

    #: (n: Integer) -> Integer
    def call(self, *, n):
        """Count on."""
        return n


@registry.tool("kept", {options})
class Kept(Base):
    """{paragraph}

    More of it.
    """
{body}

@registry.tool("plain")
class Plain(Base):
    kind = 1
'''
OPTIONS: dict[str, Any] = {
    "title": "Keep it",
    "category": "orders",
    "summary": "About orders",
    "icons": [{"src": "https://example.com/a.png"}],
    "meta": {"team": "a"},
    "deferred": True,
    "internal": True,
    "undeclared": "reject",
    "read_only": True,
    "destructive": False,
    "idempotent": True,
    "open_world": False,
    "domains": ["orders"],
    "examples": [{"name": "one", "input": {"n": 1}, "output": 2}],
}


class Project:
    """A module with two tools, and a plan of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.plan = folder / "plan.json"

    def write(
        self, options: dict[str, Any], *, paragraph: str = "Keep count.", body: str = ""
    ) -> None:
        given = ", ".join(f"{name}={value!r}" for name, value in options.items())
        text = MODULE.format(options=given, paragraph=paragraph, body=body)
        (self.folder / "kept_tools.py").write_text(text, encoding="utf-8")

    def registry(self) -> Registry:
        sys.modules.pop("kept_tools", None)
        importlib.invalidate_caches()
        registry = importlib.import_module("kept_tools").registry
        assert isinstance(registry, Registry)
        return registry

    def build(self, *, app: bool = False) -> None:
        options = CompileOptions(self.folder)
        if app:
            declared = [tool.declaration() for tool in self.registry().tools()]
            found = compile_tools(declared, options)
        else:
            found = compile_paths([self.folder], options)
        assert found.diagnostics == ()
        self.plan.write_text(encode(found.plan), encoding="utf-8")

    def told(self) -> str:
        """Give what keeps the plan from being served; "" where nothing does."""
        try:
            Service(self.registry(), plan=self.plan, eager=True)
        except StalePlanError as error:
            head, *rest = str(error).splitlines()
            assert head.endswith("is not the plan of these tools; `schemac build` makes a new one.")
            lines = [line.split("is declared otherwise than there: ") for line in rest]
            assert all("`kept` (kept_tools.py:" in before for before, _ in lines)
            return "\n".join(after for _, after in lines)
        return ""


def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    made = Project(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    made.write(OPTIONS)
    made.build()
    yield made
    sys.modules.pop("kept_tools", None)
