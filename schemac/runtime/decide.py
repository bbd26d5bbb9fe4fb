"""Atoms in, decisions out: each asked once for a request, and the same for all its parts."""

from __future__ import annotations

import threading
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from schemac.enforce.foreign import foreign
from schemac.runtime.context import YES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from schemac.plan.gates import Answer
    from schemac.runtime.context import Asker, Question
    from schemac.runtime.loop import RequestLoop

__all__ = ["Decisions", "Vector", "Vocabulary"]

Vector: TypeAlias = "tuple[Answer, ...]"
"""Answers to the atoms of a vocabulary, in its order."""


class Vocabulary:
    """The atoms that something depends on: their numbers in the plan, ascending, and as asked."""

    __slots__ = ("atoms", "questions", "take")

    def __init__(
        self, atoms: Iterable[int], questions: Sequence[Question] | Mapping[int, Question]
    ) -> None:
        self.atoms = tuple(sorted(set(atoms)))
        self.questions = tuple(questions[atom] for atom in self.atoms)
        self.take = _taker(self.questions)

    @classmethod
    def together(cls, parts: Iterable[Vocabulary]) -> Vocabulary:
        """Give the vocabulary of several things of one plan."""
        known = {
            atom: question
            for part in parts
            for atom, question in zip(part.atoms, part.questions, strict=True)
        }
        return cls(known, known)


def _taker(questions: tuple[Question, ...]) -> Callable[[Mapping[Question, Answer]], Vector]:
    """Make the function that takes a vocabulary's answers out of all. It raises KeyError."""
    if not questions:
        return lambda _: ()
    if len(questions) == 1:
        only = questions[0]
        return lambda answers: (answers[only],)
    return itemgetter(*questions)


_Lock = type(threading.RLock())
"""The lock itself: what the module offers by that name is one step more."""


class Decisions:
    """The answers of one context, taken once. Safe for threads that a handler starts.

    Most requests ask once, for one vocabulary: those answers stay a vector until others are asked.
    """

    __slots__ = ("_answers", "_asker", "_defaults", "_first", "_lock")

    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        self._first: tuple[tuple[Question, ...], Vector] | None = None
        self._answers: dict[Question, Answer] = {}
        self._defaults: dict[str, object] = {}
        self._lock = _Lock()

    def vector(self, vocabulary: Vocabulary) -> Vector:
        """Give the decision vector of a vocabulary; asks what was not asked yet, all at once."""
        questions, first = vocabulary.questions, self._first
        if first is not None and first[0] is questions:
            return first[1]
        with self._lock:
            if self._first is None and not self._answers and questions:
                return self._asked_first(questions)
            return vocabulary.take(self._known(questions))

    def follow(self, loop: RequestLoop) -> None:
        """Go on in the thread that serves the rest of the request."""
        self._asker.follow(loop)

    def foresee(self, vocabulary: Vocabulary) -> None:
        """Ask now what a request may come to need, where the context answers all at once."""
        if self._asker.decides_at_once():
            self.vector(vocabulary)

    def even_out(self, whole: Vocabulary, likely: Vocabulary) -> None:
        """Ask what is asked of a hidden thing also where there is nothing, so that time tells less.

        A context that answers all at once is asked once in both cases, for as much as there likely
        is to ask; any other answers the whole vocabulary.
        """
        if not self._asker.decides_at_once():
            self.vector(whole)
        elif self._first is None and not self._answers:
            self.vector(likely)

    def _asked_first(self, questions: tuple[Question, ...]) -> Vector:
        vector = tuple(self._asker.answers(questions))
        if len(vector) != len(questions):
            raise ValueError("each question has one answer")
        if self._first is None and not self._answers:  # else it asked on its way for something
            self._first = questions, vector
        else:
            self._answers.update(zip(questions, vector, strict=True))
        return vector

    def _known(self, questions: tuple[Question, ...]) -> dict[Question, Answer]:
        """Give all answers, after asking those that are missing; to be called under the lock."""
        known = self._answers
        if self._first is not None:
            known.update(zip(*self._first, strict=True))
            self._first = None
        missing = tuple(item for item in questions if item not in known)
        if missing:
            known.update(zip(missing, self._asker.answers(missing), strict=True))
        return known

    def can(self, flag: str, predicate: str = "requires") -> bool:
        """Say whether the answer is yes; another flag than the plan's is asked once and kept."""
        question = (predicate, flag)
        with self._lock:
            return self._known((question,))[question] == YES

    def default_for(self, key: str) -> object:
        """Give the caller's default of a key, asked once."""
        with self._lock:
            if key not in self._defaults:
                self._defaults[key] = self._asker.default_for(key)
            return self._defaults[key]

    def user(self) -> object:
        """Give the context's user; None where it has none, or raises."""
        try:
            with self._lock:
                return self._asker.user()
        except foreign():  # the user is a convenience of handlers, no decision
            return None
