"""An annotation's text in, a diagnostic for each hidden character, or half of one, in it out."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic
from schemac.ir.unseen import HIDDEN

if TYPE_CHECKING:
    from schemac.source import Span, Text

__all__ = ["hidden_characters", "masked", "without_hidden"]


_CONTROLS = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f]")


def hidden_characters(text: Text) -> tuple[Diagnostic, ...]:
    """Point at each character that makes a text read otherwise than it is."""
    if text.text.isascii() and not _CONTROLS.search(text.text):
        return ()
    return tuple(
        _finding(at.group(), text.span(at.start(), at.end())) for at in HIDDEN.finditer(text.text)
    )


def masked(text: Text) -> Text:
    """Give the text with a letter for each hidden character, so that only they are reported."""
    return _Masked(text, HIDDEN.sub("_", text.text))


def without_hidden(text: str) -> str:
    """Give the text as people see it."""
    return HIDDEN.sub("", text)


@dataclass(frozen=True, slots=True)
class _Masked:
    """Another text at the same places."""

    within: Text
    text: str

    def span(self, start: int, end: int) -> Span:
        return self.within.span(start, end)


def _finding(char: str, span: Span) -> Diagnostic:
    number = f"U+{ord(char):04X}"
    if unicodedata.category(char) == "Cs":
        message = f"an annotation holds {number}, which is half of a character"
        return Diagnostic("SC111", message, span, hint="write the whole character")
    name = unicodedata.name(char, "a control character")
    message = f"an annotation holds the hidden character {number} ({name})"
    hint = "delete it, or write it as an escape (`\\u202e`) in a double-quoted string"
    return Diagnostic("SC111", message, span, hint=hint)
