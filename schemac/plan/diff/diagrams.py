"""Decision diagrams over atoms: joined and negated, each made once, within a budget.

A condition asks for its first atom, then goes on with what is left to ask. Diagrams are reduced,
so two conditions that say the same are one object, however they were written.
"""

from __future__ import annotations

from collections import deque
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import count
from threading import RLock
from typing import TYPE_CHECKING, Final, TypeAlias
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = [
    "ATOM",
    "CLOSED",
    "OPEN",
    "UNSURE",
    "VAGUE",
    "Formula",
    "all_of",
    "any_of",
    "current",
    "measured",
    "negated",
    "node",
    "vague",
]

_Rank: TypeAlias = tuple[int, str, str]
"""Where an atom stands among all: by number, then by name; behind them the vague, and constants.

Atoms that are asked together should stand together: a diagram may double with each that stands
between them. What is joined must have its numbers from one list, or none at all.
"""

ATOM, VAGUE, _CONSTANT = 0, 1 << 60, 1 << 61


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False, repr=False)
class Formula:
    """A condition. `branches` says what is left of it where its first atom is not, or is, granted.

    Equal conditions are one object. A constant has no branches.
    """

    rank: _Rank
    branches: tuple[Formula, ...] = ()

    def __repr__(self) -> str:
        """Name what it asks first; the whole may be longer than anybody reads."""
        return f"<asks {self.rank[1]}:{self.rank[2]}>" if self.branches else f"<{self.rank[1]}>"


OPEN: Final = Formula((_CONSTANT, "open", ""))
CLOSED: Final = Formula((_CONSTANT, "closed", ""))
UNSURE: Final = Formula((_CONSTANT, "unsure", ""))
"""Cannot be known, as the budget is spent. It stays so when negated, and is in no diagram."""

_MOST_AT_ONCE = 20_000
"""Steps of one combination. What needs more is vague: like an atom that nobody can grant."""

_MOST = 1_000_000
"""Steps of all combinations that are measured together."""

_MOST_KEPT = 50_000
"""Combinations that are remembered."""

_made: WeakValueDictionary[tuple[_Rank, Formula, Formula], Formula] = WeakValueDictionary()
_vague: WeakValueDictionary[tuple[bool, frozenset[Formula]], Formula] = WeakValueDictionary()
_numbers = count()
_making = RLock()


@dataclass(slots=True)
class _Work:
    """What is left of a budget, and what was found with it."""

    left: int = _MOST
    known: dict[tuple[object, ...], Formula] = field(default_factory=dict)


_work: ContextVar[_Work | None] = ContextVar("work", default=None)


@contextmanager
def measured(more: int = 0) -> Iterator[None]:
    """Bound what is done inside: when the budget is spent, what is new is `UNSURE`."""
    token = _work.set(_Work(_MOST + more))
    try:
        yield
    finally:
        _work.reset(token)


def all_of(parts: Iterable[Formula]) -> Formula:
    """Give the condition that all hold."""
    return _joined(parts, is_all=True)


def any_of(parts: Iterable[Formula]) -> Formula:
    """Give the condition that one holds."""
    return _joined(parts, is_all=False)


def negated(formula: Formula) -> Formula:
    """Give the condition that it does not hold."""
    known = {OPEN: CLOSED, CLOSED: OPEN, UNSURE: UNSURE}
    work = current()
    todo = [formula]
    while todo:
        part = todo[-1]
        found = known.get(part) or work.known.get((part,))
        pending = [] if found else [inner for inner in part.branches if inner not in known]
        if pending:
            todo += pending
            continue
        todo.pop()
        if found is None:
            work.left -= 1
            no, yes = part.branches
            found = node(part.rank, known[no], known[yes])
            work.known[part,] = found
        known[part] = found
    return UNSURE if work.left < 0 and formula.branches else known[formula]


def current() -> _Work:
    """Give the work that is measured, or such of its own; nothing is remembered for ever."""
    work = _work.get() or _Work()
    if len(work.known) > _MOST_KEPT:
        work.known.clear()
    return work


def node(rank: _Rank, no: Formula, yes: Formula) -> Formula:
    """Make a diagram, or find the one that was made."""
    if no is yes:
        return no
    key = (rank, no, yes)
    with _making:
        found = _made.get(key)
        if found is None:
            found = _made[key] = Formula(rank, (no, yes))
        return found


def _joined(parts: Iterable[Formula], *, is_all: bool) -> Formula:
    """Join two by two, as conditions that are joined one by one are walked through again."""
    neutral, final = (OPEN, CLOSED) if is_all else (CLOSED, OPEN)
    kept: dict[Formula, None] = {}
    for part in parts:
        if part is final:
            return final
        if part is not neutral:
            kept[part] = None
    is_unsure = UNSURE in kept
    work = current()
    todo = deque(part for part in kept if part is not UNSURE)
    while len(todo) > 1:
        both = _pair(todo.popleft(), todo.popleft(), is_all=is_all, work=work)
        if both is final:
            return final
        if both is UNSURE:
            is_unsure = True
        else:
            todo.append(both)
    if is_unsure:
        return UNSURE if UNSURE in kept or work.left < 0 else _too_large(kept, is_all=is_all)
    return todo[0] if todo else neutral


def _too_large(parts: Iterable[Formula], *, is_all: bool) -> Formula:
    """Give what stands for them joined: the same for the same, so that no difference is seen."""
    key = (is_all, frozenset(parts))
    with _making:
        found = _vague.get(key)
        if found is None:
            found = _vague[key] = vague()
        return found


def vague() -> Formula:
    """Give a condition that nobody knows, and that is like no other."""
    return node((VAGUE, f"{next(_numbers):020}", ""), CLOSED, OPEN)


def _pair(one: Formula, other: Formula, *, is_all: bool, work: _Work) -> Formula:
    """Join two diagrams, first atom by first atom, without recursion."""
    neutral, final = (OPEN, CLOSED) if is_all else (CLOSED, OPEN)

    def known(left: Formula, right: Formula) -> Formula | None:
        if left is right or right is neutral:
            return left
        if left is neutral:
            return right
        if final in (left, right):
            return final
        return work.known.get((is_all, left, right)) or work.known.get((is_all, right, left))

    todo = [(one, other)]
    steps = 0
    while todo:
        left, right = todo[-1]
        if known(left, right):
            todo.pop()
            continue
        steps += 1
        if steps > min(_MOST_AT_ONCE, work.left):
            work.left -= steps
            return UNSURE
        rank = min(left.rank, right.rank)
        inner = list(zip(_after(left, rank), _after(right, rank), strict=True))
        pending = [pair for pair in inner if known(*pair) is None]
        if pending:
            todo += pending
            continue
        no, yes = (known(*pair) or UNSURE for pair in inner)
        work.known[is_all, left, right] = node(rank, no, yes)
        todo.pop()
    work.left -= steps
    return known(one, other) or UNSURE


def _after(formula: Formula, rank: _Rank) -> tuple[Formula, ...]:
    """Give what is left of it where an atom is not, or is, granted."""
    return formula.branches if formula.rank == rank else (formula, formula)
