"""A place in, the class or module and the functions that it is in out."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.syntax.origins import Origins
    from schemac.syntax.places import Place

__all__ = ["functions_around", "is_tool_function", "may_be_decorated", "may_be_tool", "scope_of"]


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


def may_be_tool(scope: Place, origins: Origins) -> bool:
    """Whether a class inherits and has a method `call`, or a decorator may make a tool of it.

    What is imported from elsewhere makes none that is not told when it does; so does a registry.
    In a module that imports nothing of this package only a decorator called `tool` counts.
    """
    node = scope.node
    if not isinstance(node, ast.ClassDef):
        return False
    if any(_name(item) == "tool" for item in node.decorator_list):
        return True
    if not origins.has_ours():
        return False
    above = [*node.bases, *(keyword.value for keyword in node.keywords), *node.decorator_list]
    called = any(function.qualname.endswith(".call") for function in scope.functions)
    return (called and bool(above)) or may_be_decorated(scope, origins)


def may_be_decorated(place: Place, origins: Origins) -> bool:
    """Whether a decorator of a class or function may make a tool of it."""
    return not all(
        origins.is_foreign(_called(item)) and not _holds_tool(item, origins)
        for item in getattr(place.node, "decorator_list", ())
    )


def is_tool_function(place: Place, origins: Origins) -> bool:
    """Whether a decorator of this package makes a tool of a function.

    Other packages have one of that name, too.
    """
    if not place.is_function or not origins.has_ours():
        return False
    return any(_name(item) == "tool" for item in getattr(place.node, "decorator_list", ()))


def _holds_tool(node: ast.expr, origins: Origins) -> bool:
    """Whether a decorator is given something of this package, as in `@partial(tool, …)`."""
    parts = (each for each in ast.walk(node) if isinstance(each, ast.Name | ast.Attribute))
    return any(_name(each) == "tool" or origins.is_ours(each) for each in parts)


def _called(node: ast.expr) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else node


def _name(node: ast.expr) -> str:
    called = _called(node)
    return str(getattr(called, "attr", getattr(called, "id", "")))
