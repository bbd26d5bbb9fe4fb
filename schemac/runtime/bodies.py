"""A class or callable in, the functions out that its author wrote for it."""

from __future__ import annotations

import functools
import sys
from types import FunctionType
from typing import TYPE_CHECKING

from schemac.enforce.kinds import own_qualname
from schemac.runtime.class_runs import may_stand_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["MOST_WRAPPERS", "author_function", "body_functions", "is_same_text", "named_in"]

MOST_WRAPPERS = 1000
"""So many things that are put around a function are looked behind."""


def author_function(target: object) -> FunctionType | None:
    """Find the function that was written, behind partials, methods and wrapping decorators."""
    seen: set[int] = set()
    # What makes such attributes up has one behind each other.
    while id(target) not in seen and len(seen) < MOST_WRAPPERS:
        seen.add(id(target))
        if isinstance(target, functools.partial):
            target = target.func
        else:
            inner = getattr(target, "__wrapped__", None) or getattr(target, "__func__", None)
            target = target if inner is None else inner
    return target if isinstance(target, FunctionType) else None


def body_functions(cls: type) -> Iterator[tuple[str, FunctionType]]:
    """Give the functions that were written in the body of a class, by what it has them as.

    They tell where it stands, whatever it says of its module. Those that it has from another class
    of its name tell where that one stands, and are left out.
    """
    for name, function in _written(cls):
        if not _is_borrowed(function, cls):
            yield name, function


def is_same_text(cls: type, other: type) -> bool:
    """Whether two classes surely are what one `class` gave, run twice, as a function does.

    It made their functions anew; a class that a decorator makes of another one may have those.
    """
    if own_qualname(cls) != own_qualname(other):
        return False
    there = [each for _, each in body_functions(other)]
    return any(
        each.__code__ is its.__code__ and each is not its
        for _, each in body_functions(cls)
        for its in there
    )


def named_in(space: Mapping[str, object], qualname: str) -> object:
    """Give what has a qualified name in the names of a module; None for nothing."""
    first, *rest = qualname.split(".")
    found = space.get(first)
    for part in rest:
        found = vars(found).get(part) if isinstance(found, type) else None
    return found


def _written(cls: type) -> Iterator[tuple[str, FunctionType]]:
    inside = f"{own_qualname(cls)}."
    for name, item in vars(cls).items():
        written = item.fget if isinstance(item, property) else item
        # Other values may be anything, and looking behind them may run code of theirs.
        if name != "call" and not isinstance(written, FunctionType | staticmethod | classmethod):
            continue
        function = author_function(written)
        if function is not None and function.__code__.co_qualname.startswith(inside):
            yield name, function


def _is_borrowed(function: FunctionType, cls: type) -> bool:
    """Whether a function may be of another class of that name, where it was written.

    While a class is made, the name may still mean the one of before, which has other functions.
    """
    space, name = function.__globals__, own_qualname(cls)
    is_here = space.get("__name__") == cls.__module__
    other = named_in(space, name)
    if not isinstance(other, type):
        named = sys.modules.get(cls.__module__)
        return not is_here and "<locals>" in name and may_stand_in(named, name)
    if cls in other.__mro__:
        return False
    return not is_here or any(each.__code__ is function.__code__ for _, each in _written(other))
