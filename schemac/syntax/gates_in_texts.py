"""A text in an annotation in, a finding for each gate that stands in it out: it gates nothing.

Who writes one there has closed a parenthesis too late, or believes that a comment gates what is
below; the text would be shown to everybody, with the name of the flag.
"""

from __future__ import annotations

from schemac.syntax.lost_gates import find_gate
from schemac.syntax.reading import READING

__all__ = ["report_gates"]


def report_gates(start: int, end: int, text: str, hint: str, *, sure: bool = False) -> int:
    """Report the gates between two places of what is read; quoted in backticks they are words.

    Gives where the first of them begins, the end where there is none. With `sure` only those of
    predicates that every project has count.
    """
    reading = READING.get()
    at, first = start, end
    for line in reading.written[start:end].splitlines(keepends=True):
        found = find_gate(line, sure=sure)
        if found is not None:
            reading.report(
                "SC108",
                f"a gate in {text} gates nothing",
                reading.at(at + found[0], at + found[1]),
                hint=f"{hint}; quoted in backticks it is part of the text",
            )
            first = min(first, at + found[0])
        at += len(line)
    return first
