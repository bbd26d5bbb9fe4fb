"""A stretch of text in; where signatures and foreign constructs begin in it, and its depth, out.

Reads strings, comments, tags and brackets only, in one pass, so that no text is too strange for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from schemac.ir.tags import TAGS

__all__ = ["DEEPEST", "FOREIGN", "SIGNATURE", "Scan", "argument_end", "scan", "signatures"]

DEEPEST = 200
"""Levels of nesting that are read; one more is SC110."""

_WORD = r"[^\W\d]\w*"
_SPACE = r"(?:\s|(?<=\s)#(?!#)[^\r\n]*)*+"
"""White space, private comments among it; `(#5` is rather a text."""
SIGNATURE = rf"\({_SPACE}(?:\)|\?|\*|\#\#|{_WORD}{_SPACE}(?:\?{_SPACE}:|:|,))"
"""The beginning of a signature, one without an arrow, too."""
_SIGNATURE = re.compile(SIGNATURE)
FOREIGN = re.compile(
    rf"(?P<scope>class|module|interface)[ \t]+(?:::)?[A-Z_]"
    rf"|(?P<def>def)[ \t]+[^\s:]+[ \t]*:"
    rf"|(?P<attr>attr_(?:reader|writer|accessor))[ \t]"
    rf"|(?P<mixin>include|extend|prepend)[ \t]+(?:::)?[A-Z_]"
    rf"|(?P<alias>alias)[ \t]+[^\s:,]+[ \t]+[^\s:,]+[ \t]*(?=[\r\n#]|\Z)"
    rf"|(?P<use>use)[ \t]+(?:::)?[A-Z_]"
    rf"|(?P<end>end)[ \t]*(?=[\r\n#]|\Z)"
    rf"|(?P<visibility>public|private)[ \t]*(?=[\r\n#]|\Z)"
    rf"|(?P<path>type[ \t]+(?:::)?{_WORD}(?:::{_WORD})+)[ \t]*="
    rf"|(?P<constant>(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*)[ \t]*:(?!:)"
    rf"|(?P<variable>[$@]{{1,2}}{_WORD}[ \t]*:)"
    rf"|(?P<annotation>%a[{{(\[<|])"
)
"""The beginning of a construct of RBS files that this language does not have."""

_QUOTED = r'"(?:\\[^\r\n]|[^"\\\r\n])*"|\'(?:\\[^\r\n]|[^\'\\\r\n])*\''
_THING = re.compile(
    r"(?P<line>(?<![^\r\n])[ \t]*(?=[(%$@\w:]))"
    rf"|(?P<quote>[\"'])|(?P<comment>#[^\r\n]*)|(?P<tag>@{_WORD}\()"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])"
)
_STRING = re.compile(_QUOTED)
_WHOLE = re.compile(rf"\s*(?:{_QUOTED})\s*\)")
_INSIDE = re.compile(r"\\[\s\S]|[()\[\]{}]")
_INSIDE_GATE = re.compile(rf':"(?:\\[^\r\n]|[^"\\\r\n])*"|{_INSIDE.pattern}')
"""In a gate quoted flags are words, whatever they hold."""
_GATE = re.compile(r"[\s!(]*:")
_MAY_SIGN = re.compile(r"(?<![^\r\n])[ \t]*\(")
"""What every text with a signature holds: a line that begins with a parenthesis."""
_FEW = 40
"""Brackets that cannot nest too deep, whatever they are."""
_ARROW = re.compile(rf"{_SPACE}->")


@dataclass(slots=True)
class Scan:
    """What was found, as ascending offsets; `depth` is that of the deepest bracket."""

    signatures: list[int] = field(default_factory=list)
    foreign: list[int] = field(default_factory=list)
    deep: list[int] = field(default_factory=list)
    depth: int = 0


def argument_end(text: str, start: int, end: int) -> tuple[int, int | None]:
    """Find the end of a tag's argument that begins at `start`, behind the parenthesis.

    Gives the offset behind the closing parenthesis (-1 if there is none) and the offset at which
    nesting gets too deep (brackets count too: JSON may stand there).
    """
    if whole := _WHOLE.match(text, start, end):
        return whole.end(), None
    inside = _INSIDE_GATE if _is_gate(text, start, end) else _INSIDE
    depth, others, deep = 1, 0, None
    for found in inside.finditer(text, start, end):
        match found[0]:
            case "(":
                depth += 1
            case ")":
                depth -= 1
                if depth == 0:
                    return found.end(), deep
            case "[" | "{":
                others += 1
            case "]" | "}":
                others = max(others - 1, 0)
        if deep is None and depth - 1 + others > DEEPEST:
            deep = found.start()
    return -1, deep


def _is_gate(text: str, start: int, end: int) -> bool:
    """Tell as the grammar does whether the argument that begins at `start` is a gate's."""
    if _GATE.match(text, start, end) is None:
        return False
    name = text[text.rfind("@", 0, start) + 1 : start - 1]
    return name not in TAGS or TAGS[name].argument == "flag"


