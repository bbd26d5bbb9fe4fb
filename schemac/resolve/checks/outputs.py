"""What a tool returns, judged: SC603, SC609."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic
from schemac.resolve.checks.facts import labels
from schemac.resolve.returning import is_output_name, means_output
from schemac.resolve.scope import Miss
from schemac.resolve.shadowing import unread_note
from schemac.resolve.trees import nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.resolve.checks.facts import Facts

__all__ = ["no_output", "two_outputs"]


def no_output(facts: Facts) -> Iterator[Diagnostic]:
    """SC603: neither `type output` nor a return type that says something."""
    tool = facts.tool
    signature = tool.handler.signature
    if not means_output(signature, tool.output_seen) or tool.output_seen is not Miss.UNKNOWN:
        return
    span = tool.handler.span
    hint = f"declare `type output = …` in `{tool.handler.name}`, or write `-> …` in its signature"
    if signature is not None:
        span = signature.span if signature.returns is None else signature.returns.span
    if signature is not None and signature.returns is not None:
        hint = f"declare `type output = …` in `{tool.handler.name}`, or name another type here"
    message = f"`{tool.handler.name}` does not say what it returns"
    notes = unread_note(tool.handler.unread, is_imported=tool.handler.imported)
    yield Diagnostic("SC603", message, span, notes=notes, hint=hint)


def two_outputs(facts: Facts) -> Iterator[Diagnostic]:
    """SC609: `type output`, and a return type that says something else."""
    signature = facts.tool.handler.signature
    if facts.output is None or signature is None or signature.returns is None:
        return
    if means_output(signature, facts.tool.output_seen) or not facts.returns_known:
        return
    message = "the return type stands beside `type output`"
    hint = "write `-> output`, or leave the arrow out"
    if any(is_output_name(part) for part in nodes(signature.returns)):
        hint = "write `-> output`, and put the rest into `type output`"
    marks = labels(facts.output.declaration.name_span, "the output is declared here")
    yield Diagnostic("SC609", message, signature.returns.span, marks, hint=hint)
