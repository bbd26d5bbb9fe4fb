"""Registered tools in, what they compile to out; one that cannot be looked at is a finding."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from schemac.compiler import compile_tools
from schemac.diagnostics.model import Diagnostic
from schemac.resolve.files import read_source
from schemac.runtime.problems import look_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.compiler import Compilation, CompileOptions
    from schemac.runtime.definition import ToolDefinition
    from schemac.source import Span

__all__ = ["compiled_tools", "first_line"]


def compiled_tools(
    tools: Sequence[ToolDefinition], options: CompileOptions
) -> tuple[Sequence[ToolDefinition], Compilation]:
    """Compile registered tools, and give those that can be looked at; the others are SC614."""
    seen = look_at(tools)
    compilation = compile_tools(seen.declarations, options)
    raised = [
        Diagnostic(
            "SC614",
            f"the tool `{tool.name}` cannot be served: {seen.problems[tool.name]}",
            first_line(tool, options.root or Path()),
        )
        for tool in tools
        if tool.name in seen.problems
    ]
    return seen.tools, replace(compilation, diagnostics=(*raised, *compilation.diagnostics))


def first_line(tool: ToolDefinition, root: Path) -> Span | None:
    """Give the first line of a handler, where its author's file can be read."""
    if tool.source is None or tool.source.first_line is None:
        return None
    file, base = (root / tool.source.file).resolve(), root.resolve()
    shown = file.relative_to(base) if file.is_relative_to(base) else file
    source, _ = read_source(file, shown.as_posix())
    if source is None or tool.source.first_line > len(source.line_starts):
        return None
    line = source.line(tool.source.first_line)
    start = source.line_starts[tool.source.first_line - 1]
    return source.span(start + len(line) - len(line.lstrip()), start + len(line.rstrip()))
