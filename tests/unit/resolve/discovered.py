"""The text of a program in, the tools found in it out."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

from schemac.diagnostics.sink import order
from schemac.resolve.discover import discover
from schemac.source import Source
from schemac.syntax.module import read_module
from tests.unit.resolve.projects import shown

if TYPE_CHECKING:
    from schemac.plan.declaration import ToolDeclaration

__all__ = ["discovered_in"]


def discovered_in(text: str) -> tuple[tuple[ToolDeclaration, ...], str]:
    module, found = read_module(Source("app.py", dedent(text).lstrip("\n")))
    assert found == ()
    tools, diagnostics = discover(module)
    return tools, "\n".join(shown(each) for each in order(diagnostics))
