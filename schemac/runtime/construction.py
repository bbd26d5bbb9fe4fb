"""A tool's class, object or function in, ways to call it out, or what stands in their way."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, TypeAlias, cast

from schemac.runtime.handler import Handler

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.definition import ToolDefinition

__all__ = ["EXAMPLE", "construct", "handler_problem"]

EXAMPLE = '''\
A tool that has all it needs:

    @tool("greet")
    class Greet(Handler):
        """Greet somebody by name."""

        #: type output = { greeting: String }

        #: (name: String) -> output
        def call(self, *, name):
            return {"greeting": f"Hello, {name}"}
'''

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)

Maker: TypeAlias = "Callable[[object], object]"


def construct(definition: ToolDefinition) -> Maker:
    """Give the maker of this tool's handlers from a context: a new one for each call of a class."""
    target = definition.handler
    if definition.kind != "class":
        return lambda _: target
    cls = cast("Callable[..., object]", target)
    return cls if _wanted(cls) else lambda _: cls()


def handler_problem(definition: ToolDefinition) -> str | None:
    """Say what keeps the handler from being made or called; None where nothing does."""
    if definition.kind == "function":
        return None
    if not callable(getattr(definition.handler, "call", None)):
        return "it has no method `call`"
    if definition.kind == "class" and _wanted(definition.handler) is None:
        return (
            "its `__init__` must take nothing, or one positional parameter, the context; "
            "anything else needs a default"
        )
    return None


def _wanted(cls: object) -> int | None:
    """Count the required positional parameters: 0 or 1; None where it cannot be made at all."""
    if _is_made_as_handler(cls):
        return 1
    try:
        parameters = inspect.signature(cast("Callable[..., object]", cls)).parameters.values()
    except (TypeError, ValueError):
        return 0
    required = [
        parameter
        for parameter in parameters
        if parameter.default is parameter.empty
        and parameter.kind in (*_POSITIONAL, inspect.Parameter.KEYWORD_ONLY)
    ]
    if len(required) > 1 or any(parameter.kind not in _POSITIONAL for parameter in required):
        return None
    return len(required)


def _is_made_as_handler(cls: object) -> bool:
    """Whether a class leaves it to `Handler` how it is made; most do, and that is quickly told."""
    if type(cls) is not type or not issubclass(cls, Handler):
        return False
    return (
        cls.__init__ is Handler.__init__
        and cls.__new__ is object.__new__
        and not hasattr(cls, "__signature__")
    )
