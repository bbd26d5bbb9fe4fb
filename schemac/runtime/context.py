"""A context and questions in, answers out: yes, no or unknown. Only a clear yes opens a gate.

Exactly `True` is yes, exactly `False` is no. No such method, no user, an exception and every other
value are unknown.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from schemac.enforce.foreign import FOREIGN
from schemac.runtime.grants import Grants
from schemac.runtime.signals import predicate_failed, signal

if TYPE_CHECKING:
    from schemac.plan.gates import Answer
    from schemac.runtime.loop import RequestLoop

__all__ = ["NO", "UNKNOWN", "YES", "Asker", "Customs", "Grants", "Puzzles", "Question"]

Question: TypeAlias = tuple[str, str]
"""Predicate and flag."""

NO: Final = 0
YES: Final = 1
UNKNOWN: Final = 2

Kind: TypeAlias = Literal["anonymous", "missing", "no user", "raised", "no boolean", "left out"]

_log = logging.getLogger("schemac.predicates")
_ABSENT: Final = object()


class Puzzles:
    """Remembers which unknown answers were logged: each once, by predicate and kind."""

    def __init__(self) -> None:
        self._seen: set[tuple[str, str]] = set()
        self._lock = threading.Lock()

    def report(
        self, question: Question, kind: Kind, what: str, error: BaseException | None
    ) -> None:
        """Log an unknown answer at its first sight. An anonymous caller is no news."""
        predicate = question[0]
        with self._lock:
            known = kind == "anonymous" or (predicate, kind) in self._seen
            self._seen.add((predicate, kind))
        if not known:
            _log.warning(
                "the predicate `%s` gave no answer, so its gates stay closed: %s",
                predicate,
                what,
                exc_info=error,
            )


@dataclass(frozen=True, slots=True)
class Customs:
    """How a surface asks: what it remembers, what may stay open, and who sends its signals."""

    puzzles: Puzzles
    open_if_missing: Mapping[str, str]
    sender: object


class Asker:
    """Asks one context, for one request."""

    __slots__ = ("_context", "_customs", "_loop", "_user")

    def __init__(self, context: object, loop: RequestLoop, customs: Customs) -> None:
        self._context = context
        self._loop = loop
        self._customs = customs
        self._user: object = _ABSENT

    def answers(self, questions: tuple[Question, ...]) -> list[Answer]:
        """Answer the questions, in order: all at once where the context can."""
        if self._context is None:
            return [self._unknown(question, "anonymous", "no context") for question in questions]
        try:
            decide = getattr(self._context, "decide", None)
        except FOREIGN as error:  # whatever a context raises is no answer
            return [self._raised(question, error) for question in questions]
        if callable(decide):
            return self._decided(decide, questions)
        return [self._ask(question) for question in questions]

    def user(self) -> object:
        """Give `context.current_user`, taken once; None without one. Raises what it raises."""
        if self._user is _ABSENT:
            self._user = self._loop.settle(getattr(self._context, "current_user", None))
        return self._user

    def default_for(self, key: str) -> object:
        """Ask for the caller's default of a key; None where there is none, or it is a mistake."""
        try:
            user = None if self._context is None else self.user()
            method = getattr(user, "default_for", None)
            if not callable(method):
                method = getattr(self._context, "default_for", None)
            return self._loop.settle(method(key)) if callable(method) else None
        except FOREIGN:  # the same
            _log.exception("`default_for(%r)` raised, so there is no default", key)
            return None

    def _decided(
        self, decide: Callable[..., object], questions: tuple[Question, ...]
    ) -> list[Answer]:
        try:
            decided = self._loop.settle(decide(questions))
        except FOREIGN as error:  # the same
            return [self._raised(question, error) for question in questions]
        if not isinstance(decided, Mapping):
            what = f"`decide` gave {type(decided).__name__}, which is no mapping"
            return [self._unknown(question, "no boolean", what) for question in questions]
        return [self._decision(decided, question) for question in questions]

    def _decision(self, decided: Mapping[object, object], question: Question) -> Answer:
        try:
            value = decided.get(question, _ABSENT)
            if value is _ABSENT:
                return self._unknown(question, "left out", "`decide` left it out")
            return self._judge(question, value)
        except FOREIGN as error:  # the same
            return self._raised(question, error)

    def _ask(self, question: Question) -> Answer:
        predicate, flag = question
        try:
            method = getattr(self._context, predicate, None)
            if callable(method):
                return self._judge(question, method(flag))
            if predicate == "requires":
                return self._ask_user(question)
        except FOREIGN as error:  # the same
            return self._raised(question, error)
        return self._missing(question)

    def _ask_user(self, question: Question) -> Answer:
        """Ask `context.current_user.can(flag)`: what `requires` falls back to."""
        if getattr(self._context, "current_user", _ABSENT) is _ABSENT:
            return self._missing(question)
        user = self.user()
        if user is None:
            return self._unknown(question, "no user", "there is no user")
        can = getattr(user, "can", None)
        return self._judge(question, can(question[1])) if callable(can) else self._missing(question)

    def _judge(self, question: Question, value: object) -> Answer:
        if value is not True and value is not False:
            value = self._loop.settle(value)
        if value is True:
            return YES
        if value is False:
            return NO
        kind = type(value).__name__
        return self._unknown(question, "no boolean", f"it gave {kind}, neither True nor False")

    def _missing(self, question: Question) -> Answer:
        if self._customs.open_if_missing.get(question[0]) == "open":
            return YES
        return self._unknown(question, "missing", "the context has no such method")

    def _raised(self, question: Question, error: BaseException) -> Answer:
        return self._unknown(question, "raised", f"it raised {type(error).__name__}", error)

    def _unknown(
        self, question: Question, kind: Kind, what: str, error: BaseException | None = None
    ) -> Answer:
        customs = self._customs
        customs.puzzles.report(question, kind, what, error)
        signal(predicate_failed, customs.sender, predicate=question[0], flag=question[1], kind=kind)
        return UNKNOWN
