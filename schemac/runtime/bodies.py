"""A class or callable in, the code out that its author wrote for it."""

from __future__ import annotations

import functools
from types import CodeType, FunctionType
from typing import TYPE_CHECKING

from schemac.enforce.kinds import own_qualname

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["author_function", "body_codes"]


def author_function(target: object) -> FunctionType | None:
    """Find the function that was written, behind partials, methods and wrapping decorators."""
    seen: set[int] = set()
    while id(target) not in seen:
        seen.add(id(target))
        if isinstance(target, functools.partial):
            target = target.func
        else:
            inner = getattr(target, "__wrapped__", None) or getattr(target, "__func__", None)
            target = target if inner is None else inner
    return target if isinstance(target, FunctionType) else None


def body_codes(cls: type) -> Iterator[CodeType]:
    """Give the code of the functions that were written in the body of a class.

    They tell where it stands, whatever it says of its module.
    """
    inside = f"{own_qualname(cls)}."
    for name, item in vars(cls).items():
        written = item.fget if isinstance(item, property) else item
        # Other values may be anything, and looking behind them may run code of theirs.
        if name != "call" and not isinstance(written, FunctionType | staticmethod | classmethod):
            continue
        function = author_function(written)
        if function is not None and function.__code__.co_qualname.startswith(inside):
            yield function.__code__
