"""Python files in, where their classes begin out: read once for all classes of a file."""

from __future__ import annotations

import ast
import os
import tokenize
from typing import TYPE_CHECKING, TypeAlias

from schemac.enforce.kinds import own_qualname
from schemac.runtime.bodies import body_codes

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Outlines"]

Run: TypeAlias = "tuple[int, int]"
"""First line, decorators included, and last line."""


class Outlines:
    """Remembers the outlines of files, for Pythons whose classes do not know their own line."""

    def __init__(self) -> None:
        self._files: dict[str, dict[str, list[Run]]] = {}

    def first_line(self, cls: type, file: str) -> int | None:
        """Give the first line of a class; None where the file does not have it any more.

        It is None, too, where several classes have the name and no function tells which one it is.
        """
        if file not in self._files:
            self._files[file] = _outline(file)
        runs = self._files[file].get(own_qualname(cls), [])
        if len(runs) > 1:
            inside = {*_lines_inside(cls, file)}
            runs = [run for run in runs if any(run[0] <= line <= run[1] for line in inside)]
        return runs[0][0] if len(runs) == 1 else None


def _lines_inside(cls: type, file: str) -> Iterator[int]:
    for code in body_codes(cls):
        if os.path.realpath(code.co_filename) == os.path.realpath(file):
            yield code.co_firstlineno


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
