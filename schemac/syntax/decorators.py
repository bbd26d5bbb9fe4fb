"""Decorators in, those that declare a tool, or may, out, with their literal arguments."""

from __future__ import annotations

import ast
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.syntax.host import Argument, NotLiteral, ToolDecorator
from schemac.syntax.positions import node_span

if TYPE_CHECKING:
    from schemac.source import Source
    from schemac.syntax.origins import Origins
    from schemac.syntax.places import Definition

__all__ = ["tool_decorators"]

_PLAIN = frozenset({"property", "staticmethod", "classmethod"})
"""Decorators that stand on very many functions, and that nobody binds anew."""


def tool_decorators(
    source: Source, node: Definition, names: frozenset[str], origins: Origins
) -> tuple[ToolDecorator, ...]:
    """Read `@tool(…)`, `@registry.tool(…)` and the bare forms; and what may be one of them.

    `names` are further names that the module binds to schemac's `tool`.
    """
    written = [*node.decorator_list]
    # Only at the margin does a name mean the definition for sure.
    if node.col_offset == 0:
        written += origins.applied(node.name)
    found = (_decorator(source, each, names, origins) for each in written)
    return tuple(decorator for decorator in found if decorator is not None)


def _decorator(
    source: Source, node: ast.expr, names: frozenset[str], origins: Origins
) -> ToolDecorator | None:
    called = node.func if isinstance(node, ast.Call) else node
    if _is_tool(called, names):
        certain = isinstance(called, ast.Name) and called.id in names
        return replace(_read(source, node), origins=() if certain else origins.of(called))
    if isinstance(called, ast.Name) and called.id in _PLAIN:
        return None
    if origins.makes_tools(called):
        return replace(_read(source, node), by="maker")
    target = origins.imported(called)
    if target is None or target.partition(".")[0] in sys.stdlib_module_names:
        return None
    return replace(_read(source, node), by="import", origins=(target,))


def _read(source: Source, node: ast.expr) -> ToolDecorator:
    span = node_span(source, node)
    if not isinstance(node, ast.Call):
        return ToolDecorator(None, (), complete=True, span=span)
    starred = any(isinstance(argument, ast.Starred) for argument in node.args)
    keywords = tuple(
        (keyword.arg, _argument(source, keyword.value))
        for keyword in node.keywords
        if keyword.arg is not None
    )
    complete = not starred and len(keywords) == len(node.keywords)
    name = _argument(source, node.args[0]) if node.args else None
    more = (each for each in node.args[1:] if not isinstance(each, ast.Starred))
    further = tuple(_argument(source, each) for each in more)
    return ToolDecorator(name, keywords, complete, span, further)


def _is_tool(node: ast.expr, names: frozenset[str]) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr == "tool"
    return isinstance(node, ast.Name) and (node.id == "tool" or node.id in names)


def _argument(source: Source, node: ast.expr) -> Argument | NotLiteral:
    span = node_span(source, node)
    try:
        return Argument(ast.literal_eval(node), span)
    except (ValueError, TypeError, RecursionError, MemoryError):
        return NotLiteral(span)
