"""Lines of an annotation in, which brackets they leave open out; strings and comments aside."""

from __future__ import annotations

import re

__all__ = ["Written"]

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


class Written:
    """Lines of an annotation in the `# @rbs` spelling; each is read once, when it is added."""

    __slots__ = ("_depth", "_ended")

    def __init__(self) -> None:
        self._depth = 0
        self._ended = ""

    def add(self, line: str) -> None:
        """Add a line."""
        text = _bare(line)
        found = _PIECES.findall(text)
        self._depth += sum(piece in _OPENING for piece in found)
        self._depth -= sum(piece in _CLOSING for piece in found)
        self._ended = text[-1:] or self._ended

    def goes_on(self, line: str) -> bool:
        """Whether `line` goes on what the lines so far began."""
        if self._depth > 0 or line.strip()[:1] in {"|", "&", "@"}:
            return True
        return self._ended in {"=", "|", "&", ","}


def _bare(line: str) -> str:
    """Cut the comment off a line, and the blanks around it."""
    for piece in _PIECES.finditer(line):
        if piece.group().startswith("#"):
            return line[: piece.start()].strip()
    return line.strip()
