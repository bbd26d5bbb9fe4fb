"""A text that cannot be read in, the names that it may declare all the same, out.

What `typ row = …` or `interface row` was to be is anybody's guess: nobody may take the `row` that
stands further out instead. A name that is surely used there, as behind a colon, is none of them.
"""

from __future__ import annotations

import re

__all__ = ["perhaps_declared"]

_BREAKS = "\\r\\n\\x0b\\x0c\\x1c-\\x1e\\x85\\u2028\\u2029"
"""What some editor shows as a new line."""
_PART = re.compile(
    rf"(?P<skip>[^\S{_BREAKS}]+|\#[^{_BREAKS}]*)"
    r"|(?P<tag>@[^\W\d]\w*\()"
    rf"|(?P<line>[{_BREAKS}])"
    rf"|(?P<string>\"[^\"{_BREAKS}]*\"|'[^'{_BREAKS}]*')"
    r"|(?P<word>[^\W\d]\w*)"
    r"|(?P<mark>[\s\S])"
)
_GIVEN = re.compile(r"\s*(?:\[[^\]\r\n]{0,200}\]\s*)?:?=(?!>)")
_TEXT = "@("
_BEFORE_USES = frozenset((*":|&,[(<>?=@!.{", _TEXT))


def perhaps_declared(text: str) -> tuple[str, ...]:
    """Give every word that begins a line, stands behind a word, or before an equals sign.

    In a line's last tag, which may never end, stands text: only an equals sign counts there.
    """
    found: dict[str, None] = {}
    last = ""
    for part in _PART.finditer(text):
        if part.lastgroup == "skip":
            continue
        word = part["word"]
        if word and (last not in _BEFORE_USES or _GIVEN.match(text, part.end())):
            found[word] = None
        is_text = part.lastgroup == "tag" or (last == _TEXT and part.lastgroup != "line")
        last = _TEXT if is_text and part.group() != ")" else part["mark"] or ""
    return tuple(found)
