"""A place where reading stopped in, words for a mistake that people make there out.

Each rule looks at one mistake and gives None for any other; the first that knows it speaks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic, Fix, Label

if TYPE_CHECKING:
    from schemac.source import Span, Text
    from schemac.syntax.expectations import Expectation
    from schemac.syntax.lexemes import Lexeme, Place

__all__ = ["Stop", "breaks_between", "joined", "wanted_is"]


@dataclass(frozen=True, slots=True)
class Stop:
    """All that is known where reading stopped.

    `expected` is None where a type was complete and something had to follow it.
    """

    text: Text
    place: Place
    expected: Expectation | None

    @property
    def found(self) -> Lexeme:
        """The word that has no place here."""
        return self.place.found

    @property
    def last(self) -> Lexeme | None:
        """The word before it."""
        return self.place.back()

    @property
    def inside(self) -> Lexeme | None:
        """The innermost bracket that is open, or tag."""
        return self.place.opened[-1] if self.place.opened else None

    def span(self, first: Lexeme, last: Lexeme | None = None) -> Span:
        """Give the host span of a word, or of several."""
        return self.text.span(first.start, (last or first).end)

    def say(
        self, code: str, message: str, span: Span, hint: str | None = None, fix: Fix | None = None
    ) -> Diagnostic:
        """Word a finding; one inside brackets points at nothing else."""
        return Diagnostic(code, message, span, hint=hint, fix=fix)

    def insert(self, before: Lexeme, words: str) -> Fix:
        """Give the fix that puts words before a word."""
        return Fix(self.text.span(before.start, before.start), words)

    def replace(self, lexeme: Lexeme, words: str) -> Fix:
        """Give the fix that puts words in place of a word."""
        return Fix(self.span(lexeme), words)

    def label(self, lexeme: Lexeme, words: str) -> Label:
        """Give a secondary label at a word."""
        return Label(self.span(lexeme), words)


def wanted_is(stop: Stop, *wanted: str) -> bool:
    """Say whether one of these was expected; `""` stands for the end of a type."""
    return (stop.expected.wanted if stop.expected else "") in wanted


def joined(first: Lexeme | None, second: Lexeme) -> bool:
    """Say whether two words touch."""
    return first is not None and first.end == second.start


def breaks_between(stop: Stop, last: Lexeme) -> bool:
    """Say whether the word found stands on a later line than one before it."""
    return any(char in "\r\n" for char in stop.text.text[last.end : stop.found.start])
