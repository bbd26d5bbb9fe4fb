"""The text of a Python file in, where its classes begin and end out, by their qualified names."""

from __future__ import annotations

import ast
import linecache
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

__all__ = ["Run", "class_runs", "may_stand_in"]

Run: TypeAlias = "tuple[int, int, frozenset[str]]"
"""First line, decorators included, last line, and the names that only a `def` of it binds."""


def may_stand_in(module: object, qualname: str) -> bool:
    """Whether a class of a name may be written in the file of a module; not in one without any."""
    file = getattr(module, "__file__", None)
    if not isinstance(module, ModuleType) or not isinstance(file, str) or "\0" in file:
        return False
    linecache.checkcache(file)
    # Where it is in an archive its module can tell.
    lines = linecache.getlines(file, vars(module))
    return qualname in class_runs("".join(lines)) if lines else not _is_empty(Path(file))


def _is_empty(file: Path) -> bool:
    try:
        return file.stat().st_size == 0
    except OSError:
        return False


def class_runs(text: str) -> dict[str, list[Run]]:
    """Give the classes of a text in order, none of what Python refuses."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
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
