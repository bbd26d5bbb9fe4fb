"""A shop whose tools are compiled to a plan, which an application serves beside its sources."""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Registry, Service
from schemac.compiler import CompileOptions, compile_paths
from schemac.plan.codec import encode
from schemac.runtime.errors import StalePlanError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["STAGE", "Shop", "shop"]

TOOLS = '''
from schemac import Handler, Registry
from shop_base import Base

registry = Registry()


@registry.tool("move", requires="manage | admin")
class Move(Base):
    """Move it."""

    # An ordinary comment.
    #: import stage

    #: (id: String, ?stage: stage @requires(:routing)) -> output
    def call(self, *, id, stage=None):
        return {"ok": True, "note": "n"}


@registry.tool("total")
def total():
    """Sum up."""
    return {"total": 1}
'''
COUNTED = '\n\n#: () -> { total: Integer }\n@registry.tool("total")'
BASE = """
from schemac import Handler


class Base(Handler):
    #: type output = { ok: bool, ?note: String @requires(:routing) }
    kind = "base"


class Other(Handler):
    #: type output = { ok: bool, ?note: String }
    kind = "other"


class Plain(Handler):
    kind = "plain"
"""
STAGE = "## A stage.\ntype stage = 'screen' | 'offer'\n"


@dataclass(frozen=True)
class Shop:
    """A folder with modules, one of which holds a registry, and a plan of it."""

    folder: Path

    @property
    def plan(self) -> Path:
        return self.folder / "plan.json"

    @property
    def sig(self) -> Path:
        return self.folder / "sig"

    def write(self, name: str, text: str) -> None:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text).lstrip("\n"), encoding="utf-8")

    def change(self, name: str, old: str, new: str) -> None:
        text = (self.folder / name).read_text(encoding="utf-8")
        assert text.count(old) == 1
        (self.folder / name).write_text(text.replace(old, new), encoding="utf-8")

    def build(self) -> None:
        found = compile_paths([self.folder], CompileOptions(self.folder, (self.sig,)))
        assert found.diagnostics == ()
        self.plan.write_text(encode(found.plan), encoding="utf-8")

    def registry(self) -> Registry:
        for name in ("shop_base", "shop_tools"):
            sys.modules.pop(name, None)
        importlib.invalidate_caches()
        registry = importlib.import_module("shop_tools").registry
        assert isinstance(registry, Registry)
        return registry

    def serve(self) -> Service:
        service = Service(self.registry(), plan=self.plan, sig_paths=[self.sig], eager=True)
        compiled = Service(self.registry(), sig_paths=[self.sig])
        for grants in (Grants(requires={"admin"}), Grants.all(), Grants(), None):
            listed = service.surface.listing(grants).fragments
            assert listed == compiled.surface.listing(grants).fragments
        return service

    def refused(self) -> str:
        with pytest.raises(StalePlanError) as caught:
            Service(self.registry(), plan=self.plan, sig_paths=[self.sig], eager=True)
        head, *rest = str(caught.value).splitlines()
        assert head.endswith("is not the plan of these tools; `schemac build` makes a new one.")
        return "\n".join(rest)


def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shop]:
    made = Shop(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    made.write("shop_tools.py", TOOLS.replace('\n\n@registry.tool("total")', COUNTED))
    made.write("shop_base.py", BASE)
    made.write("sig/stage.sig", STAGE)
    made.build()
    yield made
    for name in ("shop_base", "shop_tools"):
        sys.modules.pop(name, None)
