"""Answers that are given together, shared and asked once; defaults are asked likewise."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest

from schemac import Grants
from schemac.runtime.context import NO, UNKNOWN, YES
from schemac.runtime.decide import Decisions, Vocabulary
from tests.unit.runtime import answering
from tests.unit.runtime.answering import ADMIN, SMS, WithUser, asker

if TYPE_CHECKING:
    from schemac.runtime.loop import RequestLoop


loop = pytest.fixture(answering.loop)


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
