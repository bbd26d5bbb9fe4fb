"""The lines of a text in, those that are a literal block of reST out.

Behind a line that ends in `::`, with an empty one between, what is set in is an example.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["literal_lines"]


def literal_lines(lines: Sequence[str]) -> frozenset[int]:
    """Give the numbers, from 0, of the lines that stand in a literal block."""
    found: list[int] = []
    margin: int | None = None
    is_open = False
    for number, line in enumerate(lines):
        bare = line.strip()
        if not bare:
            is_open = margin is not None
            continue
        column = len(line) - len(line.lstrip())
        if margin is not None and is_open and column > margin:
            found.append(number)
            continue
        margin, is_open = (column if bare.endswith("::") else None), False
    return frozenset(found)
