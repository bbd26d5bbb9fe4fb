"""The text of a type declaration that cannot be parsed in, whether more is glued to it out.

What stands behind a mistake is read by nobody. A signature there that has no parentheses is part of
the declaration above it, and its gates would be lost without a word.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from schemac.syntax.lexemes import words

if TYPE_CHECKING:
    from schemac.syntax.lexemes import Lexeme

__all__ = ["holds_more"]

_GOES_ON = frozenset({"=", "|", "&", ",", ":"})
"""Marks that a type goes on behind, on the next line if need be."""
_CONTINUES = _GOES_ON | {"?", ")", "]", "}"}
"""Marks that a line may begin with that continues a type."""


def holds_more(written: str) -> bool:
    """Tell whether something in the text is no part of a type: an arrow, or a line of its own.

    Such a line stands in no bracket, or is set in no further than the declaration: a bracket may be
    open by mistake. The arrow of a function type, `^(A) -> B`, does not count: there is no such
    type, but it is one.
    """
    reader = _Reader(written)
    return any(reader.is_stray(word) for word in words(written))


@dataclass(slots=True)
class _Reader:
    """Reads words in order; `opened` says of each open bracket whether `^` stands before it."""

    written: str
    first: Lexeme | None = None
    last: Lexeme | None = None
    opened: list[bool] = field(default_factory=list)
    is_function: bool = False

    def is_stray(self, word: Lexeme) -> bool:
        if word.text == "->":
            found = not self.is_function
        else:
            found = self._begins_line(word) and (not self.opened or self._is_level(word))
        self._track(word)
        self.first = self.first or word
        self.last = word
        return found

    def _begins_line(self, word: Lexeme) -> bool:
        """Whether a line begins here that continues nothing, the first one of all aside."""
        last = self.last
        if last is None or last.text in _GOES_ON or word.text in _CONTINUES:
            return False
        is_first = any(end in self.written[last.end : word.start] for end in "\r\n")
        return is_first and word.kind not in {"tag", "bare_tag"}

    def _is_level(self, word: Lexeme) -> bool:
        """Whether a word is set in no further than the first one."""
        return self.first is not None and self._column(word) <= self._column(self.first)

    def _column(self, word: Lexeme) -> int:
        line = max(self.written.rfind(end, 0, word.start) for end in "\r\n")
        return word.start - line

    def _track(self, word: Lexeme) -> None:
        self.is_function = False
        if word.text in {"(", "[", "{"} or (word.kind == "tag" and word.text[-1] == "("):
            self.opened.append(self.last is not None and self.last.text == "^")
        elif word.text in {")", "]", "}"} and self.opened:
            self.is_function = self.opened.pop()
