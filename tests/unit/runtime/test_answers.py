from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock, MagicMock, Mock

import pytest

from schemac import Grants
from schemac.runtime.context import NO, UNKNOWN, YES, Asker, Customs, Puzzles
from schemac.runtime.decide import Decisions, Vocabulary
from schemac.runtime.loop import RequestLoop
from schemac.runtime.signals import predicate_failed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ADMIN = ("requires", "admin")
SMS = ("feature", "sms")


@pytest.fixture
def loop() -> Iterator[RequestLoop]:
    with RequestLoop() as made:
        yield made


def asker(context: object, loop: RequestLoop, opened: Mapping[str, str] | None = None) -> Asker:
    return Asker(context, loop, Customs(Puzzles(), opened or {}, None))


class Says:
    def __init__(self, answer: object) -> None:
        self.answer = answer

    def requires(self, _flag: str) -> object:
        return self.answer


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (True, YES),
        (False, NO),
        (None, UNKNOWN),
        ("", UNKNOWN),
        ("false", UNKNOWN),
        ("True", UNKNOWN),
        (0, UNKNOWN),
        (1, UNKNOWN),
        (1.0, UNKNOWN),
        ([], UNKNOWN),
        ([True], UNKNOWN),
        (Mock(), UNKNOWN),
        (MagicMock(), UNKNOWN),
        (object(), UNKNOWN),
        (lambda: True, UNKNOWN),
    ],
)
def test_only_exactly_true_is_yes_and_only_exactly_false_is_no(
    answer: object, expected: int, loop: RequestLoop
) -> None:
    assert asker(Says(answer), loop).answers((ADMIN,)) == [expected]


@pytest.mark.parametrize(
    ("answer", "expected"), [(True, YES), (False, NO), ("yes", UNKNOWN), (None, UNKNOWN)]
)
def test_an_awaitable_is_awaited_and_then_judged(
    answer: object, expected: int, loop: RequestLoop
) -> None:
    class Later:
        async def requires(self, _flag: str) -> object:
            return answer

    assert asker(Later(), loop).answers((ADMIN,)) == [expected]


def test_a_coroutine_that_gives_a_coroutine_is_unknown(loop: RequestLoop) -> None:
    class Twice:
        async def requires(self, _flag: str) -> object:
            made = self.again()
            made.close()
            return made

        async def again(self) -> bool:
            return True

    assert asker(Twice(), loop).answers((ADMIN,)) == [UNKNOWN]


@pytest.mark.parametrize("context", [Mock(), MagicMock(), AsyncMock(), object(), 5, "admin", {}])
def test_things_that_are_no_contexts_open_nothing(context: object, loop: RequestLoop) -> None:
    assert asker(context, loop).answers((ADMIN, SMS)) == [UNKNOWN, UNKNOWN]


def test_none_is_the_anonymous_caller_whatever_may_stay_open(loop: RequestLoop) -> None:
    opened = {"requires": "open", "feature": "open"}
    assert asker(None, loop, opened).answers((ADMIN, SMS)) == [UNKNOWN, UNKNOWN]


class User:
    def __init__(self, *flags: str) -> None:
        self.flags = flags
        self.asked: list[str] = []

    def can(self, flag: str) -> bool:
        self.asked.append(flag)
        return flag in self.flags


class WithUser:
    def __init__(self, user: object) -> None:
        self.current_user = user


def test_requires_falls_back_to_the_user_and_other_predicates_do_not(loop: RequestLoop) -> None:
    user = User("admin")
    assert asker(WithUser(user), loop).answers((ADMIN, ("requires", "x"), SMS)) == [
        YES,
        NO,
        UNKNOWN,
    ]
    assert user.asked == ["admin", "x"]


@pytest.mark.parametrize("user", [None, object(), Mock()])
def test_no_user_or_one_that_cannot_say_is_unknown(user: object, loop: RequestLoop) -> None:
    assert asker(WithUser(user), loop).answers((ADMIN,)) == [UNKNOWN]


def test_the_method_on_the_context_comes_before_the_user(loop: RequestLoop) -> None:
    class Both(WithUser):
        def requires(self, _flag: str) -> bool:
            return False

    assert asker(Both(User("admin")), loop).answers((ADMIN,)) == [NO]


class Raises:
    @property
    def feature(self) -> Any:
        raise RuntimeError("property")

    def requires(self, flag: str) -> bool:
        raise ValueError("secret of " + flag)


