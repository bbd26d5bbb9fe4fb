"""Source text in, what a terminal may show out: cells counted, controls made visible."""

from __future__ import annotations

import unicodedata

__all__ = ["one_line", "shown", "shown_char", "width"]

_TAB = "    "
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def shown_char(char: str) -> str:
    """Show one character: a tab as four blanks, what cannot be seen by its number."""
    if char == "\t":
        return _TAB
    if char.isascii() and char.isprintable():
        return char
    if unicodedata.category(char) in _UNSEEN:
        return f"<U+{ord(char):04X}>"
    return char


def shown(text: str) -> str:
    """Show a text so that nothing in it can move the cursor or turn the reading order."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(shown_char, text))


def one_line(text: str) -> str:
    """Show a text on one line: line breaks and the blanks around them become one blank."""
    return shown(" ".join(part.strip() for part in text.splitlines()) if "\n" in text else text)


def width(text: str) -> int:
    """Count the cells that a shown text takes: two for a wide character, none for a mark."""
    if text.isascii():
        return len(text)
    return sum(map(_cells, text))


def _cells(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
