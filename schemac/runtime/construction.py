"""A tool's class, object or function in, ways to call it out, or what stands in their way."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, TypeAlias, cast

from schemac.plan.nodes import Record, Ref
from schemac.runtime.handler import Handler

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from schemac.plan.model import Plan, ToolPlan
    from schemac.runtime.definition import ToolDefinition
    from schemac.runtime.pipeline import Serving

__all__ = ["EXAMPLE", "bind", "construct", "handler_problem", "unfit_parameters"]

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

_BY_KEYWORD = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
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


def bind(handler: object, served: Serving, context: object) -> None:
    """Tie a handler that was made for this request to it, where it wants to know."""
    if isinstance(handler, Handler):
        handler.__schemac_bind__(served, context)


def unfit_parameters(definition: ToolDefinition, plan: Plan, tool: ToolPlan) -> str | None:
    """Say where the loaded function does not take what its contract hands it."""
    called = definition.handler
    if definition.kind != "function":
        called = getattr(called, "call", None)
    try:
        signature = inspect.signature(cast("Callable[..., object]", called))
    except (TypeError, ValueError):
        return None
    parameters = dict(signature.parameters)
    if definition.kind == "class" and _takes_self(definition.handler):
        parameters.pop(next(iter(parameters), ""), None)
    return _misfit(parameters, tool.handler.parameters, _optional(plan, tool))


def _takes_self(cls: object) -> bool:
    return not isinstance(inspect.getattr_static(cls, "call"), staticmethod | classmethod)


def _misfit(
    parameters: Mapping[str, inspect.Parameter], declared: tuple[str, ...], optional: set[str]
) -> str | None:
    takes_any = any(item.kind is item.VAR_KEYWORD for item in parameters.values())
    for name in declared:
        found = parameters.get(name)
        if found is None or found.kind not in _BY_KEYWORD:
            if not takes_any:
                return f"its `call` does not take `{name}` by keyword"
        elif name in optional and found.default is found.empty:
            return f"its `call` needs a default for `{name}`, which may be absent or hidden"
    for name, parameter in parameters.items():
        required = parameter.kind in (*_BY_KEYWORD, inspect.Parameter.POSITIONAL_ONLY)
        if required and parameter.default is parameter.empty and name not in declared:
            return f"its `call` needs `{name}`, which its annotations do not have"
    return None


def _optional(plan: Plan, tool: ToolPlan) -> set[str]:
    """Give the names of the parameters that some caller's call goes without."""
    node, seen = tool.input, set[int]()
    while isinstance(node, Ref) and node.target not in seen:
        seen.add(node.target)
        node = plan.types[node.target].body
    if not isinstance(node, Record):
        return set()
    return {field.name for field in node.fields if not field.required or field.gate is not None}
