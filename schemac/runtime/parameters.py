"""A handler and its contract in, where it does not take what the contract hands it out."""

from __future__ import annotations

import inspect
from types import FunctionType
from typing import TYPE_CHECKING, NamedTuple, TypeGuard, cast

from schemac.plan.nodes import Record, Ref

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.plan.model import Plan, ToolPlan
    from schemac.runtime.definition import ToolDefinition

__all__ = ["unfit_parameters"]

_BY_KEYWORD = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
_ANY_NUMBER = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_TELL_OTHERWISE = ("__signature__", "__wrapped__")
"""What `inspect` reads instead of a function's own parameters."""


class _Taken(NamedTuple):
    """What a function takes: all that it needs, what it takes by keyword, and whether any more."""

    needed: tuple[str, ...]
    by_keyword: frozenset[str]
    takes_any: bool


def unfit_parameters(definition: ToolDefinition, plan: Plan, tool: ToolPlan) -> str | None:
    """Say where the loaded function does not take what its contract hands it."""
    called = definition.handler
    has_self = False
    if definition.kind != "function":
        called = getattr(called, "call", None)
        has_self = definition.kind == "class" and _takes_self(definition.handler)
    taken = _taken(called, has_self=has_self)
    return None if taken is None else _misfit(taken, tool.handler.parameters, _optional(plan, tool))


def _takes_self(cls: object) -> bool:
    return not isinstance(inspect.getattr_static(cls, "call"), staticmethod | classmethod)


def _taken(called: object, *, has_self: bool) -> _Taken | None:
    """Read what a function takes, behind `self` if it has one; None where that is not known."""
    if _is_plain(called) and called.__code__.co_argcount >= has_self:
        return _of_code(called, has_self=has_self)
    try:
        signature = inspect.signature(cast("Callable[..., object]", called))
    except (TypeError, ValueError):
        return None
    return _of_signature(signature, has_self=has_self)


def _is_plain(called: object) -> TypeGuard[FunctionType]:
    """Tell whether `inspect` reads the function's own parameters."""
    return type(called) is FunctionType and not any(map(vars(called).__contains__, _TELL_OTHERWISE))


def _of_signature(signature: inspect.Signature, *, has_self: bool) -> _Taken:
    parameters = list(signature.parameters.values())[has_self:]
    return _Taken(
        tuple(
            each.name
            for each in parameters
            if each.default is each.empty and each.kind not in _ANY_NUMBER
        ),
        frozenset(each.name for each in parameters if each.kind in _BY_KEYWORD),
        any(each.kind is each.VAR_KEYWORD for each in parameters),
    )


def _of_code(function: FunctionType, *, has_self: bool) -> _Taken:
    """Read the same of a plain function, as most are, at a twentieth of the cost."""
    code = function.__code__
    names, count = code.co_varnames, code.co_argcount
    positional, keyword_only = names[:count], names[count : count + code.co_kwonlyargcount]
    without_default = positional[: max(0, count - len(function.__defaults__ or ()))]
    defaults = function.__kwdefaults__ or {}
    needed = (
        *without_default[has_self:],
        *(name for name in keyword_only if name not in defaults),
    )
    first = max(code.co_posonlyargcount, has_self)
    takes_any = bool(code.co_flags & inspect.CO_VARKEYWORDS)
    return _Taken(needed, frozenset((*positional[first:], *keyword_only)), takes_any)


def _misfit(taken: _Taken, declared: tuple[str, ...], optional: set[str]) -> str | None:
    for name in declared:
        if name not in taken.by_keyword:
            if not taken.takes_any:
                return f"its `call` does not take `{name}` by keyword"
        elif name in optional and name in taken.needed:
            return f"its `call` needs a default for `{name}`, which may be absent or hidden"
    for name in taken.needed:
        if name not in declared:
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
