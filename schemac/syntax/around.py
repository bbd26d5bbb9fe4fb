"""A place in, the class or module and the functions that it is in out."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.syntax.places import Place

_NO_TOOLS = frozenset(
    {"dataclass", "define", "final", "frozen", "runtime_checkable", "total_ordering", "unique"}
)
"""Decorators of the standard library, and of attrs, that make no tool of a class."""

__all__ = ["functions_around", "may_be_tool", "scope_of"]


def scope_of(place: Place) -> Place:
    """Give the class or module around the body of a function."""
    while place.is_function and place.parent is not None:
        place = place.parent
    return place


def functions_around(place: Place) -> Iterator[Place]:
    """Give the functions whose body or docstring a place is in, inner first."""
    while place.is_function and place.parent is not None:
        yield place
        place = place.parent


def may_be_tool(scope: Place, text: str) -> bool:
    """Whether a class has a method `call`, or a decorator that may make a tool of it.

    In a module whose `text` does not name this package the decorator is called `tool`: what other
    modules make a tool of is told when they do.
    """
    if not isinstance(scope.node, ast.ClassDef):
        return False
    if "schemac" not in text:
        return any(_name(item) == "tool" for item in scope.node.decorator_list)
    called = any(function.qualname.endswith(".call") for function in scope.functions)
    return called or not all(_name(item) in _NO_TOOLS for item in scope.node.decorator_list)


def _name(node: ast.expr) -> str:
    called = node.func if isinstance(node, ast.Call) else node
    return str(getattr(called, "attr", getattr(called, "id", "")))
