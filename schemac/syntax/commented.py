"""A text of annotations in, those that came with a marker of Python and so are comments there out.

Behind `#` nothing is read. Whoever copies `#: type …` out of a Python file, or gives it as text,
believes that it counts.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import zip_longest
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic
from schemac.syntax.claims import declared_names, has_gate, is_meant
from schemac.syntax.commented_out import known_around, was_commented_out
from schemac.syntax.lexemes import words
from schemac.syntax.lost_gates import PERHAPS_GATE, find_gate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.ir.decls import TypeDeclaration
    from schemac.source import Text

__all__ = ["commented_annotations", "lost_names", "names_beside", "unmarked"]

_MARKED = re.compile(
    r"(?<![^\r\n])[ \t\f]*(?P<run>#+[ \t]*"
    r"(?::(?!=(?![ \t]*[{\[(\"'|]))|@rbs[ \t]+(?=(?:type|import)\b))[^\r\n]*"
    r"(?:(?:\r\n|\n|\r)[ \t\f]*#+[ \t]*:[^\r\n]*)*)"
)
"""Consecutive lines that begin with a marker."""
_MARKER = re.compile(r"(?m)^[ \t\f]*(?:#+[ \t]*(?::|@rbs\b)[ \t]*)+")
_TRAILING = re.compile(r"(?<![#`])#+[ \t]*(?::|@rbs\b)")
"""A marker, wherever it stands; one at the beginning of a line is of a run."""
_TICKS = re.compile(r"(?<!`)(?P<ticks>`++)[^`\n]++(?P=ticks)(?!`)")
_HASH = re.compile(r"(?<!#)#(?!#)")
_LINE = re.compile(r"[^\r\n]*")
_SIGN = "#"
"""What every marker has, and every comment."""
_LONGEST = 60
_HINT = "leave the `#:` out: what stands behind a `#` is not read here"
_OUTSIDE = "write it in front of the `#`; quoted in backticks it is words about a gate"
_JOINED = "leave the `#:` out, or begin a line of its own with it: behind a `#` nothing is read"


def commented_annotations(text: Text) -> tuple[Diagnostic, ...]:
    """Report each run of lines behind markers that would be read in a Python file.

    Of several on one line the first is shown, with all that follows.
    """
    found: list[Diagnostic] = []
    told = 0
    for start, _ in _runs(text):
        if start >= told:
            line = _LINE.match(text.text, start)
            told = start if line is None else line.end()
            found.append(_finding(text, start, text.text[start:told].rstrip()))
    return tuple(found)


def lost_names(text: Text, types: Sequence[TypeDeclaration]) -> tuple[str, ...]:
    """Give the names of types that cannot be trusted for what is reported, and "".

    A gate may have been meant for the type above it, or for the one below.
    """
    names: list[str] = []
    for start, end in _runs(text):
        bare = unmarked(text.text[start:end])
        names += declared_names(bare)
        if has_gate(bare):
            names += names_beside(types, text.span(start, end).start)
        names.append("")
    return tuple(dict.fromkeys(names))


def names_beside(types: Sequence[TypeDeclaration], at: int) -> list[str]:
    """Give the types that a gate in a comment may have been meant for: that above, that below."""
    # They come in order.
    above = bisect_left(types, at, key=lambda each: each.span.start)
    return [each.name for each in types[max(above - 1, 0) : above + 1]]


def unmarked(text: str) -> str:
    """Give the lines of a text, however they end, without the markers that they begin with."""
    return _MARKER.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def _runs(given: Text) -> Iterator[tuple[int, int]]:
    """Find them, and what a comment behind others of a line holds; in a tag, a `#` is text."""
    text = given.text
    if _SIGN not in text:
        return  # Most texts are without, and looking for each kind of marker takes long.
    places = [
        found.span("run") for found in _MARKED.finditer(text) if is_meant(unmarked(found["run"]))
    ]
    places = sorted((*places, *_trailing(text), *_gates(given)))
    if not places:
        return
    read = [(word.start, word.end) for word in words(text)]
    told = 0
    for start, end in places:
        before = bisect_right(read, (start, len(text)))
        if start >= told and (before == 0 or read[before - 1][1] <= start):
            yield start, end
            told = end


def _trailing(text: str) -> Iterator[tuple[int, int]]:
    """Find what stands behind a marker on a line that begins otherwise, up to the next marker.

    One right behind a quote is quoted, but for the quote that ends a string.
    """
    found = list(_TRAILING.finditer(text))
    if any(_is_quoted(text, each) for each in found):
        ends = {word.end for word in words(text) if word.kind == "string"}
        found = [each for each in found if each.start() in ends or not _is_quoted(text, each)]
    for each, after in zip_longest(found, found[1:]):
        limit = len(text) if after is None else after.start()
        line = _LINE.match(text, each.end(), limit)
        end = limit if line is None else line.end()
        if not _begins_line(text, each.start()) and is_meant(text[each.end() : end]):
            yield each.start(), end


def _is_quoted(text: str, marker: re.Match[str]) -> bool:
    return text[marker.start() - 1 : marker.start()] in {'"', "'"}


def _gates(given: Text) -> Iterator[tuple[int, int]]:
    """Find the private comments with a gate: whoever reads them takes it for that of the field.

    Not where what it is for was commented out together with it.
    """
    text = given.text
    lines = [line for line in _LINE.finditer(text) if _may_hold_one(line.group())]
    read = [(word.start, word.end) for word in words(text)] if lines else []
    for line in lines:
        begin = _comment(text, line.start(), line.end(), read)
        # All behind it is the comment.
        if begin is None or find_gate(text[begin : line.end()]) is None:
            continue
        alone = _begins_line(text, begin)
        if not (alone and was_commented_out(text[begin : line.end()], known_around(given))):
            yield begin, line.end()


def _comment(text: str, start: int, end: int, read: list[tuple[int, int]]) -> int | None:
    """Find where the comment of a line begins; a `#` in backticks is words about one."""
    quoted = list(_quoted(text, start, end, read))
    for found in _HASH.finditer(text, start, end):
        at = bisect_right(quoted, (found.start(), end))
        is_quoted = at > 0 and found.start() < quoted[at - 1][1]
        if not is_quoted and _word_end(read, found.start()) is None:
            return found.start()
    return None


def _quoted(
    text: str, start: int, end: int, read: list[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Find what stands in backticks on a line; those in the text of a tag are of that text."""
    while found := _TICKS.search(text, start, end):
        inside = _word_end(read, found.start())
        start = found.end() if inside is None else inside
        if inside is None:
            yield found.span()


def _word_end(read: list[tuple[int, int]], place: int) -> int | None:
    """Give the end of the word around a place; a backtick of its own is a word, and in none."""
    before = bisect_right(read, (place, 0))
    return read[before - 1][1] if before and read[before - 1][1] > place else None


def _may_hold_one(line: str) -> bool:
    """Whether a line may have a gate behind a `#`, be it in a comment or not."""
    begin = line.find("#")
    return begin >= 0 and (not line.isascii() or PERHAPS_GATE.search(line, begin) is not None)


def _begins_line(text: str, at: int) -> bool:
    """Whether nothing but blanks stands before a place in its line."""
    while at and text[at - 1] in " \t\f":
        at -= 1
    return at == 0 or text[at - 1] in "\r\n"


def _finding(text: Text, start: int, shown: str) -> Diagnostic:
    hint = _HINT if _begins_line(text.text, start) else _JOINED
    message = "this annotation is a comment"
    if not _MARKER.match(shown):
        hint, message = _OUTSIDE, "a gate in a comment gates nothing"
    span = text.span(start, start + len(shown))
    if len(shown) > _LONGEST:
        shown = f"{shown[:_LONGEST]}…"
    return Diagnostic("SC108", f"{message}: `{shown}`", span, hint=hint)