def scan(text: str, start: int, end: int) -> Scan:
    """Scan one stretch of text."""
    return _Scanner(text, end).run(start)


def signatures(text: str, start: int, end: int) -> Scan:
    """Scan a stretch for signatures and depth only; nearly all need no second look for that.

    Where there are few brackets, `depth` is how many there are, which is no less than it is.
    """
    if _MAY_SIGN.search(text, start, end) is None:
        count = sum(text.count(bracket, start, end) for bracket in "([{")
        if count <= _FEW:
            return Scan(depth=count)
    return scan(text, start, end)


@dataclass(slots=True)
class _Scanner:
    text: str
    end: int
    found: Scan = field(default_factory=Scan)
    depth: int = 0
    candidate: int | None = None
    unclosed: bool = False
    unquoted: dict[str, int] = field(default_factory=dict)
    """Up to where no string of a kind of quote is closed: looked for once on each line."""

    def run(self, at: int) -> Scan:
        while thing := _THING.search(self.text, at, self.end):
            at = max(thing.end(), at)
            match thing.lastgroup:
                case "tag":
                    at = self._tag(at)
                case "open":
                    self._open(thing.start())
                case "close":
                    self._close(at)
                case "quote":
                    at = self._string(thing.start())
                case "line":
                    at = self._line(at)
        return self.found

    def _string(self, at: int) -> int:
        """Pass over a string; a quote that is not closed on its line is a sign like any other.

        The quotes behind one on that line are all escaped, so none of them begins a string either.
        """
        quote = self.text[at]
        if at < self.unquoted.get(quote, 0):
            return at + 1
        found = _STRING.match(self.text, at, self.end)
        if found is not None:
            return found.end()
        self.unquoted[quote] = self._line_end(at)
        return at + 1

    def _tag(self, at: int) -> int:
        limit = self._line_end(at) if self.unclosed else self.end
        after, deep = argument_end(self.text, at, limit)
        if deep is not None:
            self.found.deep.append(deep)
        if after >= 0:
            return after
        self.unclosed = True
        return self._line_end(at)

    def _line_end(self, at: int) -> int:
        found = re.compile(r"[\r\n]|\Z").search(self.text, at, self.end)
        return found.start() if found else self.end

    def _open(self, at: int) -> None:
        self.depth += 1
        self.found.depth = max(self.found.depth, self.depth)
        if self.depth == DEEPEST + 1:
            self.found.deep.append(at)

    def _close(self, after: int) -> None:
        self.depth = max(self.depth - 1, 0)
        if self.depth == 0 and self.candidate is not None:
            if _ARROW.match(self.text, after, self.end):
                self.found.signatures.append(self.candidate)
            self.candidate = None

    def _line(self, at: int) -> int:
        """Look at the first word of a line, and read on at it."""
        if _SIGNATURE.match(self.text, at, self.end):
            self.found.signatures.append(at)
            self.depth, self.candidate = 0, None
        elif self.depth == 0 and self.text[at] == "(":
            self.candidate = at
        elif self.depth == 0 and FOREIGN.match(self.text, at, self.end):
            self.found.foreign.append(at)
        if self.text[at] in "(@":
            return self._first(at)
        return at + 1

    def _first(self, at: int) -> int:
        """Read the bracket or tag that a line begins with, which the line's match stands before."""
        if self.text[at] == "(":
            self._open(at)
            return at + 1
        if tag := _TAG.match(self.text, at, self.end):
            return self._tag(tag.end())
        return at + 1


_TAG = re.compile(rf"@{_WORD}\(")
