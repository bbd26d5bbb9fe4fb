"""What a tool takes against the parameters of its `def`, judged: SC604 to SC607."""

from __future__ import annotations

import keyword
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic
from schemac.diagnostics.suggest import did_you_mean
from schemac.resolve.checks.facts import labels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.resolve.checks.facts import Facts, Taken
    from schemac.resolve.parameters import Parameter

__all__ = ["no_default", "not_by_keyword", "undeclared_parameter", "unknown_parameter"]

_BY_KEYWORD = ("positional_or_keyword", "keyword_only")
_INSTANCES = ("self", "cls")


def unknown_parameter(facts: Facts) -> Iterator[Diagnostic]:
    """SC604: an argument that the `def` has no parameter for."""
    parameters = _named(facts)
    if facts.parameters is None or _takes_any(facts):
        return
    method = facts.tool.handler.method
    for taken in facts.taken or ():
        if taken.name in parameters or _is_instance(facts, taken):
            continue
        near = _meant(facts, taken)
        hint = _as_parameter(taken, method) if near is None else f"did you mean `{near}`?"
        message = f"`{method}` has no parameter `{taken.name}`"
        marks = labels(facts.tool.handler.method_span, "the `def`")
        yield Diagnostic("SC604", message, taken.span, marks, hint=hint)


def _as_parameter(taken: Taken, method: str) -> str:
    """Say how the `def` can take a name, which may be none that Python has for a parameter."""
    name = taken.name
    if name.isidentifier() and not keyword.iskeyword(name):
        default = "" if taken.visible and not taken.optional else "=None"
        return f"add it to the `def`: `{method}(…, {name}{default})`"
    return f"Python has no parameter of that name: `{method}(…, **others)` takes it, in `others`"


def not_by_keyword(facts: Facts) -> Iterator[Diagnostic]:
    """SC605: an argument whose parameter is positional only, gathers others or is the instance."""
    parameters = _named(facts)
    method = facts.tool.handler.method
    if facts.tool.handler.role == "selfless":
        yield _selfless(facts)
    for taken in facts.taken or ():
        if _is_instance(facts, taken):
            yield _instance(facts, taken)
        parameter = parameters.get(taken.name)
        if parameter is None or parameter.kind in _BY_KEYWORD:
            continue
        if parameter.kind == "var_positional" and _takes_any(facts):
            continue
        message = f"`{taken.name}` of `{method}` cannot be passed by keyword"
        hint = (
            "move it behind the `/`" if parameter.kind == "positional_only" else "take off the `*`"
        )
        yield Diagnostic("SC605", message, taken.span, labels(parameter.span, "here"), hint=hint)


def _selfless(facts: Facts) -> Diagnostic:
    handler = facts.tool.handler
    message = f"`{handler.method}` of `{handler.name}` has no `self`, so that no call reaches it"
    hint = f"write `def {handler.method}(self, …)`"
    return Diagnostic("SC605", message, handler.method_span or handler.span, hint=hint)


def _is_instance(facts: Facts, taken: Taken) -> bool:
    """Whether the parameter of that name takes the instance, and nothing else can take it."""
    first = facts.tool.handler.first
    if first is None or first.name != taken.name or taken.name in _named(facts):
        return False
    return first.kind != "positional_only" or not _takes_any(facts)


def _instance(facts: Facts, taken: Taken) -> Diagnostic:
    method, first = facts.tool.handler.method, facts.tool.handler.first
    message = f"`{taken.name}` of `{method}` is the instance, which no call can pass"
    hint = "give the argument another name"
    if taken.name not in _INSTANCES:
        hint = f"put `self` before it: `{method}(self, …)`"
    marks = labels(None if first is None else first.span, "here")
    return Diagnostic("SC605", message, taken.span, marks, hint=hint)


def no_default(facts: Facts) -> Iterator[Diagnostic]:
    """SC606: an argument that may be missing, whose parameter has no default."""
    parameters = _named(facts)
    for taken in facts.taken or ():
        parameter = parameters.get(taken.name)
        if parameter is None or parameter.kind not in _BY_KEYWORD or parameter.has_default:
            continue
        if taken.optional or not taken.visible:
            yield _without_default(facts, taken, parameter)


def _without_default(facts: Facts, taken: Taken, parameter: Parameter) -> Diagnostic:
    why = "may be absent" if taken.optional else "is hidden from some callers"
    message = f"`{taken.name}` {why} and has no default in `{facts.tool.handler.method}`"
    hint = f"give it one: `{taken.name}=None`"
    return Diagnostic("SC606", message, taken.span, labels(parameter.span, "here"), hint=hint)


def undeclared_parameter(facts: Facts) -> Iterator[Diagnostic]:
    """SC607: a parameter that the `def` needs and nobody will pass."""
    if facts.taken is None:
        return
    names = {taken.name for taken in facts.taken}
    if not _takes_any(facts):
        # A misspelt name was reported where it stands, and is no second mistake here.
        names.update(_meant(facts, taken) or "" for taken in facts.taken)
    for parameter in facts.parameters or ():
        if parameter.name not in names and _needed(parameter):
            yield _undeclared(facts, parameter)


def _undeclared(facts: Facts, parameter: Parameter) -> Diagnostic:
    handler = facts.tool.handler
    place, where = handler.span, "and no annotation"
    if facts.input is not None:
        place, where = facts.input.declaration.name_span, "and is not in `type input`"
    elif handler.signature is not None:
        place, where = handler.signature.span, "and is not in the signature"
    if handler.role == "method" and parameter == handler.first:
        return _of_a_method(facts, parameter)
    message = f"`{parameter.name}` of `{handler.method}` has no default {where}"
    hint = f"annotate it, `{parameter.name}: Type`, or give it a default"
    if parameter.span is None:
        return Diagnostic("SC607", message, place, hint=hint)
    marks = labels(place, "these are the arguments it gets") if place != handler.span else ()
    return Diagnostic("SC607", message, parameter.span, marks, hint=hint)


def _of_a_method(facts: Facts, first: Parameter) -> Diagnostic:
    method, name = facts.tool.handler.method, facts.tool.declaration.name
    message = f"`{method}` is a method, and nothing passes its `{first.name}` to it as a tool"
    hint = (
        f"put `@tool` on a class with a `call`, or on a function; a method of an object is served "
        f'by `registry.add(thing.{method}, name="{name}")`'
    )
    return Diagnostic("SC607", message, first.span or facts.tool.handler.span, hint=hint)


def _meant(facts: Facts, taken: Taken) -> str | None:
    """Give the parameter that an argument without one was probably meant for."""
    parameters = _named(facts)
    if taken.name in parameters:
        return None
    names = {each.name for each in facts.taken or ()}
    return did_you_mean(taken.name, (name for name in parameters if name not in names))


def _needed(parameter: Parameter) -> bool:
    return not parameter.has_default and parameter.kind not in {"var_positional", "var_keyword"}


def _named(facts: Facts) -> dict[str, Parameter]:
    return {
        parameter.name: parameter
        for parameter in facts.parameters or ()
        if parameter.kind != "var_keyword"
    }


def _takes_any(facts: Facts) -> bool:
    return any(parameter.kind == "var_keyword" for parameter in facts.parameters or ())
