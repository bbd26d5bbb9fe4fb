"""Gates in, conditions over grants out, and asked for a smallest witness.

Two-valued: an atom is granted or it is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from schemac.plan.diff.diagrams import (
    ATOM,
    CLOSED,
    OPEN,
    UNSURE,
    VAGUE,
    Formula,
    all_of,
    any_of,
    current,
    measured,
    negated,
    node,
)
from schemac.plan.gates import Asked, Atom, Every, Inverse, Never, OnSide, Some

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.gates import Gate, Side

__all__ = [
    "CLOSED",
    "OPEN",
    "UNSURE",
    "Formula",
    "Undecided",
    "all_of",
    "any_of",
    "condition",
    "current",
    "is_like",
    "measured",
    "negated",
    "witness",
]


def is_like(one: Formula, other: Formula) -> bool:
    """Tell whether two conditions are one for certain."""
    return one is other and one is not UNSURE


_NEVER = float("inf")


class Undecided(Exception):  # noqa: N818 - no error, but an answer too dear to find
    """Nobody can tell under which grants a condition holds."""


def condition(gate: Gate | None, atoms: Sequence[Atom], side: Side) -> Formula:
    """Give when the gate is open."""
    if gate is None:
        return OPEN
    todo: list[tuple[Gate, bool, bool]] = [(gate, True, False)]
    found: list[Formula] = []
    while todo:
        part, is_positive, is_inside_found = todo.pop()
        match part:
            case Asked(number):
                atom = atoms[number]
                branches = (CLOSED, OPEN) if is_positive else (OPEN, CLOSED)
                found.append(node((ATOM, atom.predicate, atom.flag), *branches))
            case Inverse(inner):
                todo.append((inner, not is_positive, False))
            case Every(parts) | Some(parts) if is_inside_found:
                first = len(found) - len(parts)
                is_all = isinstance(part, Every) == is_positive
                found[first:] = [all_of(found[first:]) if is_all else any_of(found[first:])]
            case Every(parts) | Some(parts):
                todo.append((part, is_positive, True))
                todo.extend((inner, is_positive, False) for inner in parts)
            case OnSide(only):
                found.append(OPEN if (only == side) == is_positive else CLOSED)
            case Never():
                found.append(CLOSED)
            case _:
                assert_never(part)
    return found[0]


def witness(formula: Formula) -> tuple[Atom, ...] | None:
    """Give a smallest set of grants under which it holds, None if there is none.

    Of several the one that has the first atom, then the next. Raises `Undecided` where nobody
    can tell.
    """
    if formula is CLOSED:
        return None
    costs = _costs(formula)
    if costs[formula] == _NEVER:
        raise Undecided
    granted: list[Atom] = []
    while formula is not OPEN:
        no, yes = formula.branches
        if costs[yes] + 1 <= costs[no]:
            granted.append(Atom(*formula.rank[1:]))
            formula = yes
        else:
            formula = no
    return tuple(granted)


def _costs(formula: Formula) -> dict[Formula, float]:
    """Give for each part the fewest grants that it needs for certain."""
    if formula is UNSURE:
        raise Undecided
    costs: dict[Formula, float] = {OPEN: 0, CLOSED: _NEVER}
    work = current()
    todo = [formula]
    while todo:
        part = todo[-1]
        pending = [inner for inner in part.branches if inner not in costs]
        if part not in costs and not pending:
            work.left -= 1
            no, yes = part.branches
            is_vague = part.rank[0] == VAGUE
            costs[part] = _NEVER if is_vague else min(costs[no], costs[yes] + 1)
        if pending:
            todo += pending
        else:
            todo.pop()
    if work.left < 0:
        raise Undecided
    return costs
