"""What a tool takes as one type, judged: SC602."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic
from schemac.resolve.checks.facts import labels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.resolve.checks.facts import Facts

__all__ = ["invalid_input"]


def invalid_input(facts: Facts) -> Iterator[Diagnostic]:
    """SC602: `type input` that is no record, or stands beside parameters."""
    if facts.input is None:
        return
    span = facts.input.declaration.name_span
    signature = facts.tool.handler.signature
    if signature is not None and signature.parameters:
        message = f"`type input` stands beside the parameters of `{facts.tool.handler.method}`"
        hint = "keep one: the parameters of the signature, or `type input`"
        yield Diagnostic("SC602", message, span, labels(signature.span, "the signature"), hint=hint)
    elif facts.taken is None:
        message = "`type input` is no record"
        hint = "write `type input = { name: Type, … }`: each field is an argument"
        yield Diagnostic("SC602", message, span, hint=hint)
