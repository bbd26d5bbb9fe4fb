"""A line in, the plain characters that people see in it out, and where each of them was written.

What takes no room is left out, and a character that looks like one of the language's signs stands
for it: whoever reviews a line sees the plain one, so it is judged by that.
"""

from __future__ import annotations

import unicodedata
from functools import cache

__all__ = ["odd_character", "plain_places", "plainly", "with_blanks"]

_UNSEEN = frozenset({"Cf", "Cc", "Cn", "Co", "Cs", "Mn", "Me"})
"""Characters of these kinds take no room, or are shown in ways that differ."""
_BLANKS = frozenset({"Zs", "Zl", "Zp"})
_EMPTY = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that are shown as nothing."""
_SIGNS = {
    sign: plain
    for plain, signs in {
        "#": "\u266f\u2d4c",
        ":": "\u02d0\u02f8\u0589\u05c3\u0703\u0704\u16ec\u1803\u1809\u205a\u2236\ua4fd\ua789",
        "(": "\u2768\u276a\u27ee\u2985\u2e28\ufd3e",
        ")": "\u2769\u276b\u27ef\u2986\u2e29\ufd3f",
        "=": "\u1400\u2e40\u30a0\ua4ff\ua78a",
        "|": "\u01c0\u05c0\u2223\u23ae\u23d0\u2758\uffe8",
        "{": "\u2774",
        "}": "\u2775",
        "!": "\u01c3\u2d51",
        "&": "\ua778",
    }.items()
    for sign in signs
}
"""What looks like a sign of the language and is not folded to it by NFKC."""


def plainly(line: str) -> str:
    """Give a line with the plain characters that people see in it."""
    if line.isascii() and line.isprintable():
        return line
    return "".join(map(_plain, line)).strip()


def plain_places(line: str) -> tuple[str, list[int]]:
    """Give a line like that, blanks kept, and for each of its characters the place of its own.

    The last place is the end of the line.
    """
    if line.isascii() and line.isprintable():
        return line, list(range(len(line) + 1))
    chars: list[str] = []
    places: list[int] = []
    for at, char in enumerate(line):
        plain = _plain(char)
        chars.append(plain)
        places += [at] * len(plain)
    return "".join(chars), [*places, len(line)]


def with_blanks(line: str) -> str:
    """Give a line with a blank for each character that is not what it looks like."""
    return "".join(char if _plain(char) == char else " " for char in line)


def odd_character(line: str) -> int:
    """Give the place of the first character that another one is seen for."""
    return next((at for at, char in enumerate(line) if _plain(char) != char), 0)


@cache
def _plain(char: str) -> str:
    if char.isascii() and (char.isprintable() or char in "\t\r\n"):
        return char
    if char in _SIGNS:
        return _SIGNS[char]
    category = unicodedata.category(char)
    if category in _BLANKS or char in _EMPTY or char == "\f":
        return " "
    if category in _UNSEEN:
        return ""
    folded = unicodedata.normalize("NFKC", char)
    return folded if folded.isascii() and folded.isprintable() else char
