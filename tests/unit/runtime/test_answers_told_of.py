"""What is unknown or raises is logged and signalled, once for each kind."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from schemac.runtime.context import UNKNOWN, Asker, Customs, Puzzles
from schemac.runtime.decide import Decisions, Vocabulary
from schemac.runtime.signals import predicate_failed
from tests.unit.runtime import answering
from tests.unit.runtime.answering import ADMIN, SMS, Raises, Says, asker

if TYPE_CHECKING:
    from schemac.runtime.loop import RequestLoop


loop = pytest.fixture(answering.loop)


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
