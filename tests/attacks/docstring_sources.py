"""A tool around a docstring, and what is found in it."""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING

from schemac.compiler import CompileOptions, compile_paths

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["GATED", "OPEN", "source", "tools"]

TOOL = """
from schemac import Handler, tool

{module}

@tool("t")
class T(Handler):
    {prefix}'''Show it.

{docstring}
    '''

{comments}
    {signature}
    def call(self): ...
"""
OPEN = "#: type output = { id: String, secret: String }"
GATED = "type output = { id: String, secret: String @requires(:x) }"


def source(
    docstring: str, *, module: str = "", comments: str = "", signed: bool = True, prefix: str = ""
) -> str:
    return TOOL.format(
        module=module,
        docstring=indent(docstring, "    "),
        comments=indent(comments, "    "),
        signature="#: () -> output" if signed else "",
        prefix=prefix,
    )


def tools(folder: Path, text: str) -> tuple[list[str], list[str]]:
    (folder / "app.py").write_text(text, encoding="utf-8", newline="")
    compilation = compile_paths([folder / "app.py"], CompileOptions(root=folder))
    found = sorted({each.code for each in compilation.diagnostics})
    return found, [each.name for each in compilation.plan.tools]
