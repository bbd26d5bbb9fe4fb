"""What describes a tool, judged: SC614."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.resolve.checks.facts import Facts

__all__ = ["no_description"]


def no_description(facts: Facts) -> Iterator[Diagnostic]:
    """SC614: a tool without any description, which no server would serve."""
    handler = facts.tool.handler
    if facts.tool.declaration.unworded and handler.undescribed and not handler.misread:
        message = f"the tool `{facts.tool.declaration.name}` has no description"
        hint = "give it a docstring, a `description` declaration or method"
        yield Diagnostic("SC614", message, handler.span, hint=hint)
