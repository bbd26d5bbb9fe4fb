"""Modules loaded from text, and what is served of them."""

from __future__ import annotations

import importlib.util
import sys
from textwrap import dedent
from typing import TYPE_CHECKING

from schemac import Grants, Registry, Service

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

__all__ = ["load", "served"]

_HEAD = """
from schemac import Handler

SIGNED = True
"""


def load(folder: Path, python: str, name: str = "handlers") -> ModuleType:
    file = folder / f"{name}.py"
    file.write_text(_HEAD + dedent(python), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(f"what_runs_{name}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)

    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def served(*targets: object, **settings: object) -> list[str]:
    registry = Registry()
    for target in targets:
        registry.add(target)
    service = Service(registry, sig_paths=[], **settings)
    return [str(tool["name"]) for tool in service.list_tools(Grants())]
