"""A place in, the class or module and the functions that it is in out."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.syntax.places import Place

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


def may_be_tool(scope: Place) -> bool:
    """Whether a class has a method `call`, or a decorator that may make a tool of it."""
    if not isinstance(scope.node, ast.ClassDef):
        return False
    called = any(function.qualname.endswith(".call") for function in scope.functions)
    return called or bool(scope.node.decorator_list)
