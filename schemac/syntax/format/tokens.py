"""The text of one sound declaration in, its words with the comments around them out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from schemac.syntax.scan import argument_end

__all__ = ["Comment", "Word", "words"]

Kind: TypeAlias = Literal["word", "key", "string", "symbol", "number", "tag", "prefix", "mark"]

_WORD = r"[^\W\d]\w*"
_QUOTED = r'"(?:\\[^\r\n]|[^"\\\r\n])*"|\'(?:\\[^\r\n]|[^\'\\\r\n])*\''
_TOKEN = re.compile(
    r"(?P<path>(?<=import)[ \t]+[\w.\/\\~:-]+|(?<=from)[ \t]+[\w.\/\\~:-]+)"
    rf"|(?P<blank>[ \t\f\r\n]+)|(?P<comment>#[^\r\n]*)|(?P<string>{_QUOTED})"
    rf"|(?P<tag>@{_WORD}\()"
    rf"|(?P<symbol>:(?:{_WORD}(?:\.{_WORD})*|\"(?:\\[^\r\n]|[^\"\\\r\n])*\"))"
    rf"|(?P<word>{_WORD})|(?P<mark>->|=>|\.\.\.)"
    r"|(?P<number>[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)|(?P<other>[\s\S])"
)
_NEWLINE = re.compile(r"\r\n|\n|\r")


@dataclass(slots=True)
class Comment:
    """A comment on lines of its own, and the number of line breaks before it."""

    text: str
    lines: int


@dataclass(slots=True)
class Word:
    """A word, the line breaks before it, comments above it and the one behind it on its line."""

    kind: Kind
    text: str
    lines: int
    above: list[Comment] = field(default_factory=list)
    behind: str = ""


def words(text: str) -> tuple[list[Word], int]:
    """Read the words of a declaration, and where the last of them and its remark end."""
    reader = _Reader(text)
    reader.run()
    return reader.found, reader.end


@dataclass(slots=True)
class _Reader:
    """Keeps track of where keys stand, as `a:b` is a key and its type but `:b` a symbol."""

    text: str
    found: list[Word] = field(default_factory=list)
    above: list[Comment] = field(default_factory=list)
    lines: int = 0
    end: int = 0
    levels: list[bool] = field(default_factory=list)
    at_key: bool = False
    at_colon: bool = False

    def run(self) -> None:
        at = 0
        imports = re.match(r"\s*(?:import|from)\b", self.text) is not None
        while at < len(self.text):
            token = _TOKEN.match(self.text, at)
            if token is None:
                break
            if self.at_colon and self.text[at] == ":":
                self._add("mark", ":")
                at += 1
                self.end = at
                continue
            at = self._take(token, imports=imports)
            if token.lastgroup != "blank" and not self.above:
                self.end = at

    def _take(self, token: re.Match[str], *, imports: bool) -> int:
        text = token[0]
        match token.lastgroup:
            case "blank":
                self.lines += len(_NEWLINE.findall(text))
            case "comment":
                self._comment(text.rstrip())
            case "tag":
                end, _ = argument_end(self.text, token.end(), len(self.text))
                end = end if end > 0 else len(self.text)  # no word is ever read twice
                self._add("tag", self.text[token.start() : end])
                return end
            case "path" if imports and len(self.found) == 1:
                self._add("word", text.strip())
            case "path":
                return token.start() + len(text) - len(text.lstrip())
            case "word" | "string" | "symbol" | "number":
                self._add(token.lastgroup, text)
            case _:
                self._add("mark", text)
        return token.end()

    def _comment(self, text: str) -> None:
        if self.lines == 0 and self.found and not self.above and not self.found[-1].behind:
            self.found[-1].behind = text
        else:
            self.above.append(Comment(text, self.lines))
        self.lines = 0

    def _add(self, kind: Kind, text: str) -> None:
        kind = self._place(kind, text)
        self.found.append(Word(kind, text, self.lines, self.above))
        self.above, self.lines = [], 0

    def _place(self, kind: Kind, text: str) -> Kind:
        """Keep track of brackets and keys, and say what a word is at its place."""
        first = not self.found
        if self.at_key and (kind in {"word", "string"} or text == "?"):
            if text == "?":
                return "prefix"
            self.at_key, self.at_colon = False, True
            return "key"
        self.at_key = self.at_colon = False
        if kind == "mark" and text in "{([":
            self.levels.append(text == "{" or (text == "(" and first))
            self.at_key = self.levels[-1]
        elif kind == "mark" and text in "})]" and self.levels:
            self.levels.pop()
        elif text == ",":
            self.at_key = bool(self.levels) and self.levels[-1]
        return kind
