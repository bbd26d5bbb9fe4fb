"""Two neighbouring words in, what stands between them on a line out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schemac.syntax.format.tokens import Word

__all__ = ["gap"]

_TIGHT_AFTER = frozenset("([")
_TIGHT_BEFORE = frozenset((")", "]", ",", ":"))


def gap(words: list[Word], index: int) -> str:
    """Give the space before a word that stays on its line."""
    before, word = words[index - 1], words[index]
    if before.kind == "prefix" or (before.kind == "mark" and before.text in _TIGHT_AFTER):
        return ""
    if word.kind == "mark" and _is_tight(before, word):
        return ""
    return " "


def _is_tight(before: Word, word: Word) -> bool:
    if word.text in _TIGHT_BEFORE or word.text == "?":
        return True
    if word.text == "}":
        return before.kind == "mark" and before.text == "{"
    return word.text == "[" and before.kind == "word"
