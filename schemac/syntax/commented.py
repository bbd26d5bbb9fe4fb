"""A text of annotations in, those that came with a marker of Python and so are comments there out.

Behind `#` nothing is read. Whoever copies `#: type …` out of a Python file, or gives it as text,
believes that it counts.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic
from schemac.syntax.claims import declared_names, has_gate, is_meant
from schemac.syntax.lexemes import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.ir.decls import TypeDeclaration
    from schemac.source import Text

__all__ = ["commented_annotations", "lost_names", "unmarked"]

_MARKED = re.compile(
    r"(?<![^\r\n])[ \t\f]*(?P<run>#+[ \t]*(?::|@rbs[ \t]+(?=(?:type|import)\b))[^\r\n]*"
    r"(?:(?:\r\n|\n|\r)[ \t\f]*#+[ \t]*:[^\r\n]*)*)"
)
"""Consecutive lines that begin with a marker."""
_MARKER = re.compile(r"(?m)^[ \t\f]*(?:#+[ \t]*(?::|@rbs\b)[ \t]*)+")
_LINE = re.compile(r"[^\r\n]*")
_LONGEST = 60
_HINT = "leave the `#:` out: what stands behind a `#` is not read here"


def commented_annotations(text: Text) -> tuple[Diagnostic, ...]:
    """Report each run of lines behind markers that would be read in a Python file."""
    return tuple(_finding(text, found) for found in _runs(text.text))


def lost_names(text: Text, types: Sequence[TypeDeclaration]) -> tuple[str, ...]:
    """Give the names of types that cannot be trusted for what is reported, and "".

    A gate may have been meant for the type above it, or for the one below.
    """
    places = sorted((each.span.start, each.name) for each in types)
    names: list[str] = []
    for found in _runs(text.text):
        bare = unmarked(found["run"])
        names += declared_names(bare)
        if has_gate(bare):
            at = text.span(found.start("run"), found.end("run")).start
            above = bisect_right(places, (at, ""))
            names += (name for _, name in places[max(above - 1, 0) : above + 1])
        names.append("")
    return tuple(dict.fromkeys(names))


def unmarked(text: str) -> str:
    """Give the lines of a text, however they end, without the markers that they begin with."""
    return _MARKER.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def _runs(text: str) -> Iterator[re.Match[str]]:
    """Find them; in the text of a tag, a `#` is text."""
    runs = [found for found in _MARKED.finditer(text) if is_meant(unmarked(found["run"]))]
    if not runs:
        return
    read = [(word.start, word.end) for word in words(text)]
    for found in runs:
        before = bisect_right(read, (found.start("run"), len(text)))
        if before == 0 or read[before - 1][1] <= found.start("run"):
            yield found


def _finding(text: Text, found: re.Match[str]) -> Diagnostic:
    start = found.start("run")
    line = _LINE.match(text.text, start)
    shown = "" if line is None else line[0].rstrip()
    span = text.span(start, start + len(shown))
    if len(shown) > _LONGEST:
        shown = f"{shown[:_LONGEST]}…"
    return Diagnostic("SC108", f"this annotation is a comment: `{shown}`", span, hint=_HINT)
