"""A line of a comment in, whether it can only go on with an annotation that was begun before, out.

Such a line in a block of its own continues nothing, and its author believes that it counts.
"""

from __future__ import annotations

import re

__all__ = ["continues", "find_tag", "is_gate"]

_NAME = r"[^\W\d]\w*"
_GATE = re.compile(rf"@{_NAME}\([ \t!(]*:")
_TAG = re.compile(rf"(?<![`\w])(?:@{_NAME}\([ \t!(]*:|@(?:requires|feature)\()[^\n]*")
_CONTINUES = re.compile(rf"[@|&,)\]}}]|->|=(?!=)|\?[ \t]*(?:{_NAME}|\"[^\"\n]*\")[ \t]*:")


def continues(line: str) -> bool:
    """Whether a block cannot begin with this line, blanks in front of it aside."""
    return _CONTINUES.match(line) is not None


def is_gate(line: str) -> bool:
    """Whether a line begins with a gate, which is no prose wherever it stands."""
    return _GATE.match(line) is not None


def find_tag(line: str) -> tuple[int, int] | None:
    """Find a gate somewhere in a line of prose, one that is quoted in backticks aside."""
    found = _TAG.search(line)
    return None if found is None else found.span()
