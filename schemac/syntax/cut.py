"""The text of a block or signature file in, one piece a declaration out.

A line that begins like a declaration starts one wherever it stands, even inside open brackets:
that is where reading resumes after a mistake. Finding these places takes no parser.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from schemac.syntax.scan import FOREIGN, SIGNATURE, Scan, scan, signatures

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["HEAD", "Kind", "Mode", "Piece", "begins_declaration", "begins_signature", "cut"]

Mode: TypeAlias = Literal["signature_file", "block"]

Kind: TypeAlias = Literal["declaration", "signature", "foreign", "member", "blank"]

_WORD = r"[^\W\d]\w*"
_PATH = r"[\w.\/\\~:-]+"
_STARTS = (
    rf"type[ \t]+{_WORD}[ \t]*(?:=(?!>)|\[|(?:\#[^\r\n]*)?(?:\r\n|\n|\r)[ \t]*=(?!>))"
    rf"|import[ \t]+{_PATH}[ \t]*(?=\#|[\r\n]|\Z)"
    rf"|from[ \t]+{_PATH}[ \t]+import\b"
    rf"|description[ \t]*(?:[\"']|\|\s*[\"'])"
)
HEAD = re.compile(rf"(?<![^\r\n])[ \t]*(?P<word>{_STARTS})")
"""A line that begins a declaration other than a signature."""

_SIGNATURE = re.compile(rf"[ \t]*{SIGNATURE}")
_COMMENT = re.compile(r"(?:^|[ \t])#.*", re.DOTALL)
_DOC_LINE = re.compile(r"[ \t]*##")


@dataclass(frozen=True, slots=True)
class Piece:
    """The text of one declaration, or of what stands where one should.

    `foreign` is a construct of RBS that this language does not have, `member` one inside another,
    `blank` is white space and comments. `deep` is the offset at which nesting gets too deep,
    `depth` the depth of the deepest bracket around here, or more: how many brackets there are.
    """

    kind: Kind
    start: int
    end: int
    deep: int | None = None
    depth: int = 0


def begins_declaration(text: str, at: int = 0) -> bool:
    """Say whether a declaration other than a signature begins at the start of a line."""
    return HEAD.match(text, at) is not None


def begins_signature(text: str, at: int = 0) -> bool:
    """Say whether the text looks like a signature by its first words.

    A parenthesis with an arrow behind its closing one is a signature too; see `scan`.
    """
    return _SIGNATURE.match(text, at) is not None


def cut(text: str, mode: Mode) -> tuple[Piece, ...]:
    """Cut a text into pieces; together they cover all of it, in order."""
    heads = _heads(text)
    starts = heads if heads[:1] == [0] else [0, *heads]
    cutter = _Cutter(text, mode)
    pieces: list[Piece] = []
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        if start < end:
            pieces += cutter.divide(start, end)
    return tuple(pieces)


def _heads(text: str) -> list[int]:
    """Give the offsets at which declarations begin, the doc comment above them included."""
    starts: list[int] = []
    for found in HEAD.finditer(text):
        start = found.start()
        if found["word"].startswith("type"):
            start = _above(text, start, starts[-1] + 1 if starts else 0)
        starts.append(start)
    return starts


def _above(text: str, start: int, lowest: int) -> int:
    """Move up over the `##` lines directly above."""
    while start > lowest:
        end = start - 2 if text[start - 2 : start] == "\r\n" else start - 1
        line = max(text.rfind("\n", lowest, end), text.rfind("\r", lowest, end)) + 1
        line = max(line, lowest)
        if not _DOC_LINE.match(text, line, end):
            break
        start = line
    return start


def _is_open(text: str, at: int) -> bool:
    """Whether what stands before a line has to go on in it."""
    while at > 0:
        end = at - 1
        at = max(text.rfind("\n", 0, end), text.rfind("\r", 0, end)) + 1
        code = _COMMENT.sub("", text[at:end]).strip()
        if code:
            return code[-1] in "=|&:,"
    return False


@dataclass(slots=True)
class _Cutter:
    """Cuts what stands between two heads where signatures and foreign constructs begin."""

    text: str
    mode: Mode
    scopes: int = 0

    def divide(self, start: int, end: int) -> Iterator[Piece]:
        look = signatures if self.mode == "block" else scan
        found = look(self.text, start, end)
        kind: Kind = "declaration"
        for at, next_kind in self._places(found):
            if at > start:
                yield self._piece(kind, start, at, found)
            start, kind = at, next_kind
        yield self._piece(kind, start, end, found)

    def _places(self, found: Scan) -> Iterator[tuple[int, Kind]]:
        if self.mode == "block":
            yield from ((at, "signature") for at in found.signatures)
            return
        for at in found.foreign:
            kind = self._foreign(at)
            if kind is not None:
                yield at, kind

    def _foreign(self, at: int) -> Kind | None:
        """Judge a construct of RBS. The members of a class are no findings of their own."""
        construct = FOREIGN.match(self.text, at)
        inside = self.scopes > 0
        match construct and construct.lastgroup:
            case "scope":
                self.scopes += _ENDED.match(self.text, at) is None
            case "end":
                self.scopes -= inside
                return "member" if inside else None
            case "visibility" if not inside:
                # It may be the name of a type, where one has to follow.
                return None if _is_open(self.text, at) else "foreign"
            case "visibility":
                return "member"
        return "member" if inside and self.scopes else "foreign"

    def _piece(self, kind: Kind, start: int, end: int, found: Scan) -> Piece:
        if kind == "declaration" and _is_blank(self.text, start, end):
            kind = "blank"
        deep = next((at for at in found.deep if start <= at < end), None)
        return Piece(kind, start, end, deep, found.depth)


_ENDED = re.compile(r"\w++[ \t]++[\w:]++(?:[ \t]*=|[^\r\n#]*[ \t;]end[ \t]*(?=[\r\n#]|\Z))")
"""`class Foo = Bar`, `class Foo end`: a scope that no `end` follows."""
_BLANK = re.compile(r"(?:\s+|#[^\r\n]*)*+")


def _is_blank(text: str, start: int, end: int) -> bool:
    found = _BLANK.match(text, start, end)
    return found is not None and found.end() == end
