"""Gates in, conditions over grants out: canonical, combined, and asked for a smallest witness.

Two-valued: an atom is granted or it is not. A condition is a decision diagram: it asks for its
first atom, then goes on with what is left to ask. Diagrams are reduced and each is made once, so
two conditions that say the same are one object, however they were written.
"""

from __future__ import annotations

from collections import deque
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never
from weakref import WeakValueDictionary

from schemac.plan.gates import Asked, Atom, Every, Inverse, Never, OnSide, Some

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

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
    "measured",
    "negated",
    "witness",
]

_Rank: TypeAlias = tuple[int, str, str]
"""Where an atom stands among all: by predicate and flag; what asks nothing comes last."""


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


OPEN: Final = Formula((1, "open", ""))
CLOSED: Final = Formula((1, "closed", ""))
UNSURE: Final = Formula((1, "unsure", ""))
"""Grew too large to be known. It stays so when negated, and is never part of a diagram."""

_MOST_AT_ONCE = 20_000
"""Steps of one combination. Nobody writes gates that need so many."""

_MOST = 1_000_000
"""Steps of all combinations that are measured together."""

_MOST_KEPT = 50_000
"""Combinations that are remembered."""

_made: WeakValueDictionary[tuple[_Rank, Formula, Formula], Formula] = WeakValueDictionary()
_making = Lock()


class Undecided(Exception):  # noqa: N818 - no error, but an answer too dear to find
    """Nobody can tell under which grants a condition holds."""


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
                found.append(_node((0, atom.predicate, atom.flag), *branches))
            case Inverse(inner):
                todo.append((inner, not is_positive, False))
            case Every(parts) | Some(parts) if is_inside_found:
                first = len(found) - len(parts)
                is_all = isinstance(part, Every) == is_positive
                found[first:] = [_joined(found[first:], is_all=is_all)]
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


def all_of(parts: Iterable[Formula]) -> Formula:
    """Give the condition that all hold."""
    return _joined(parts, is_all=True)


def any_of(parts: Iterable[Formula]) -> Formula:
    """Give the condition that one holds."""
    return _joined(parts, is_all=False)


def negated(formula: Formula) -> Formula:
    """Give the condition that it does not hold."""
    known = {OPEN: CLOSED, CLOSED: OPEN, UNSURE: UNSURE}
    work = _current()
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
            found = _node(part.rank, known[no], known[yes])
            work.known[part,] = found
        known[part] = found
    return UNSURE if work.left < 0 and formula.branches else known[formula]


def witness(formula: Formula) -> tuple[Atom, ...] | None:
    """Give a smallest set of grants under which it holds, None if there is none.

    Of several the one that has the first atom, then the next. Raises `Undecided` where nobody
    can tell.
    """
    if formula is CLOSED:
        return None
    costs = _costs(formula)
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
    """Give for each part the fewest grants that it needs."""
    if formula is UNSURE:
        raise Undecided
    costs: dict[Formula, float] = {OPEN: 0, CLOSED: float("inf")}
    work = _current()
    todo = [formula]
    while todo:
        part = todo[-1]
        pending = [inner for inner in part.branches if inner not in costs]
        if part not in costs and not pending:
            work.left -= 1
            no, yes = part.branches
            costs[part] = min(costs[no], costs[yes] + 1)
        if pending:
            todo += pending
        else:
            todo.pop()
    if work.left < 0:
        raise Undecided
    return costs


def _current() -> _Work:
    """Give the work that is measured, or such of its own; nothing is remembered for ever."""
    work = _work.get() or _Work()
    if len(work.known) > _MOST_KEPT:
        work.known.clear()
    return work


def _node(rank: _Rank, no: Formula, yes: Formula) -> Formula:
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
    work = _current()
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
        return UNSURE
    return todo[0] if todo else neutral


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
        work.known[is_all, left, right] = _node(rank, no, yes)
        todo.pop()
    work.left -= steps
    return known(one, other) or UNSURE


def _after(formula: Formula, rank: _Rank) -> tuple[Formula, ...]:
    """Give what is left of it where an atom is not, or is, granted."""
    return formula.branches if formula.rank == rank else (formula, formula)
