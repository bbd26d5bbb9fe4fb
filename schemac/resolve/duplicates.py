"""Tools and their handlers in, those with a name of their own out (SC610)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic, Label
from schemac.syntax.host import Argument

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.declaration import ToolDeclaration
    from schemac.resolve.handlers import Handler
    from schemac.source import Span

__all__ = ["without_duplicates"]

_Pair = tuple["ToolDeclaration", "Handler"]


def without_duplicates(
    pairs: Sequence[_Pair],
) -> tuple[list[_Pair], tuple[Diagnostic, ...]]:
    """Leave out every tool whose name an earlier one has; one that is guessed, in silence."""
    first: dict[str, _Pair] = {}
    kept: list[_Pair] = []
    found: list[Diagnostic] = []
    for pair in pairs:
        known = first.setdefault(pair[0].name, pair)
        if known is pair:
            kept.append(pair)
        elif not pair[0].guessed:
            found.append(_duplicate(pair, known))
    return kept, tuple(found)


def _duplicate(pair: _Pair, known: _Pair) -> Diagnostic:
    message = f"there are two tools named `{pair[0].name}`"
    label = Label(_place(*known), "the first one")
    hint = 'give one of them another name: `@tool("…")`'
    return Diagnostic("SC610", message, _place(*pair), (label,), hint=hint)


def _place(declaration: ToolDeclaration, handler: Handler) -> Span:
    """Give where the tool got its name: in a decorator, or by being called so."""
    for decorator in handler.decorators:
        name = decorator.name
        if isinstance(name, Argument) and name.value == declaration.name:
            return name.span
    return handler.span
