"""A tool's declaration in, its types looked up out, before anything is judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.ir.types import NameType
from schemac.ir.walk import with_type
from schemac.resolve.returning import means_output
from schemac.resolve.scope import Miss
from schemac.resolve.shadowing import shadowed_names

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from schemac.ir.decls import Signature
    from schemac.ir.types import Field, Type
    from schemac.plan.declaration import ToolDeclaration
    from schemac.resolve.binder import Binder, Bound
    from schemac.resolve.handlers import Handler
    from schemac.resolve.scope import Lookup, Scope

__all__ = ["BoundTool", "Draft", "bind_tool"]


@dataclass(frozen=True, slots=True, eq=False)
class BoundTool:
    """A tool with bound types (see the binder).

    `output_own` and `input_own` are what the handler itself, or a base class, declares by these
    names; `output_seen` and `input_seen` count what stands around it too. `output` is None where
    there is none or it cannot be told, `input` where the signature says what is taken. `sound` is
    False where a mistake was reported.
    """

    declaration: ToolDeclaration
    handler: Handler
    output_own: Lookup
    output_seen: Lookup
    input_own: Lookup
    input_seen: Lookup
    parameters: tuple[Field, ...]
    output: Type | None
    input: Type | None
    sound: bool


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """A bound tool whose types are types of the program. Exactly one input is given."""

    bound: BoundTool
    parameters: tuple[Field, ...] | None
    input: Type | None
    output: Type | None


def bind_tool(declaration: ToolDeclaration, handler: Handler, binder: Binder) -> BoundTool:
    """Look up what the signature of a handler names, and its `output` and `input`."""
    shadows = shadowed_names(handler)
    binder.found.extend(shadows.values())
    output_own, output_seen = _found(handler, handler.own, "output", shadows)
    input_own, input_seen = _found(handler, handler.inputs, "input", shadows)
    given = {
        name: found
        for name, found in (("output", output_own), ("input", input_own))
        if found is not Miss.UNKNOWN
    }
    signature = handler.signature
    parameters, sound = _parameters(signature, handler.scope, given, binder)
    output = _output(handler, output_seen, given, binder)
    taken = _input(handler, input_seen if signature is None else input_own, binder)
    return BoundTool(
        declaration=declaration,
        handler=handler,
        output_own=output_own,
        output_seen=output_seen,
        input_own=input_own,
        input_seen=input_seen,
        parameters=parameters,
        output=None if output is None else output.type,
        input=None if taken is None else taken.type,
        sound=sound
        and not shadows
        and not handler.misread
        and all(each is None or each.sound for each in (output, taken)),
    )


def _output(
    handler: Handler, found: Lookup, given: Mapping[str, Lookup], binder: Binder
) -> Bound | None:
    signature = handler.signature
    if not means_output(signature, found):
        returns = None if signature is None else signature.returns
        return None if returns is None else binder.bind(returns, handler.scope, given)
    if found is Miss.UNKNOWN:
        return None
    span = handler.span
    if signature is not None and signature.returns is not None:
        span = signature.returns.span
    name = NameType("output", (), span, span)
    return binder.bind(name, handler.scope, {"output": found})


def _input(handler: Handler, found: Lookup, binder: Binder) -> Bound | None:
    signature = handler.signature
    if found is Miss.UNKNOWN or (signature is not None and signature.parameters):
        return None
    name = NameType("input", (), handler.span, handler.span)
    return binder.bind(name, handler.scope, {"input": found})


def _found(
    handler: Handler, levels: tuple[Scope, ...], name: str, shadows: Collection[str]
) -> tuple[Lookup, Lookup]:
    """Look a name up on the handler's own levels, and then around it."""
    if name in shadows:
        return Miss.BROKEN, Miss.BROKEN
    for scope in levels:
        found = scope.here(name)
        if found is not Miss.UNKNOWN:
            return found, found
    return Miss.UNKNOWN, handler.scope.find(name)


def _parameters(
    signature: Signature | None, scope: Scope, given: Mapping[str, Lookup], binder: Binder
) -> tuple[tuple[Field, ...], bool]:
    if signature is None:
        return (), True
    sound = not binder.report_repeats(signature.parameters, "the signature")
    fields: list[Field] = []
    for each in signature.parameters:
        bound = binder.bind(each.type, scope, given)
        fields.append(with_type(each, bound.type))
        sound = sound and bound.sound
    return tuple(fields), sound
