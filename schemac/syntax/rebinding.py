"""A statement of the body of a class in, whether it binds or deletes a name there out.

A `def` counts elsewhere. Where it cannot be told for sure, it does bind the name.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["binds", "binds_here"]


def binds(node: ast.ClassDef, name: str, *, walrus: bool = True) -> bool:
    """Whether the body of a class binds a name, otherwise than by a `def`; or deletes it.

    `walrus` says that there may be a `:=` in it: without one, no expression binds a name.
    """
    return any(binds_here(item, name, walrus=walrus) for item in node.body)


def binds_here(item: ast.AST, name: str, *, walrus: bool = True) -> bool:
    """Whether a statement of the body of a class does so."""
    if not walrus and isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef | ast.Expr):
        return False
    pending: list[ast.AST] = [item]
    while pending:
        each = pending.pop()
        if name in _bound(each):
            return True
        pending.extend(_inside(each))
    return False


def _bound(node: ast.AST) -> Iterable[str | None]:
    """Give the names that a node binds by itself, those that it takes from elsewhere included."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            return (name,)
        case ast.alias(name=whole, asname=short):
            return (short or whole.partition(".")[0],)
        case ast.ClassDef(name=name) | ast.ExceptHandler(name=name):
            return (name,)
        case ast.MatchAs(name=name) | ast.MatchStar(name=name) | ast.MatchMapping(rest=name):
            return (name,)
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            return names
    return ()


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """Give the parts of a node that run in the body of the class itself.

    What a comprehension goes over has names of its own.
    """
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from (*node.decorator_list, node.args)
            if node.returns is not None:
                yield node.returns
        case ast.ClassDef():
            yield from (*node.decorator_list, *node.bases, *node.keywords)
        case ast.Lambda():
            yield node.args
        case ast.comprehension():
            yield from (node.iter, *node.ifs)
        case ast.AnnAssign(target=ast.Name(), value=None):
            yield node.annotation
        case _:
            yield from ast.iter_child_nodes(node)
