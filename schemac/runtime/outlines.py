"""Python files in, where their classes begin out: read once for all classes of a file."""

from __future__ import annotations

import ast
import tokenize
from types import FunctionType
from typing import TypeAlias

from schemac.enforce.kinds import own_qualname

__all__ = ["Outlines"]

Run: TypeAlias = "tuple[int, int]"
"""First line, decorators included, and last line."""


class Outlines:
    """Remembers the outlines of files, for Pythons whose classes do not know their own line."""

    def __init__(self) -> None:
        self._files: dict[str, dict[str, list[Run]]] = {}

    def first_line(self, cls: type, file: str) -> int | None:
        """Give the first line of a class; None where the file does not have it any more."""
        if file not in self._files:
            self._files[file] = _outline(file)
        runs = self._files[file].get(own_qualname(cls), [])
        inside = _line_inside(cls)
        for first, last in runs:
            if inside is not None and first <= inside <= last:
                return first
        return runs[-1][0] if runs else None


def _line_inside(cls: type) -> int | None:
    functions = (item for item in vars(cls).values() if isinstance(item, FunctionType))
    return next((item.__code__.co_firstlineno for item in functions), None)


def _outline(file: str) -> dict[str, list[Run]]:
    try:
        with tokenize.open(file) as text:
            tree = ast.parse(text.read())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    found: dict[str, list[Run]] = {}
    todo: list[tuple[ast.AST, str]] = [(tree, "")]
    while todo:
        node, prefix = todo.pop()
        if isinstance(node, ast.ClassDef):
            first = min([node.lineno, *(item.lineno for item in node.decorator_list)])
            found.setdefault(prefix + node.name, []).append((first, node.end_lineno or first))
            prefix += f"{node.name}."
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            prefix += f"{node.name}.<locals>."
        todo.extend((child, prefix) for child in reversed(list(ast.iter_child_nodes(node))))
    return found
