"""What lowering needs to know while one declaration is read: the text, and the findings so far.

Lark binds its callbacks when the parser is built, so they cannot be handed the text of a call;
a context variable gives it to them, each thread its own.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic, Fix

if TYPE_CHECKING:
    from lark import Token

    from schemac.source import Span, Text

__all__ = ["READING", "Reading"]


@dataclass(slots=True)
class Reading:
    """A declaration being read: `written`, which begins at `start` of a text.

    Lark counts the lines before the place where it begins, so it gets the declaration alone.
    `findings` grow while it is lowered.
    """

    text: Text
    start: int = 0
    written: str = ""
    findings: list[Diagnostic] = field(default_factory=list)

    def at(self, start: int, end: int) -> Span:
        """Give the host span of offsets in the declaration."""
        return self.text.span(self.start + start, self.start + end)

    def span(self, token: Token) -> Span:
        """Give the host span of a token."""
        start = self.start
        return self.text.span(start + (token.start_pos or 0), start + (token.end_pos or 0))

    def between(self, first: Token, last: Token) -> Span:
        """Give the host span from the start of one token to the end of another."""
        start = self.start
        return self.text.span(start + (first.start_pos or 0), start + (last.end_pos or 0))

    def report(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        hint: str | None = None,
        fix: Fix | None = None,
    ) -> None:
        """Add a finding."""
        self.findings.append(Diagnostic(code, message, span, hint=hint, fix=fix))


READING: ContextVar[Reading] = ContextVar("READING")
