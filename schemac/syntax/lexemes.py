"""The text of a mistaken declaration in, its words up to the mistake and the open brackets out.

Lark reads an unexpected word again with all terminals at once, where the raw text of tags swallows
it; what is said about a mistake needs the word as a person sees it.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from schemac.syntax.scan import argument_end

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Lexeme", "Place", "read_place", "words"]

Kind: TypeAlias = Literal[
    "word", "string", "open_string", "symbol", "number", "tag", "bare_tag", "mark", "end"
]

_WORD = r"[^\W\d]\w*"
_LEXEME = re.compile(
    r"(?P<skip>[ \t\f\r\n]+|#[^\r\n]*)"
    r'|(?P<string>"(?:\\[^\r\n]|[^"\\\r\n])*"|\'(?:\\[^\r\n]|[^\'\\\r\n])*\')'
    r"|(?P<open_string>[\"'][^\r\n]*)"
    rf"|(?P<symbol>:(?!:)(?:{_WORD}(?:\.{_WORD})*|\"(?:\\[^\r\n]|[^\"\\\r\n])*\"))"
    rf"|(?P<tag>@{_WORD}\()|(?P<bare_tag>@(?:{_WORD})?)|(?P<word>{_WORD})"
    r"|(?P<number>[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<mark>=>|->|\.\.\.|::|\*\*|\\[()]|[\s\S])"
)
_PAIRS = {")": "(", "]": "[", "}": "{"}


@dataclass(frozen=True, slots=True)
class Lexeme:
    """A word of the text as a person sees it."""

    kind: Kind
    text: str
    start: int
    end: int

    def shown(self) -> str:
        """Name it in a message."""
        match self.kind:
            case "end":
                return "the end"
            case "tag":
                return f"`{self.text.partition('(')[0]}(…)`"
            case "open_string":
                return "an open string"
            case _:
                return _quote(self.text)


def _quote(text: str) -> str:
    if len(text) > 40:  # noqa: PLR2004 - a message stays one line
        return f"`{text[:40]}…`"
    if text.isprintable() and not text.isspace():
        return f"`{text}`"
    return (
        f"the character U+{ord(text[0]):04X} ({unicodedata.name(text[0], 'a control character')})"
    )


@dataclass(frozen=True, slots=True)
class Place:
    """Where reading stopped: the word there, those before it, and the brackets that are open."""

    found: Lexeme
    before: tuple[Lexeme, ...]
    opened: tuple[Lexeme, ...]
    after: Lexeme

    def back(self, steps: int = 1) -> Lexeme | None:
        """Give the word so many steps before the one found."""
        return self.before[-steps] if len(self.before) >= steps else None


def read_place(text: str, start: int, end: int, stop: int | None) -> Place:
    """Read a declaration's words up to offset `stop`; None reads to the end."""
    before: list[Lexeme] = []
    opened: list[Lexeme] = []
    at = start
    limit = whole = end if stop is None else stop
    floor = 0
    while at < limit:
        lexeme = _next(text, at, end, whole)
        if lexeme is None or lexeme.start >= limit:
            break
        _track(lexeme, opened, floor)
        if whole and _is_unclosed(lexeme, text, end):
            # It stays open: what closes a bracket to the eye is text, as are the tags behind it.
            whole, floor = 0, len(opened)
        before.append(lexeme)
        at = lexeme.end
    nothing = Lexeme("end", "", end, end)
    found = nothing if stop is None else _next(text, stop, end, stop) or nothing
    after = _next(text, found.end, end, found.end) or nothing
    return Place(found, tuple(before), tuple(opened), after)


def words(text: str) -> Iterator[Lexeme]:
    """Read all words of a text; the argument of a tag that is never closed is read as words."""
    at, limit = 0, len(text)
    while lexeme := _next(text, at, len(text), limit):
        if lexeme.kind == "tag" and lexeme.text[-1] == "(":
            # Neither is any behind it: looking for each end anew would take forever.
            limit = 0
        yield lexeme
        at = lexeme.end


def _next(text: str, at: int, end: int, limit: int) -> Lexeme | None:
    """Read one word; a tag is taken whole unless reading stopped inside it."""
    while found := _LEXEME.match(text, at, end):
        if found.lastgroup != "skip":
            break
        at = found.end()
    if found is None:
        return None
    kind: Kind = found.lastgroup  # type: ignore[assignment]  # the groups are named like the kinds
    close = found.end()
    if kind == "tag" and limit > found.start():
        after, _ = argument_end(text, found.end(), end)
        close = after if -1 < after <= limit else found.end()
    return Lexeme(kind, text[found.start() : close], found.start(), close)


def _is_unclosed(lexeme: Lexeme, text: str, end: int) -> bool:
    """Whether a tag, of which no more than its beginning was taken, goes on to the very end."""
    is_open = lexeme.kind == "tag" and lexeme.text[-1] == "("
    return is_open and argument_end(text, lexeme.end, end)[0] < 0


def _track(lexeme: Lexeme, opened: list[Lexeme], floor: int) -> None:
    """Keep the brackets that are open; those below the floor stay."""
    if lexeme.kind not in {"tag", "mark"} or lexeme.text[0] == "\\":
        return
    if lexeme.text[-1] in "([{":
        opened.append(lexeme)
        return
    innermost = opened[-1].text[-1] if len(opened) > floor else ""
    if lexeme.kind == "mark" and innermost == _PAIRS.get(lexeme.text):
        opened.pop()
