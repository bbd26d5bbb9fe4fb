"""The text of an annotation in, a diagnostic for each character in it that nobody can see out."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic

if TYPE_CHECKING:
    from schemac.source import Span, Text

__all__ = ["hidden_characters", "masked"]

_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f"  # controls, but tab, form feed and line breaks
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # they turn the reading order
    "\u00ad\u200b\u2060-\u2064\ufeff\ufff9-\ufffb]"  # they take no room
)


def hidden_characters(text: Text) -> tuple[Diagnostic, ...]:
    """Point at each character that makes a text read otherwise than it is."""
    if text.text.isascii() and text.text.isprintable():
        return ()
    hint = "delete it, or write it as an escape (`\\u202e`) in a double-quoted string"
    return tuple(
        Diagnostic("SC111", _message(at.group()), text.span(at.start(), at.end()), hint=hint)
        for at in _HIDDEN.finditer(text.text)
    )


def masked(text: Text) -> Text:
    """Give the text with a letter for each hidden character, so that only they are reported."""
    return _Masked(text, _HIDDEN.sub("_", text.text))


@dataclass(frozen=True, slots=True)
class _Masked:
    """Another text at the same places."""

    within: Text
    text: str

    def span(self, start: int, end: int) -> Span:
        return self.within.span(start, end)


def _message(char: str) -> str:
    name = unicodedata.name(char, "a control character")
    return f"an annotation holds the hidden character U+{ord(char):04X} ({name})"
