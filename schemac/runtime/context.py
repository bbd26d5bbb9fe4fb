"""A context and questions in, answers out: yes, no or unknown. Only a clear yes opens a gate.

Exactly `True` is yes, exactly `False` is no. No such method, no user, an exception and every other
value are unknown. Only what is not there may be asked elsewhere, or be allowed to be missing: a
member that raises, or that is no method, is broken and not missing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from schemac.enforce.foreign import foreign
from schemac.enforce.journal import journal
from schemac.enforce.kinds import kind_name
from schemac.enforce.wording import on_one_line
from schemac.runtime.grants import Grants
from schemac.runtime.members import Absence, member, own_member, unproxied
from schemac.runtime.signals import predicate_failed, signal

if TYPE_CHECKING:
    from schemac.plan.gates import Answer
    from schemac.runtime.loop import RequestLoop

__all__ = ["NO", "UNKNOWN", "YES", "Asker", "Customs", "Grants", "Puzzles", "Question", "lacks"]

Question: TypeAlias = tuple[str, str]
"""Predicate and flag."""

NO: Final = 0
YES: Final = 1
UNKNOWN: Final = 2

Kind: TypeAlias = Literal[
    "anonymous", "missing", "no user", "no method", "raised", "no boolean", "left out"
]

_log = journal("schemac.predicates")
_ABSENT: Final = object()
_PLAIN: Final = frozenset({bool})


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
                on_one_line(what),
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
        self._user: Callable[[], object] | None = None

    def answers(self, questions: tuple[Question, ...]) -> list[Answer]:
        """Answer the questions, in order: all at once where the context can."""
        try:
            context = unproxied(self._context)
            if context is None:
                return [self._unknown(one, "anonymous", "no context") for one in questions]
            decide = own_member(context, "decide")
        except foreign() as error:  # whatever a context raises is no answer
            return [self._raised(question, error) for question in questions]
        if type(decide) is Absence:
            return [self._ask(question) for question in questions]
        if not callable(decide):
            return [self._no_method(question, "decide", decide) for question in questions]
        return self._decided(decide, questions)

    def follow(self, loop: RequestLoop) -> None:
        """Let another thread's loop, which took the request over, do what is still to be done."""
        self._loop = loop

    def decides_at_once(self) -> bool:
        """Say whether the context offers `decide`, so that it wants to be asked once."""
        try:
            return type(member(self._context, "decide")) is not Absence
        except foreign():  # then it is asked nothing more
            return True

    def user(self) -> object:
        """Give `context.current_user`, taken once; None without one. Raises what it raises."""
        found = self._found_user()
        return None if type(found) is Absence else found

    def _found_user(self) -> object:
        if self._user is None:
            self._user = self._taken_user()
        return self._user()

    def _taken_user(self) -> Callable[[], object]:
        """Fetch the user, and give what gives it, or raises what it raised, from now on."""
        try:
            user = self._loop.settle(member(self._context, "current_user"))
        except foreign() as error:  # it is raised where the user is wanted
            return _raiser(error)
        return lambda: user

    def default_for(self, key: str) -> object:
        """Ask for the caller's default of a key; None where there is none, or it is a mistake."""
        try:
            user = None if self._context is None else self.user()
            method = member(user, "default_for")
            if type(method) is Absence:
                method = member(self._context, "default_for")
            return self._loop.settle(method(key)) if callable(method) else None
        except foreign():  # the same
            _log.exception("`default_for(%r)` raised, so there is no default", key)
            return None

    def _decided(
        self, decide: Callable[..., object], questions: tuple[Question, ...]
    ) -> list[Answer]:
        try:
            decided = self._loop.settle(decide(questions))
            is_mapping = type(decided) is dict or isinstance(decided, Mapping)
        except foreign() as error:  # the same
            return [self._raised(question, error) for question in questions]
        if not is_mapping:
            what = f"`decide` gave {kind_name(decided)}, which is no mapping"
            return [self._unknown(question, "no boolean", what) for question in questions]
        plain = _plain_answers(decided, questions)
        if plain is not None:
            return plain
        return [self._decision(decided, question) for question in questions]

    def _decision(self, decided: Mapping[object, object], question: Question) -> Answer:
        try:
            value = decided.get(question, _ABSENT)
            if value is _ABSENT:
                return self._unknown(question, "left out", "`decide` left it out")
            return self._judge(question, value)
        except foreign() as error:  # the same
            return self._raised(question, error)

    def _ask(self, question: Question) -> Answer:
        predicate = question[0]
        try:
            method = member(self._context, predicate)
            if type(method) is not Absence:
                return self._asked(question, predicate, method)
            if predicate == "requires":
                return self._ask_user(question, method)
        except foreign() as error:  # the same
            return self._raised(question, error)
        return self._missing(question, sure=method.sure)

    def _ask_user(self, question: Question, method: Absence) -> Answer:
        """Ask `context.current_user.can(flag)`: what `requires` falls back to."""
        user = self._found_user()
        if type(user) is Absence:
            return self._missing(question, sure=method.sure and user.sure)
        if unproxied(user) is None:
            return self._unknown(question, "no user", "there is no user")
        can = member(user, "can")
        if type(can) is Absence:
            return self._missing(question, sure=method.sure and can.sure)
        return self._asked(question, "can", can)

    def _asked(self, question: Question, name: str, method: object) -> Answer:
        if callable(method):
            return self._judge(question, method(question[1]))
        return self._no_method(question, name, method)

    def _judge(self, question: Question, value: object) -> Answer:
        if value is not True and value is not False:
            value = self._loop.settle(value)
        if value is True:
            return YES
        if value is False:
            return NO
        what = f"it gave {kind_name(value)}, neither True nor False"
        return self._unknown(question, "no boolean", what)

    def _missing(self, question: Question, *, sure: bool) -> Answer:
        if sure and self._customs.open_if_missing.get(question[0]) == "open":
            return YES
        return self._unknown(question, "missing", "the context has no such method")

    def _no_method(self, question: Question, name: str, found: object) -> Answer:
        what = f"its `{name}` is {kind_name(found)}, which is no method"
        return self._unknown(question, "no method", what)

    def _raised(self, question: Question, error: BaseException) -> Answer:
        return self._unknown(question, "raised", f"it raised {kind_name(error)}", error)

    def _unknown(
        self, question: Question, kind: Kind, what: str, error: BaseException | None = None
    ) -> Answer:
        customs = self._customs
        customs.puzzles.report(question, kind, what, error)
        signal(predicate_failed, customs.sender, predicate=question[0], flag=question[1], kind=kind)
        return UNKNOWN


def _plain_answers(
    decided: Mapping[object, object], questions: tuple[Question, ...]
) -> list[Answer] | None:
    """Give the answers where each is exactly True or False, which is nearly always; else None."""
    if type(decided) is not dict:
        return None
    try:
        is_in_order = tuple(decided) == questions
        found = decided.values() if is_in_order else map(decided.get, questions)
        values: list[Any] = list(found)
    except foreign():  # each question is asked by itself then, and its failure told
        return None
    if not _PLAIN.issuperset(map(type, values)):
        return None
    answers: list[Any] = list(bytes(values))
    return answers


def _raiser(error: BaseException) -> Callable[[], object]:
    def again() -> object:
        raise error

    return again


def lacks(context: object, predicate: str) -> bool:
    """Say whether gates that ask the predicate find no method in the context. Raises what it does.

    A method is looked for where answers are: `decide`, the predicate, the user for `requires`.
    """
    decide, method = member(context, "decide"), member(context, predicate)
    if type(decide) is not Absence:
        return not callable(decide)
    if predicate != "requires" or type(method) is not Absence:
        return not callable(method)
    user = member(context, "current_user")
    return type(user) is Absence or not callable(member(user, "can"))
