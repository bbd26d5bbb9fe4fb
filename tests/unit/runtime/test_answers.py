"""What counts as an answer of a context: exactly true and exactly false, of whoever is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import AsyncMock, MagicMock, Mock

import pytest

from schemac import Grants
from schemac.runtime.context import NO, UNKNOWN, YES
from tests.unit.runtime import answering
from tests.unit.runtime.answering import ADMIN, SMS, Raises, Says, WithUser, asker

if TYPE_CHECKING:
    from schemac.runtime.loop import RequestLoop

loop = pytest.fixture(answering.loop)


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


def test_grants_answer_no_for_what_they_do_not_hold_of_any_predicate(loop: RequestLoop) -> None:
    grants = Grants(requires={"admin"}, tier="gold")
    asked = (ADMIN, ("requires", "a"), SMS, ("tier", "gold"), ("tier", "g"), ("whatever", "x"))
    assert asker(grants, loop).answers(asked) == [YES, NO, NO, YES, NO, NO]
    assert asker(Grants.all(), loop).answers(asked) == [YES] * 6
    assert (grants.requires("admin"), grants.feature("sms")) == (True, False)
    assert repr(grants) == "Grants(requires=['admin'], tier=['gold'])"
