"""A text inside an annotation in, a finding about the gate that was written into it out.

A parenthesis at the wrong end, or a `##` too many, makes a gate words that everybody is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.syntax.lost_gates import find_gate

if TYPE_CHECKING:
    from schemac.syntax.reading import Reading

__all__ = ["tell_gate"]

_HINT = "write it behind the type, outside all texts; where it is meant as words, in backticks"


def tell_gate(reading: Reading, text: str, start: int) -> None:
    """Report a gate in a text that begins at an offset of the declaration being read."""
    at = start
    for line in text.split("\n"):
        found = find_gate(line)
        if found is not None:
            span = reading.at(at + found[0], at + found[1])
            message = f"this gate is words in a text and hides nothing: `{span.text}`"
            reading.report("SC108", message, span, hint=_HINT)
            return
        at += len(line) + 1
