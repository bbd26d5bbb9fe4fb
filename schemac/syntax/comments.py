"""A Python file in, the lines with comments on them out, by Python's own tokens."""

from __future__ import annotations

import tokenize
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.source import Source

__all__ = ["comment_lines"]


def comment_lines(source: Source) -> Mapping[int, bool]:
    """Give the numbers of lines that end in a comment, and whether they hold nothing else.

    A file that Python cannot read has none.
    """
    texts = (source.line(at + 1) + "\n" for at in range(len(source.line_starts)))
    found: dict[int, bool] = {}
    try:
        for token in tokenize.generate_tokens(lambda: next(texts, "")):
            if token.type == tokenize.COMMENT:
                line, column = token.start
                found[line] = not token.line[:column].strip()
    except (tokenize.TokenError, SyntaxError):
        return {}
    return found
