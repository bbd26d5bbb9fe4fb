"""Python files in, where their classes begin out: read once for all classes of a file."""

from __future__ import annotations

import ast
import os
import tokenize
from typing import TYPE_CHECKING, TypeAlias

from schemac.enforce.kinds import own_qualname
from schemac.runtime.bodies import body_functions

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Outlines"]

Run: TypeAlias = "tuple[int, int, frozenset[str]]"
"""First line, decorators included, last line, and the names that only a `def` of it binds."""


class Outlines:
    """Remembers the outlines of files, for Pythons whose classes do not know their own line."""

    def __init__(self) -> None:
        self._files: dict[str, dict[str, list[Run]]] = {}

    def first_line(self, cls: type, file: str) -> int | None:
        """Give the first line of a class; None where the file does not have it any more.

        It is None, too, where several classes have the name and no function tells which one it is:
        a function stands in one of them, and another one may have it from there.
        """
        if file not in self._files:
            self._files[file] = _outline(file)
        runs = self._files[file].get(own_qualname(cls), [])
        if len(runs) > 1:
            known = {*_known_lines(cls, file)}
            runs = [run for run in runs if not any(_excludes(*each, run) for each in known)]
            if not any(_holds(run, line) for run in runs for _, line in known):
                return None
        return runs[0][0] if len(runs) == 1 else None


def _known_lines(cls: type, file: str) -> Iterator[tuple[str, int]]:
    for name, each in body_functions(cls):
        if os.path.realpath(each.__code__.co_filename) == os.path.realpath(file):
            yield name, each.__code__.co_firstlineno


def _holds(run: Run, line: int) -> bool:
    return run[0] <= line <= run[1]


def _excludes(name: str, line: int, run: Run) -> bool:
    """Whether a class is none that stands there, as that one has a function of its own there."""
    return name in run[2] and not _holds(run, line)


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
            run = (first, node.end_lineno or first, _own_names(node))
            found.setdefault(prefix + node.name, []).append(run)
            prefix += f"{node.name}."
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            prefix += f"{node.name}.<locals>."
        todo.extend((child, prefix) for child in reversed(list(ast.iter_child_nodes(node))))
    return found


def _own_names(body: ast.ClassDef) -> frozenset[str]:
    """Give the names that a class has functions of its own for, and nothing else."""
    own: set[str] = set()
    others: set[str] = set()
    todo: list[ast.AST] = [*body.body]
    while todo:
        node = todo.pop()
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                is_told = any(map(_is_wrapping, node.decorator_list))
                (others if is_told else own).add(node.name)
            case ast.ClassDef() | ast.Lambda():
                pass
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda()):
                own.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                others.add(name)
            case ast.alias():
                others.add(node.asname or node.name.partition(".")[0])
            case _:
                todo.extend(ast.iter_child_nodes(node))
    return frozenset(own - others)


def _is_wrapping(decorator: ast.expr) -> bool:
    """Whether a decorator says which function is meant: `@functools.wraps(other)`."""
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return ast.unparse(called).rpartition(".")[2] == "wraps"
