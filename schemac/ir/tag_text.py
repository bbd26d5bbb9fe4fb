r"""The text of a tag as written in, as meant out, and back again.

A text runs to the parenthesis that closes it, so `\(` and `\)` are parentheses that do not count.
"""

from __future__ import annotations

import json
import re

from schemac.ir.tags import TAGS
from schemac.ir.unseen import HIDDEN

__all__ = ["cook", "plain_quoted", "quote", "write_quoted", "write_raw"]

_FOLD = re.compile(r"\s*[\r\n]\s*")
_PAIR = re.compile(r"\\([\s\S])")
_PARENS = re.compile(r"\\[\s\S]|[()]")
_WHOLE = re.compile(r'"(?:\\[^\r\n]|[^"\\\r\n])*"|\'(?:\\[^\r\n]|[^\'\\\r\n])*\'')


def _keeps_backslashes(tag: str) -> bool:
    spec = TAGS.get(tag)
    return spec is not None and spec.argument == "pattern"


def cook(tag: str, written: str) -> str:
    """Read a raw text: line breaks become spaces, escaped parentheses plain ones."""
    text = _FOLD.sub(" ", written.strip())
    if _keeps_backslashes(tag) or "\\" not in text:
        return text
    return _PAIR.sub(lambda found: found[1] if found[1] in "()" else found[0], text)


def write_raw(tag: str, text: str) -> str | None:
    """Write a text so that `cook` gives it back; None if only quotes can hold it."""
    written = text
    if not _balanced(written) and not _keeps_backslashes(tag):
        written = re.sub(r"[()]", r"\\\g<0>", text)
    readable = text and _balanced(written) and not _WHOLE.fullmatch(written)
    return written if readable and cook(tag, written) == text else None


def _balanced(written: str) -> bool:
    depth = 0
    for found in _PARENS.finditer(written):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if depth < 0:
            return False
    return depth == 0 and not re.search(r"(?<!\\)(?:\\\\)*\\\Z", written)


def plain_quoted(written: str) -> str:
    r"""Read a quoted text: its own quote is written `\"`, all else stands for itself."""
    mark = written[0]
    return _PAIR.sub(lambda found: mark if found[1] == mark else found[0], written[1:-1])


def write_quoted(tag: str, text: str) -> str:
    """Write a text in quotes so that reading gives it back, as far as the language can say it."""
    spec = TAGS.get(tag)
    if spec is not None and spec.argument == "json":
        return quote(text)
    for mark in ('"', "'"):
        written = mark + text.replace(mark, f"\\{mark}") + mark
        if _WHOLE.fullmatch(written) and plain_quoted(written) == text:
            return written
    return quote(text)


def quote(text: str) -> str:
    """Write a string with JSON's escapes, one for each character that nobody can see."""
    written = "".join(
        char if char.isprintable() else json.dumps(char)[1:-1]
        for char in json.dumps(text, ensure_ascii=False)
    )
    while HIDDEN.search(written):  # One may have been seen by what it did to the next.
        written = HIDDEN.sub(lambda found: json.dumps(found.group())[1:-1], written)
    return written
