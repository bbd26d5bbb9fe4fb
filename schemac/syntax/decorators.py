"""Decorators in, those that declare a tool out, with the literal values of their arguments."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from schemac.syntax.host import Argument, NotLiteral, ToolDecorator
from schemac.syntax.positions import node_span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from schemac.source import Source

__all__ = ["tool_decorators"]


def tool_decorators(
    source: Source, decorators: Iterable[ast.expr], names: frozenset[str] = frozenset()
) -> tuple[ToolDecorator, ...]:
    """Read `@tool(…)`, `@registry.tool(…)` and the bare forms; other decorators are left out.

    `names` are further names that the module binds to schemac's `tool`.
    """
    found = (_decorator(source, node, names) for node in decorators)
    return tuple(decorator for decorator in found if decorator is not None)


def _decorator(source: Source, node: ast.expr, names: frozenset[str]) -> ToolDecorator | None:
    span = node_span(source, node)
    if not isinstance(node, ast.Call):
        return ToolDecorator(None, (), complete=True, span=span) if _is_tool(node, names) else None
    if not _is_tool(node.func, names):
        return None
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
