"""Gates in, conditions over grants out: simplified, combined, and asked for a smallest witness.

Two-valued: an atom is granted or it is not. Negations stand at the atoms only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from schemac.plan.gates import Asked, Atom, Every, Inverse, Never, OnSide, Some

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from schemac.plan.gates import Gate, Side

__all__ = [
    "CLOSED",
    "OPEN",
    "Formula",
    "Undecided",
    "all_of",
    "any_of",
    "condition",
    "negated",
    "weight",
    "witness",
]

Formula: TypeAlias = "tuple[object, ...]"
"""`(True,)`, `(False,)`, `("atom", predicate, flag, positive)`, `("all", …)`, `("any", …)`."""

OPEN: Final[Formula] = (True,)
CLOSED: Final[Formula] = (False,)

_BUDGET = 200_000
"""Atoms looked at in one search. Nobody writes gates that need so many."""


class Undecided(Exception):  # noqa: N818 - no error, but an answer too dear to find
    """The search for a witness was given up."""


def condition(gate: Gate | None, atoms: Sequence[Atom], side: Side) -> Formula:
    """Give when the gate is open."""
    return OPEN if gate is None else _condition(gate, atoms, side, is_positive=True)


def _condition(gate: Gate, atoms: Sequence[Atom], side: Side, *, is_positive: bool) -> Formula:
    match gate:
        case Asked(number):
            atom = atoms[number]
            return ("atom", atom.predicate, atom.flag, is_positive)
        case Inverse(inner):
            return _condition(inner, atoms, side, is_positive=not is_positive)
        case Every(parts) | Some(parts):
            inner_ones = [_condition(part, atoms, side, is_positive=is_positive) for part in parts]
            is_all = isinstance(gate, Every) == is_positive
            return all_of(inner_ones) if is_all else any_of(inner_ones)
        case OnSide(only):
            return OPEN if (only == side) == is_positive else CLOSED
        case Never():
            return CLOSED
        case _:
            assert_never(gate)


def all_of(parts: Iterable[Formula]) -> Formula:
    """Give the condition that all hold."""
    return _joined("all", "any", parts, neutral=OPEN, final=CLOSED)


def any_of(parts: Iterable[Formula]) -> Formula:
    """Give the condition that one holds."""
    return _joined("any", "all", parts, neutral=CLOSED, final=OPEN)


def negated(formula: Formula) -> Formula:
    """Give the condition that it does not hold."""
    head = formula[0]
    if head == "atom":
        return (*formula[:3], not formula[3])
    if head in {"all", "any"}:
        inner = [negated(part) for part in _parts(formula)]
        return any_of(inner) if head == "all" else all_of(inner)
    return CLOSED if formula == OPEN else OPEN


def weight(formula: Formula) -> int:
    """Give how many atoms are written in it."""
    if formula[0] in {"all", "any"}:
        return sum(weight(part) for part in _parts(formula))
    return 1


def witness(formula: Formula) -> tuple[Atom, ...] | None:
    """Give a smallest set of grants under which it holds, None if there is none.

    Raises `Undecided` where that takes too long.
    """
    if formula == CLOSED:
        return None
    search = _Search(formula)
    if search.found(len(search.atoms)) is None:
        return None
    for size in range(len(search.atoms) + 1):
        found = search.found(size)
        if found is not None:
            return found
    return None


class _Search:
    """Tries grants one atom after the other, cutting off where the answer is known already."""

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._left = _BUDGET
        self._weight = weight(formula)
        self.atoms = sorted(_atoms(formula))

    def found(self, most: int) -> tuple[Atom, ...] | None:
        """Give a set of at most so many grants, without recursion."""
        todo: list[tuple[bool, ...]] = [()]
        while todo:
            choices = todo.pop()
            self._left -= self._weight
            if self._left < 0:
                raise Undecided
            known = dict(zip(self.atoms, choices, strict=False))
            value = _value(self._formula, known)
            if value is True:
                return tuple(Atom(*atom) for atom, granted in known.items() if granted)
            if value is None:
                todo.append((*choices, False))
                if sum(choices) < most:
                    todo.append((*choices, True))
        return None


def _joined(
    word: str, other: str, parts: Iterable[Formula], *, neutral: Formula, final: Formula
) -> Formula:
    kept: set[Formula] = set()
    for part in parts:
        if part == final:
            return final
        if part[0] == word:
            kept.update(_parts(part))
        elif part != neutral:
            kept.add(part)
    if any(part[0] == "atom" and (*part[:3], not part[3]) in kept for part in kept):
        return final
    # What one part says already, a wider part need not say again.
    needed = [part for part in kept if part[0] != other or not kept.intersection(_parts(part))]
    if not needed:
        return neutral
    return needed[0] if len(needed) == 1 else (word, *sorted(needed, key=repr))


def _parts(formula: Formula) -> tuple[Formula, ...]:
    return formula[1:]  # type: ignore[return-value] # no atom is asked for its parts


def _atoms(formula: Formula) -> set[tuple[str, str]]:
    if formula[0] == "atom":
        return {(str(formula[1]), str(formula[2]))}
    if formula[0] in {"all", "any"}:
        return set().union(*(_atoms(part) for part in _parts(formula)))
    return set()


def _value(formula: Formula, known: dict[tuple[str, str], bool]) -> bool | None:
    """Give what it comes to under what is known, None where that is not enough."""
    head = formula[0]
    if head == "atom":
        granted = known.get((str(formula[1]), str(formula[2])))
        return None if granted is None else granted == formula[3]
    if head not in {"all", "any"}:
        return formula == OPEN
    deciding = head == "any"
    result: bool | None = not deciding
    for part in _parts(formula):
        value = _value(part, known)
        if value is deciding:
            return deciding
        if value is None:
            result = None
    return result
