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
    from collections.abc import Mapping, Sequence

    from schemac.plan.gates import Gate, Side

__all__ = [
    "CLOSED",
    "OPEN",
    "UNSURE",
    "Formula",
    "Undecided",
    "all_of",
    "any_of",
    "beyond",
    "condition",
    "current",
    "is_like",
    "may_lack",
    "measured",
    "negated",
    "witness",
]


def beyond(but: Formula, part: Formula, *others: Formula) -> Formula:
    """Give when all parts hold and `but` does not: never, where it is one of them, as mostly."""
    if but is not UNSURE and (but is part or but in others):
        return CLOSED
    return all_of((part, negated(but), *others))


def may_lack(formula: Formula, atom: Atom) -> bool:
    """Tell whether a condition may hold for who is not granted an atom; in doubt it may."""
    met: set[Formula] = set()
    todo = [formula]
    while todo:
        part = todo.pop()
        if part in met or part is CLOSED:
            continue
        if not part.branches:
            return True
        met.add(part)
        no, yes = part.branches
        todo += [no] if part.rank[1:] == (atom.predicate, atom.flag) else [no, yes]
    return False


def is_like(one: Formula, other: Formula) -> bool:
    """Tell whether two conditions are one for certain."""
    return one is other and one is not UNSURE


class Undecided(Exception):  # noqa: N818 - no error, but an answer too dear to find
    """Nobody can tell under which grants a condition holds."""


_UNPLACED: Mapping[Atom, int] = {}


def condition(
    gate: Gate | None, atoms: Sequence[Atom], side: Side, places: Mapping[Atom, int] = _UNPLACED
) -> Formula:
    """Give when the gate is open. Atoms stand in diagrams by their places, then by name."""
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
                place = places.get(atom, ATOM)
                found.append(node((place, atom.predicate, atom.flag), *branches))
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

    Of several the one that has the first atom by name, then the next. Raises `Undecided` where
    nobody can tell.
    """
    if formula is CLOSED:
        return None
    costs = _costs(_parts(formula))
    if formula not in costs:
        raise Undecided
    granted: list[Atom] = []
    while formula is not OPEN:
        no, yes = formula.branches
        if costs.get(no) == costs[formula]:
            formula = no
        else:
            granted.append(Atom(*formula.rank[1:]))
            formula = yes
    return tuple(sorted(granted, key=lambda atom: (atom.predicate, atom.flag)))


def _costs(parts: Sequence[Formula]) -> dict[Formula, int]:
    """Give for each part that holds for certain under some grants what the cheapest ones cost.

    Atoms cost alike but for less than one more would, and the first by name the least: so the
    cheapest are the fewest, and of those the first.
    """
    names = sorted({part.rank[1:] for part in parts}, reverse=True)
    prices = {name: (1 << len(names)) - (1 << number) for number, name in enumerate(names)}
    costs: dict[Formula, int] = {OPEN: 0}
    for part in parts:
        if part.rank[0] == VAGUE:
            continue
        no, yes = map(costs.get, part.branches)
        if yes is not None:
            yes += prices[part.rank[1:]]
        if no is not None or yes is not None:
            costs[part] = min(cost for cost in (no, yes) if cost is not None)
    return costs


def _parts(formula: Formula) -> list[Formula]:
    """Give all that a condition goes on with, inner ones first, constants aside."""
    if formula is UNSURE:
        raise Undecided
    work = current()
    met: dict[Formula, None] = {}
    todo = [formula]
    while todo:
        part = todo[-1]
        pending = [inner for inner in part.branches if inner not in met and inner.branches]
        if pending:
            todo += pending
            continue
        todo.pop()
        if part.branches and part not in met:
            work.left -= 1
            met[part] = None
    if work.left < 0:
        raise Undecided
    return list(met)
