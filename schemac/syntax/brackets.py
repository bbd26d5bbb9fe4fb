"""Lines of an annotation in, which brackets they leave open out; strings and comments aside."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["depth", "still_open"]

_PIECES = re.compile(
    r"""
      "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'   # a string
    | \\.                                         # an escaped character of a tag's text
    | \#[^\n]*                                    # a comment
    | [()\[\]{}]
    """,
    re.VERBOSE,
)
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


def depth(text: str) -> int:
    """Count the brackets that `text` opens and does not close."""
    found = _PIECES.findall(text)
    return sum(piece in _OPENING for piece in found) - sum(piece in _CLOSING for piece in found)


def still_open(before: Iterable[str], line: str) -> bool:
    """Whether `line` goes on what the lines before it began, in the `# @rbs` spelling."""
    lines = [_bare(text) for text in before]
    if sum(map(depth, lines)) > 0:
        return True
    if line.strip()[:1] in {"|", "&", "@"}:
        return True
    ended = [text for text in lines if text]
    return bool(ended) and ended[-1].endswith(("=", "|", "&", ","))


def _bare(line: str) -> str:
    """Cut the comment off a line, and the blanks around it."""
    for piece in _PIECES.finditer(line):
        if piece.group().startswith("#"):
            return line[: piece.start()].strip()
    return line.strip()
