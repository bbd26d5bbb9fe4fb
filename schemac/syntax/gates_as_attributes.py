"""A class in, the gate that is written as one of its attributes, as elsewhere, out."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic
from schemac.syntax.positions import node_span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.source import Source

__all__ = ["gates_as_attributes"]

_NAME = "requires"
_HINT = 'write it in the decorator: `@tool("…", requires=…)`'


def gates_as_attributes(node: ast.ClassDef, source: Source) -> Iterator[Diagnostic]:
    """Give what would be told of a tool: `requires = "agent"` in its body is read by nobody."""
    for item in node.body:
        match item:
            case ast.Assign(targets=[ast.Name(id=name) as target], value=value) if name == _NAME:
                pass
            case ast.AnnAssign(target=ast.Name(id=name) as target, value=value) if name == _NAME:
                pass
            case _:
                continue
        if _is_flags(value):
            message = f"`{_NAME}` in the body of a class gates nothing"
            yield Diagnostic("SC108", message, node_span(source, target), hint=_HINT)


def _is_flags(value: ast.expr | None) -> bool:
    match value:
        case ast.Constant(value=str()):
            return True
        case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
            return bool(items) and all(map(_is_flags, items))
        case _:
            return False