def test_a_predicate_that_raises_is_unknown_and_so_is_a_property_that_does(
    loop: RequestLoop,
) -> None:
    assert asker(Raises(), loop).answers((ADMIN, SMS)) == [UNKNOWN, UNKNOWN]


def test_a_missing_predicate_stays_open_only_where_the_settings_say_so(loop: RequestLoop) -> None:
    opened = {"tier": "open", "requires": "open"}
    asked = (("tier", "gold"), SMS, ADMIN)
    assert asker(object(), loop, opened).answers(asked) == [YES, UNKNOWN, YES]
    assert asker(Raises(), loop, opened).answers((ADMIN,)) == [UNKNOWN]
    assert asker(WithUser(None), loop, opened).answers((ADMIN,)) == [UNKNOWN]


class Engine:
    def __init__(self, answers: object) -> None:
        self.answers = answers
        self.asked: list[object] = []

    def decide(self, atoms: object) -> object:
        self.asked.append(atoms)
        return self.answers

    def requires(self, _flag: str) -> bool:
        raise AssertionError("never asked where there is a `decide`")


def test_decide_is_asked_once_for_all_and_what_it_leaves_out_is_unknown(
    loop: RequestLoop,
) -> None:
    engine = Engine({ADMIN: True, SMS: False, ("tier", "a"): 1})
    asked = (ADMIN, SMS, ("tier", "a"), ("requires", "other"))
    assert asker(engine, loop).answers(asked) == [YES, NO, UNKNOWN, UNKNOWN]
    assert engine.asked == [asked]


@pytest.mark.parametrize("answers", [None, True, [ADMIN], Mock()])
def test_a_decide_that_gives_no_mapping_opens_nothing(answers: object, loop: RequestLoop) -> None:
    assert asker(Engine(answers), loop).answers((ADMIN, SMS)) == [UNKNOWN, UNKNOWN]


def test_a_decide_may_be_awaited_and_may_raise(loop: RequestLoop) -> None:
    class Later:
        async def decide(self, _atoms: object) -> dict[tuple[str, str], bool]:
            return {ADMIN: True}

    class Broken:
        def decide(self, _atoms: object) -> dict[tuple[str, str], bool]:
            raise OSError

    assert asker(Later(), loop).answers((ADMIN, SMS)) == [YES, UNKNOWN]
    assert asker(Broken(), loop, {"requires": "open"}).answers((ADMIN, SMS)) == [UNKNOWN, UNKNOWN]


def test_grants_answer_no_for_what_they_do_not_hold_of_any_predicate(loop: RequestLoop) -> None:
    grants = Grants(requires={"admin"}, tier="gold")
    asked = (ADMIN, ("requires", "a"), SMS, ("tier", "gold"), ("tier", "g"), ("whatever", "x"))
    assert asker(grants, loop).answers(asked) == [YES, NO, NO, YES, NO, NO]
    assert asker(Grants.all(), loop).answers(asked) == [YES] * 6
    assert (grants.requires("admin"), grants.feature("sms")) == (True, False)
    assert repr(grants) == "Grants(requires=['admin'], tier=['gold'])"


def test_unknown_answers_are_logged_once_per_predicate_and_kind(
    loop: RequestLoop, caplog: pytest.LogCaptureFixture
) -> None:
    puzzles = Customs(Puzzles(), {}, None)
    with caplog.at_level(logging.DEBUG, "schemac.predicates"):
        for context in (Raises(), Raises(), Says(1), Says(2), object(), object(), None):
            Asker(context, loop, puzzles).answers((ADMIN, ("requires", "other")))
    assert [record.getMessage() for record in caplog.records] == [
        "the predicate `requires` gave no answer, so its gates stay closed: it raised ValueError",
        (
            "the predicate `requires` gave no answer, so its gates stay closed: "
            "it gave int, neither True nor False"
        ),
        (
            "the predicate `requires` gave no answer, so its gates stay closed: "
            "the context has no such method"
        ),
    ]


def test_each_unknown_answer_is_signalled(loop: RequestLoop) -> None:
    heard: list[object] = []

    def hear(sender: object, **data: object) -> None:
        heard.append((sender, data))

    with predicate_failed.connected_to(hear):
        Asker(Says(0), loop, Customs(Puzzles(), {}, "app")).answers((ADMIN,))
        asker(None, loop).answers((SMS,))
    assert heard == [
        ("app", {"predicate": "requires", "flag": "admin", "kind": "no boolean"}),
        (None, {"predicate": "feature", "flag": "sms", "kind": "anonymous"}),
    ]


