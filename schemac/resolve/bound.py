"""A method of an object and the classes before its own in, what they may say otherwise out: SC612.

`output` and `input` are those of the class of the object, where that declares them. The method was
read where it stands, so that it is served only where none of them does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic
from schemac.resolve.returning import means_output
from schemac.resolve.scope import Miss
from schemac.resolve.shadowing import named_types

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.declaration import HandlerLocation
    from schemac.resolve.handlers import Handler
    from schemac.resolve.lineage import Ancestry
    from schemac.resolve.modules import ClassRef, FunctionRef

__all__ = ["below"]


def below(
    handler: Handler, ref: FunctionRef, places: Sequence[HandlerLocation], ancestry: Ancestry
) -> Handler | Diagnostic:
    """Give the handler that a method is for an object whose classes come before its own.

    Nobody can serve one whose class may say otherwise what it takes or returns.
    """
    lineage = [*handler.lineage]
    for place in places:
        found = ancestry.at(place)
        if isinstance(found, str):
            return _unread(ref, found)
        if found is not None:
            nearly = (*found.host.latent, *found.scope.latent)
            if nearly:
                return nearly[0]
            name = _declared(found, ref)
            if name is not None:
                return _declares(ref, place.qualname, name)
            lineage.append((found.host.qualname, found.module.file))
    return replace(handler, lineage=tuple(lineage))


def _declared(owner: ClassRef, ref: FunctionRef) -> str | None:
    """Give what a class declares, or may declare by what was not understood, of a method's."""
    scope, signature = owner.scope, ref.host.signature
    used = set() if signature is None else set(named_types(signature))
    names = ["input"]
    if means_output(signature, Miss.BROKEN) or "output" in used:
        names.append("output")
    is_there = (scope.misread or scope.here(name) is not Miss.UNKNOWN for name in names)
    return next((name for name, there in zip(names, is_there, strict=True) if there), None)


def _declares(ref: FunctionRef, owner: str, name: str) -> Diagnostic:
    method = ref.host.qualname
    whose = f"another `{owner}`" if owner == _own(method) else f"`{owner}`"
    message = f"`{method}` is registered as a method of {whose}, which may have another `{name}`"
    hint = f"write the method and its signature in `{owner}`, where its types are"
    return Diagnostic("SC612", message, ref.host.name_span, hint=hint)


def _unread(ref: FunctionRef, owner: str) -> Diagnostic:
    method = ref.host.qualname
    message = f"nobody can tell what `{owner}` declares, as a method of which `{method}` is served"
    notes = (f"`{owner}` is not found, just once, in a file that can be read",)
    hint = "let that class stand once in a Python file that is here"
    if owner != _own(method):
        hint = f"{hint}, or register the method of an object of `{_own(method)}` itself"
    return Diagnostic("SC612", message, ref.host.name_span, notes=notes, hint=hint)


def _own(method: str) -> str:
    return method.rpartition(".")[0]
