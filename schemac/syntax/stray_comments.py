"""A Python file and the blocks that are read in, the other comments that look like annotations out.

A gate counts wherever it stands, a declaration behind what is nearly a marker, and what goes on
with an annotation right below one.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from schemac.diagnostics.suggest import did_you_mean
from schemac.ir.tags import ALWAYS_PREDICATES, TAGS
from schemac.syntax.blocks import Lines
from schemac.syntax.claims import claim, is_meant
from schemac.syntax.continuations import continues
from schemac.syntax.cut import begins_declaration
from schemac.syntax.lookalikes import plain_places, plainly
from schemac.syntax.lost_gates import PERHAPS_GATE, find_gate, is_decorator

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from schemac.source import Source
    from schemac.syntax.blocks import Block
    from schemac.syntax.places import Layout

__all__ = ["stray_blocks"]

_BREAK = "\x0b\x0c\x1c-\x1e\x85\u2028\u2029"
"""What some editor shows as a new line, and Python reads as part of a comment."""
_ODD = re.compile(
    rf"{PERHAPS_GATE.pattern}"
    r"|(?<![^\r\n])[ \t\f]*#(?!:)[^A-Za-z0-9_\r\n@]{0,40}?[:;\uff1a\ufe55]"
    r"|(?<![^\r\n])[ \t\f]*#[^A-Za-z0-9_\r\n]{0,40}?[rbs]{2,4}\b"
    r"|(?<![^\r\n])[ \t\f]*#[^\w\s#:][ \t]*(?:type|import|from|description)\b"
    rf"|[{_BREAK}]",
    re.IGNORECASE,
)
"""What a line holds that has to be looked at."""
_PART = re.compile(rf"[^{_BREAK}]+")
_MARKER = re.compile(r"#[#:;\s]*+")
_OLDER = re.compile(r"(@?)[ \t]*+(\w++)[ \t]++")
_RBS = re.compile(r"@rbs\b", re.IGNORECASE)
_FIELD = re.compile(r"#[ \t]+:[a-z]+(?:[ \t]+[\w*.]+)+:(?!:)[^={}()@]*\Z")
"""`# :type id: int`, as Sphinx reads it in docstrings."""
_SIGNS = "".join(char for char in map(chr, range(33, 127)) if not char.isalnum()) + " \t"
_SIGN = re.compile(r",|=(?![ \t]*[{\[(\"'|])")
"""Text about `:=` or `:,` begins like that, too."""
_PUNCTUATED = re.compile(r"#[^\w\s#:\"'`@(\[{]")
"""A sign in place of the colon."""
_CLOSING = re.compile(
    r"(?:[)\]}]+[ \t]*)?(?:[|&][ \t]*(?:[{\[(\"'?:]|[\w.]+[ \t]*(?:[\[@|&?]|\Z))"
    r"|->[ \t]*\S+[ \t]*(?<!:)(?:[@|&?]|\Z))"
    r"|[)\]}]+[ \t]*[@?]"
)
"""What adds to an annotation; a bracket that only closes adds nothing."""
_TAG = re.compile(r"@[ \t]*+([^\W\d]\w*+)[ \t]*+\(")
_LED = " \t\f#:;!"
_COMMENTED = re.compile(rf"#[ \t]+#:[^{_BREAK}]*\Z")
"""An annotation that was commented out, as editors do it."""
_CODE = re.compile(
    r"[ \t]*#[ \t]+(?:(?:async[ \t]+)?def[ \t]+\w+[ \t]*[(\[]|class[ \t]+\w+[ \t]*[(:\[]"
    r"|#:[ \t]*type[ \t]+\w)"
)
_NEAR = 20
"""Lines of a comment, up and down, among which code is looked for."""


def stray_blocks(
    source: Source, layout: Layout, read: Iterable[Block], claimed: Iterable[Block]
) -> tuple[Block, ...]:
    """Give comments that look like annotations and belong to no block, or to none that is read."""
    lines = Lines(source, layout)
    taken = {line for block in read for line in range(block.first, block.last + 1)}
    found: dict[int, Block] = {}
    for block in claimed:
        found.update((each.first, each) for each in _behind(lines, block))
    for number in _odd_lines(source, taken):
        if number not in found:
            stray = _stray(lines, number)
            if stray is not None:
                found[number] = stray
    return tuple(found[number] for number in sorted(found) if number not in taken)


def _odd_lines(source: Source, taken: Container[int]) -> Iterator[int]:
    """Give the lines that have to be looked at: a sign in front, and something odd anywhere."""
    text, starts = source.text, source.line_starts
    at = text.find("#")
    while at >= 0:
        number = bisect_right(starts, at)
        end = starts[number] if number < len(starts) else len(text)
        if number not in taken and _ODD.search(text, starts[number - 1], end):
            yield number
        at = text.find("#", end)


def _behind(lines: Lines, block: Block) -> Iterator[Block]:
    """Give the plain comments right below a block, with no line between, that go on with it."""
    for number, start, text in lines.plain_below(block.last):
        bare = text.lstrip(_LED)
        plain = plainly(bare).strip()
        if continues(plain) if block.kind == "rbs" else _goes_on(plain):
            yield lines.single(number, start + len(text) - len(bare))
        elif plain and block.kind != "rbs":
            return  # What stands below words, or code that was commented out, goes on with these.


def _goes_on(line: str) -> bool:
    """Whether a comment can hardly be words, right below an annotation; a row of a table is."""
    if _CLOSING.match(line):
        return not (line[0] == "|" and line[-1] == "|" and len(line) > 1)
    found = _TAG.match(line)
    if found is None or is_decorator(line):
        return found is not None and find_gate(line) is not None
    names = (*TAGS, *ALWAYS_PREDICATES)
    return found[1] in names or did_you_mean(found[1], names) is not None


def _stray(lines: Lines, number: int) -> Block | None:
    """Judge the comment on a line, be it alone there or behind code."""
    line = lines.source.line(number)
    column = lines.comment_at(number)
    if column is None:
        return None
    is_alone = not line[:column].strip()
    comment = line[column:]
    is_commented = is_alone and _COMMENTED.match(comment) is not None
    if is_commented and (find_gate(comment) is None or _is_in_code(lines, number)):
        return None
    above = number + 1 in lines.layout.heads
    begin = _begin(comment, is_first=True, above=above) if is_alone else _gate(comment)
    if begin is None:
        begin = _behind_break(comment)
    if begin is None:
        return None
    start = lines.source.line_starts[number - 1] + column + begin
    return lines.single(number, start, kind="plain" if is_alone else "trailing")


def _is_in_code(lines: Lines, number: int) -> bool:
    """Whether a comment line has a class, a function or a declaration beside it, commented out."""
    last = len(lines.source.line_starts)
    above, below = range(number - 1, 0, -1), range(number + 1, last + 1)
    for near in (above[:_NEAR], below[:_NEAR]):
        for each in near:
            line = lines.source.line(each)
            if line.lstrip()[:1] != "#" or line.lstrip()[:2] == "#:":
                break
            if _CODE.match(line):
                return True
    return False


def _behind_break(comment: str) -> int | None:
    """Give where the part of a comment begins that some people see as a comment line of its own."""
    for part in _PART.finditer(comment):
        bare = part.group().lstrip()
        begin = _begin(bare, is_first=False) if part.start() and bare[:1] == "#" else None
        if begin is not None:
            return part.end() - len(bare) + begin
    return None


def _gate(text: str) -> int | None:
    """Give where a comment behind code begins that holds a gate, for a marker what it may be.

    No decorator stood there before it was commented out.
    """
    if find_gate(text) is None:
        return None
    return len(text) - len(text.lstrip(_LED))


def _begin(text: str, *, is_first: bool, above: bool = False) -> int | None:
    """Give where a comment begins to look like an annotation, what is nearly a marker aside."""
    plain, places = plain_places(text)
    marker = _MARKER.match(plain)
    end = 0 if marker is None else marker.end()
    is_marked = any(sign in plain[:end] for sign in ":;")
    at = places[end]
    rest, bare = text[at:], plain[end:]
    if find_gate(rest) and (is_marked or not is_decorator(bare)):
        return at
    if _RBS.match(bare) or _is_older(bare):
        return at
    is_read = (is_first and text[:2] == "#:") or _FIELD.match(plain) or _SIGN.match(bare)
    if is_read:
        return None
    if not is_marked:
        return at if _PUNCTUATED.match(plain) and begins_declaration(bare.lstrip(_SIGNS)) else None
    return at if is_meant(rest) or (above and claim(bare) == "signature") else None


def _is_older(line: str) -> bool:
    """Whether a line nearly is an annotation behind `@rbs`."""
    found = _OLDER.match(line)
    if found is None or not begins_declaration(line[found.end() :]):
        return False
    word = found[2].lower()
    return bool(found[1]) or word == "rbs" or did_you_mean(word, ("rbs",)) is not None
