"""A misspelt name and the known ones in, the one that was probably meant out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["did_you_mean", "distance"]

_LONGEST = 80
_CLOSE_LOOKS = 200


def did_you_mean(name: str, candidates: Iterable[str]) -> str | None:
    """Give the candidate nearest to `name`, None where none is near.

    The work is bounded however many candidates there are; of equally near ones the first in
    alphabetical order is given.
    """
    if not name or len(name) > _LONGEST:
        return None
    reach = _reach(name)
    near = sorted({known for known in candidates if abs(len(known) - len(name)) <= reach})
    if len(near) > _CLOSE_LOOKS:
        near = [known for known in near if _same_edge(name, known)][:_CLOSE_LOOKS]
    best: tuple[int, str] | None = None
    for known in near:
        steps = _steps(name, known, reach)
        if steps <= reach and known != name and (best is None or steps < best[0]):
            best = (steps, known)
    return None if best is None else best[1]


def distance(left: str, right: str, reach: int) -> int:
    """Count edits (insert, delete, replace, swap neighbours); more than `reach` is `reach + 1`."""
    left, right = _apart(left, right)
    if abs(len(left) - len(right)) > reach:
        return reach + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for at, char in enumerate(left, 1):
        older, before, row = before, row, [at]
        for to, other in enumerate(right, 1):
            steps = min(before[to] + 1, row[to - 1] + 1, before[to - 1] + (char != other))
            if at > 1 and to > 1 and char == right[to - 2] and other == left[at - 2]:
                steps = min(steps, older[to - 2] + 1)
            row.append(steps)
        if min(row) > reach:
            return reach + 1
    return row[-1]


def _apart(left: str, right: str) -> tuple[str, str]:
    """Cut off what both begin and end with: it takes no edits, and names share much."""
    shortest = min(len(left), len(right))
    begin = 0
    while begin < shortest and left[begin] == right[begin]:
        begin += 1
    end = 0
    while end < shortest - begin and left[-1 - end] == right[-1 - end]:
        end += 1
    return left[begin : len(left) - end], right[begin : len(right) - end]


def _steps(name: str, known: str, reach: int) -> int:
    if name.casefold() == known.casefold():
        return 0
    return distance(name.casefold(), known.casefold(), reach)


def _reach(name: str) -> int:
    """How many edits still count as near: none for the shortest names, three at most."""
    return min((len(name) + 1) // 4 if len(name) > 2 else 0, 3)  # noqa: PLR2004 - two letters


def _same_edge(name: str, known: str) -> bool:
    if not known:
        return False
    return name[0].casefold() == known[0].casefold() or name[-1] == known[-1]
