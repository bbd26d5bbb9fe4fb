"""Lines of an annotation in, how many of them belong together out; a tag is one piece of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from schemac.syntax.scan import argument_end

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["reach"]

_PIECES = re.compile(
    r"""
      (?P<string>"(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*')
    | (?P<tag>@[^\W\d]\w*\()
    | (?P<comment>\#[^\n]*)
    | (?P<open>[(\[{])
    | (?P<close>[)\]}])
    | (?P<line>\n)
    | (?P<other>\\. | [^\s"'@\\\#()\[\]{}]+ | \S)
    """,
    re.VERBOSE,
)
_GOES_ON = frozenset("=|&,")
"""Marks at the end of a line behind which something follows."""
_CONTINUES = frozenset("|&@")
"""Marks that begin no declaration."""


def reach(lines: Sequence[str]) -> int:
    """Give how many of these lines, the first of which is an annotation, belong to it.

    It goes on while a bracket or a tag is open, and where the end of one line or the beginning of
    the next says so.
    """
    text = "\n".join(lines)
    at, number, depth, ended = 0, 1, 0, ""
    while found := _PIECES.search(text, at):
        at = found.end()
        match found.lastgroup:
            case "comment":
                continue
            case "line":
                if not (depth > 0 or ended in _GOES_ON or _continues(lines[number])):
                    return number
                number += 1
                continue
            case "tag":
                at, _ = argument_end(text, found.end(), len(text))
                if at < 0:
                    return len(lines)
                number += text.count("\n", found.end(), at)
            case "open":
                depth += 1
            case "close":
                depth -= 1
        ended = text[at - 1]
    return len(lines)


def _continues(line: str) -> bool:
    return line.strip()[:1] in _CONTINUES
