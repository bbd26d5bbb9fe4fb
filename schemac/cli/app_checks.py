"""An imported registry in, what only run time knows to be wrong with it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.cli.app import load_served, registered_tools
from schemac.compiler import compile_tools
from schemac.diagnostics.model import Diagnostic
from schemac.resolve.files import read_source
from schemac.runtime.contracts import Contracts
from schemac.runtime.problems import find_problems

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from schemac.compiler import Compilation
    from schemac.project.config import Config
    from schemac.runtime.definition import ToolDefinition
    from schemac.source import Span

__all__ = ["app_diagnostics"]


def app_diagnostics(config: Config, place: str, root: Path) -> tuple[Diagnostic, ...]:
    """Import `place`, and check what it registers and how it is to be served."""
    tools = registered_tools(load_served(config, place).registry)
    compilation = compile_tools([tool.declaration() for tool in tools], config.options(root))
    return (
        *compilation.diagnostics,
        *_unfit(tools, compilation, root),
        *_open_predicates(config),
    )


def _unfit(
    tools: tuple[ToolDefinition, ...], compilation: Compilation, root: Path
) -> Iterator[Diagnostic]:
    """Report handlers that the plan's tools cannot be served by; the others have errors already."""
    planned = {tool.name for tool in compilation.plan.tools}
    problems = find_problems(tools, Contracts(compilation.plan))
    for tool in tools:
        problem = problems.get(tool.name)
        if problem is not None and tool.name in planned:
            text = f"the tool `{tool.name}` cannot be served: {problem}"
            yield Diagnostic("SC614", text, _span(tool, root))


def _span(tool: ToolDefinition, root: Path) -> Span | None:
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


def _open_predicates(config: Config) -> Iterator[Diagnostic]:
    given = config.values.service.get("on_missing_predicate")
    for predicate in given if isinstance(given, dict) else ():
        text = f"the gates of `{predicate}` are open to a context that does not have it"
        hint = "give every context the method, and delete `on_missing_predicate`"
        yield Diagnostic("SC414", text, None, hint=hint)
