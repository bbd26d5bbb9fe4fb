"""A Python file in, the lines with comments on them out, by Python's own tokens."""

from __future__ import annotations

import tokenize
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.source import Source

__all__ = ["comment_lines"]


def comment_lines(source: Source) -> Mapping[int, int]:
    """Give the numbers of lines that end in a comment, and the column at which it begins.

    A file that Python cannot read has none.
    """
    texts = (source.line(at + 1) + "\n" for at in range(len(source.line_starts)))
    found: dict[int, int] = {}
    try:
        for token in tokenize.generate_tokens(lambda: next(texts, "")):
            if token.type == tokenize.COMMENT:
                line, column = token.start
                found[line] = column
    except (tokenize.TokenError, SyntaxError):
        return {}
    return found
