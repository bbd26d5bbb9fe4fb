"""Atoms in, decisions out: each asked once for a request, and the same for all its parts."""

from __future__ import annotations

import threading
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from schemac.runtime.context import YES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from schemac.plan.gates import Answer, Atom
    from schemac.runtime.context import Asker, Question

__all__ = ["Decisions", "Vector", "Vocabulary"]

Vector: TypeAlias = "tuple[Answer, ...]"
"""Answers to the atoms of a vocabulary, in its order."""


class Vocabulary:
    """The atoms that something depends on, by their numbers in the plan, ascending."""

    __slots__ = ("_take", "atoms")

    def __init__(self, atoms: Sequence[int]) -> None:
        self.atoms = tuple(sorted(set(atoms)))
        self._take: Callable[[Sequence[Answer | None]], Vector] = _taker(self.atoms)

    def vector(self, answers: Sequence[Answer | None]) -> Vector:
        """Take this vocabulary's part of a plan's answers."""
        return self._take(answers)


def _taker(atoms: tuple[int, ...]) -> Callable[[Sequence[Answer | None]], Vector]:
    if not atoms:
        return lambda _: ()
    if len(atoms) == 1:
        only = atoms[0]
        return lambda answers: (answers[only],)  # type: ignore[return-value] # asked before taken
    return itemgetter(*atoms)


class Decisions:
    """The answers of one context, taken once. Safe for threads that a handler starts."""

    __slots__ = ("_answers", "_asker", "_atoms", "_defaults", "_lock", "_others")

    def __init__(self, atoms: tuple[Atom, ...], asker: Asker) -> None:
        self._atoms = atoms
        self._asker = asker
        self._answers: list[Answer | None] = [None] * len(atoms)
        self._others: dict[Question, Answer] = {}
        self._defaults: dict[str, object] = {}
        self._lock = threading.RLock()

    def vector(self, vocabulary: Vocabulary) -> Vector:
        """Give the decision vector of a vocabulary; asks what was not asked yet, all at once."""
        answers = self._answers
        vector = vocabulary.vector(answers)
        if None not in vector:
            return vector
        with self._lock:
            missing = [atom for atom in vocabulary.atoms if answers[atom] is None]
            questions = tuple(
                (self._atoms[atom].predicate, self._atoms[atom].flag) for atom in missing
            )
            found = self._asked(questions)
            for atom, answer in zip(missing, found, strict=True):
                answers[atom] = answer
        return vocabulary.vector(answers)

    def _asked(self, questions: tuple[Question, ...]) -> list[Answer]:
        """Ask, except what a handler's `can` has asked before."""
        open_questions = tuple(item for item in questions if item not in self._others)
        if open_questions:
            new = self._asker.answers(open_questions)
            self._others.update(zip(open_questions, new, strict=True))
        return [self._others[question] for question in questions]

    def can(self, flag: str, predicate: str = "requires") -> bool:
        """Say whether the answer is yes; another flag than the plan's is asked once and kept."""
        question = (predicate, flag)
        with self._lock:
            return self._asked((question,)) == [YES]

    def default_for(self, key: str) -> object:
        """Give the caller's default of a key, asked once."""
        with self._lock:
            if key not in self._defaults:
                self._defaults[key] = self._asker.default_for(key)
            return self._defaults[key]

    def user(self) -> object:
        """Give the context's user; None where it has none, or raises."""
        try:
            return self._asker.user()
        except Exception:  # noqa: BLE001 - the user is a convenience of handlers, no decision
            return None
