"""A handler with base classes that nobody found in, what they may say otherwise out: an error.

A class that is not found may declare `output` and `input`, sign `call` and describe the tool. What
stands behind it, or around the classes, holds only where it says nothing, which nobody can tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic
from schemac.ir.types import NameType
from schemac.resolve.returning import is_output_name, means_output
from schemac.resolve.scope import Miss
from schemac.resolve.trees import nodes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.ir.decls import Signature
    from schemac.resolve.handlers import Handler
    from schemac.resolve.lineage import Lineage
    from schemac.resolve.modules import ClassRef, FunctionRef
    from schemac.resolve.scope import Scope

__all__ = ["named_types", "shadowed", "shadowed_names", "unread_note"]


def shadowed(
    lineage: Lineage,
    methods: Sequence[tuple[ClassRef, FunctionRef]],
    described: Sequence[ClassRef],
) -> Diagnostic | None:
    """Report a signature or a description that a base class that was not found may replace."""
    if not lineage.unread:
        return None
    signed = [owner for owner, each in methods if each.host.signature or each.host.broken][:1]
    if not signed or not lineage.behind.isdisjoint((methods[0][0], *signed)):
        where = f"write a signature and its `def call` in `{lineage.classes[0].host.qualname}`"
        return _untold(lineage, "signature", where)
    if not lineage.behind.isdisjoint(described):
        where = f"declare a `description` in `{lineage.classes[0].host.qualname}`"
        return _untold(lineage, "description", where)
    return None


def shadowed_names(handler: Handler) -> dict[str, Diagnostic]:
    """Report an `output` or `input` that a base class that was not found may declare."""
    if not handler.unread:
        return {}
    named = set() if handler.signature is None else set(named_types(handler.signature))
    hidden = []
    if means_output(handler.signature, Miss.BROKEN) or "output" in named:
        hidden += ["output"] if _is_behind(handler, handler.own, "output") else []
    if _is_behind(handler, handler.inputs, "input", around="input" in named):
        hidden.append("input")
    return {name: _undeclared(handler, name) for name in hidden}


def named_types(signature: Signature) -> Iterator[str]:
    """Give the names of types that a signature uses."""
    written = [each.type for each in signature.parameters]
    written += [] if signature.returns is None else [signature.returns]
    for each in written:
        yield from (node.name for node in nodes(each) if isinstance(node, NameType))


def _is_behind(
    handler: Handler, levels: Sequence[Scope], name: str, *, around: bool = True
) -> bool:
    """Whether a name may be declared by a base that nobody found, before what is found.

    Where nothing is found, and nothing stands in its place, who looks it up says so.
    """
    for scope in levels:
        if scope.here(name) is not Miss.UNKNOWN:
            return scope in handler.behind
    if not around or handler.scope.find(name) is not Miss.UNKNOWN:
        return around
    returns = None if handler.signature is None else handler.signature.returns
    return name == "output" and returns is not None and not is_output_name(returns)


def _untold(lineage: Lineage, what: str, where: str) -> Diagnostic:
    ref = lineage.classes[0]
    message = f"nobody can tell which {what} `{ref.host.qualname}` has"
    notes = unread_note(lineage.unread, is_imported=lineage.imported)
    hint = _hint(where, is_imported=lineage.imported)
    return Diagnostic("SC612", message, ref.host.name_span, notes=notes, hint=hint)


def _undeclared(handler: Handler, name: str) -> Diagnostic:
    code = "SC603" if name == "output" else "SC612"
    message = f"nobody can tell which `type {name}` `{handler.name}` has"
    notes = unread_note(handler.unread, is_imported=handler.imported)
    where = f"declare `type {name} = …` in `{handler.name}`"
    hint = _hint(where, is_imported=handler.imported)
    return Diagnostic(code, message, handler.span, notes=notes, hint=hint)


def _hint(where: str, *, is_imported: bool) -> str:
    if is_imported:
        return f"{where}, or let the base class stand once in a Python file that is here"
    return f"{where}, or import the base class from its module by its name"


def unread_note(unread: tuple[str, ...], *, is_imported: bool) -> tuple[str, ...]:
    """Say which base classes may hold what is missing; Python knows those that it imported."""
    if not unread:
        return ()
    names = ", ".join(f"`{name}`" for name in unread)
    many = len(unread) > 1
    if is_imported:
        what = "are" if many else "is"
        what += " not found, just once, in a file that can be read"
    else:
        what = f"could not be found without importing {'them' if many else 'it'}"
    return (f"the base class{'es' if many else ''} {names} {what}",)