class Counting:
    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def requires(self, flag: str) -> bool:
        self.asked.append(("requires", flag))
        return flag == "admin"

    def feature(self, flag: str) -> object:
        self.asked.append(("feature", flag))
        return None


ATOMS = (ADMIN, SMS, ("requires", "x"))


def test_a_vector_holds_three_answers_and_each_atom_is_asked_once(loop: RequestLoop) -> None:
    context = Counting()
    decisions = Decisions(asker(context, loop))
    assert decisions.vector(Vocabulary([], ATOMS)) == ()
    assert context.asked == []
    assert decisions.vector(Vocabulary([1], ATOMS)) == (UNKNOWN,)
    assert decisions.vector(Vocabulary([2, 0, 1, 0], ATOMS)) == (YES, UNKNOWN, NO)
    assert decisions.vector(Vocabulary([0, 2], ATOMS)) == (YES, NO)
    assert context.asked == [("feature", "sms"), ("requires", "admin"), ("requires", "x")]


def test_can_shares_the_answers_and_asks_another_flag_once(loop: RequestLoop) -> None:
    context = Counting()
    decisions = Decisions(asker(context, loop))
    assert decisions.can("admin")
    assert decisions.vector(Vocabulary([0], ATOMS)) == (YES,)
    assert not decisions.can("elsewhere")
    assert not decisions.can("elsewhere")
    assert not decisions.can("sms", "feature")
    assert context.asked == [("requires", "admin"), ("requires", "elsewhere"), ("feature", "sms")]


def test_decide_gets_what_is_missing_at_once(loop: RequestLoop) -> None:
    engine = Engine({ADMIN: True})
    decisions = Decisions(asker(engine, loop))
    assert decisions.vector(Vocabulary([0, 2], ATOMS)) == (YES, UNKNOWN)
    assert decisions.vector(Vocabulary([0, 1, 2], ATOMS)) == (YES, UNKNOWN, UNKNOWN)
    assert engine.asked == [(ADMIN, ("requires", "x")), (SMS,)]


def test_a_default_is_asked_of_the_user_else_of_the_context_and_once(loop: RequestLoop) -> None:
    class Person:
        asked: list[str]

        def __init__(self) -> None:
            self.asked = []

        def default_for(self, key: str) -> str:
            self.asked.append(key)
            return "UTC"

    person = Person()
    decisions = Decisions(asker(WithUser(person), loop))
    assert [decisions.default_for("zone"), decisions.default_for("zone")] == ["UTC", "UTC"]
    assert person.asked == ["zone"]
    grants = Decisions(asker(Grants(defaults={"zone": "CET"}), loop))
    assert (grants.default_for("zone"), grants.default_for("other")) == ("CET", None)
    assert Decisions(asker(None, loop)).default_for("zone") is None
    assert Decisions(asker(object(), loop)).default_for("zone") is None


@pytest.mark.parametrize("broken", [None, "CET", property(lambda self: self.missing.entirely)])
def test_a_broken_default_is_not_made_up_for_by_another(broken: object, loop: RequestLoop) -> None:
    user = type("User", (), {"default_for": broken})()

    class Both(WithUser):
        def default_for(self, _key: str) -> str:
            return "UTC"

    assert asker(Both(user), loop).default_for("zone") is None
    assert asker(Both(None), loop).default_for("zone") == "UTC"


def test_a_default_that_raises_is_none_and_logged(
    loop: RequestLoop, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        def default_for(self, _key: str) -> str:
            raise OSError

    assert asker(Broken(), loop).default_for("zone") is None
    assert "`default_for('zone')` raised" in caplog.text


def test_what_a_predicate_raises_is_logged_alone(
    loop: RequestLoop, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        def requires(self, flag: str) -> bool:
            raise OSError(flag)

    decisions = Decisions(asker(Broken(), loop))
    assert decisions.vector(Vocabulary((0,), (ADMIN,))) == (UNKNOWN,)
    (record,) = caplog.records
    assert record.exc_info is not None
    error = record.exc_info[1]
    assert repr(error) == "OSError('admin')"
    assert error is not None
    assert error.__context__ is None
