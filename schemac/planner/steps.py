"""Steps in, their result out: functions that call each other to any depth without the stack.

A function that would recurse is written as a generator that yields the call it needs and is sent
the result. Types may nest hundreds deep and name each other in chains of thousands, which is more
than Python likes to recurse.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias, TypeVar

__all__ = ["Steps", "run"]

_Result = TypeVar("_Result")

Steps: TypeAlias = Generator[Any, Any, _Result]
"""A call in progress. It yields other `Steps` and ends in a result."""


def run(steps: Steps[_Result]) -> _Result:
    """Take all steps and give the result of the first."""
    stack: list[Steps[Any]] = [steps]
    value: Any = None
    while True:
        try:
            inner = stack[-1].send(value)
        except StopIteration as stop:
            stack.pop()
            value = stop.value
            if not stack:
                result: _Result = value
                return result
        else:
            stack.append(inner)
            value = None
