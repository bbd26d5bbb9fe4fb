"""Programs in which a decorator may be made of `tool`, and what is told of them."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

from schemac.compiler import CompileOptions, compile_paths

if TYPE_CHECKING:
    from pathlib import Path

    from schemac.compiler import Compilation

__all__ = ["HEAD", "SHOWN", "STAFF", "compiled", "told", "told_of_use"]

HEAD = """
import functools
from functools import partial
import schemac
from schemac import Handler, Registry, current_call, tool

registry = Registry()
"""
SHOWN = """
class Salaries(Handler):
    '''List.'''
    #: () -> { salaries: Array[Integer] }
    def call(self): ...
"""
STAFF = "def staff(name): return tool(name, requires='staff')\n"


def compiled(folder: Path, **files: str) -> Compilation:
    for name, text in files.items():
        path = name.replace("__", "/").replace("//init/", "/__init__")
        place = folder / f"{path}.py"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return compile_paths([folder], CompileOptions(root=folder))


def told(found: Compilation) -> tuple[list[str], list[str]]:
    return [each.code for each in found.diagnostics], [each.name for each in found.plan.tools]


def told_of_use(
    folder: Path, made: str, used: str = "made('salaries')"
) -> tuple[list[str], list[str]]:
    return told(compiled(folder, app=f"{HEAD}\n{dedent(made)}\n@{used}{SHOWN}"))
