"""A line of a comment in, whether it can only go on with an annotation that was begun before, out.

Such a line in a block of its own continues nothing, and its author believes that it counts.
"""

from __future__ import annotations

import re

from schemac.syntax.lookalikes import plainly

__all__ = ["continues", "is_gate"]

_NAME = r"[^\W\d]\w*"
_GATE = re.compile(rf"@{_NAME}\([ \t!(]*:")
_CONTINUES = re.compile(
    rf"[|&,)\]}}]|@(?:{_NAME}[ \t]*\(|(?:requires|feature)\b)|->|=(?!=)"
    rf"|\?[ \t]*(?:{_NAME}|\"[^\"\n]*\")[ \t]*:"
)


def continues(line: str) -> bool:
    """Whether a block cannot begin with this line, blanks in front of it aside."""
    return _CONTINUES.match(line) is not None


def is_gate(line: str) -> bool:
    """Whether a text begins with a gate, which is no prose wherever it stands."""
    return _GATE.match(plainly(line.partition("\n")[0])) is not None
