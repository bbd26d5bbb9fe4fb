"""Vocabularies and a context that is asked in, decisions out, each asked once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from schemac.runtime.decide import Decisions, Vocabulary

if TYPE_CHECKING:
    from schemac.plan.gates import Answer

QUESTIONS = (("requires", "a"), ("requires", "b"), ("feature", "c"))
ANSWERS: dict[tuple[str, str], Answer] = {
    ("requires", "a"): 1,
    ("requires", "b"): 0,
    ("feature", "c"): 2,
    ("feature", "d"): 1,
}


class Asked:
    """An asker that notes what it is asked."""

    def __init__(self, *, at_once: bool = True) -> None:
        self.asked: list[object] = []
        self.at_once = at_once

    def answers(self, questions: tuple[tuple[str, str], ...]) -> tuple[Answer, ...]:
        self.asked.append(questions)
        return tuple(ANSWERS[question] for question in questions)

    def default_for(self, key: str) -> object:
        self.asked.append(key)
        return None if key == "none" else key.upper()

    def user(self) -> object:
        self.asked.append("user")
        if self.asked.count("user") > 1:
            raise RuntimeError
        return "u"

    def decides_at_once(self) -> bool:
        return self.at_once

    def follow(self, loop: object) -> None:
        self.asked.append(("follow", loop))


def decisions(**options: Any) -> tuple[Decisions, list[Any]]:
    asker: Any = Asked(**options)
    return Decisions(asker), asker.asked


def test_a_vocabulary_is_ordered_and_has_each_atom_once() -> None:
    vocabulary = Vocabulary([2, 0, 2], QUESTIONS)
    assert vocabulary.atoms == (0, 2)
    assert vocabulary.questions == (QUESTIONS[0], QUESTIONS[2])
    assert vocabulary.take(ANSWERS) == (1, 2)
    assert Vocabulary([1], QUESTIONS).take(ANSWERS) == (0,)
    assert Vocabulary([], QUESTIONS).take({}) == ()
    assert Vocabulary([2], {2: QUESTIONS[2]}).take(ANSWERS) == (2,)
    with pytest.raises(KeyError):
        vocabulary.take({QUESTIONS[0]: 1})


def test_vocabularies_together() -> None:
    parts = [Vocabulary([2], QUESTIONS), Vocabulary([], QUESTIONS), Vocabulary([0, 2], QUESTIONS)]
    whole = Vocabulary.together(parts)
    assert whole.atoms == (0, 2)
    assert whole.questions == (QUESTIONS[0], QUESTIONS[2])
    assert Vocabulary.together([]).atoms == ()


def test_each_question_is_asked_once_and_all_missing_ones_together() -> None:
    taken, asked = decisions()
    assert taken.vector(Vocabulary([], QUESTIONS)) == ()
    assert asked == []
    assert taken.vector(Vocabulary([0], QUESTIONS)) == (1,)
    assert taken.vector(Vocabulary([0, 1, 2], QUESTIONS)) == (1, 0, 2)
    assert taken.vector(Vocabulary([1, 2], QUESTIONS)) == (0, 2)
    assert asked == [(QUESTIONS[0],), (QUESTIONS[1], QUESTIONS[2])]


def test_only_a_yes_is_one() -> None:
    taken, asked = decisions()
    assert taken.can("a") is True
    assert taken.can("b") is False
    assert taken.can("c", "feature") is False
    assert taken.can("d", predicate="feature") is True
    assert taken.can("a") is True
    assert len(asked) == 4
    assert taken.vector(Vocabulary([0, 1], QUESTIONS)) == (1, 0)
    assert len(asked) == 4


def test_defaults_are_asked_once_whatever_they_are() -> None:
    taken, asked = decisions()
    for _ in range(2):
        assert taken.default_for("k") == "K"
        assert taken.default_for("none") is None
    assert asked == ["k", "none"]


def test_a_user_that_cannot_be_told_is_none() -> None:
    taken, _ = decisions()
    assert taken.user() == "u"
    assert taken.user() is None


@pytest.mark.parametrize("at_once", [True, False])
def test_what_may_be_needed_is_asked_where_that_costs_one_question(at_once: bool) -> None:  # noqa: FBT001 - either
    taken, asked = decisions(at_once=at_once)
    taken.foresee(Vocabulary([0, 1], QUESTIONS))
    assert asked == ([QUESTIONS[:2]] if at_once else [])
    assert taken.vector(Vocabulary([0, 1], QUESTIONS)) == (1, 0)
    assert asked == [QUESTIONS[:2]]


def test_the_asker_follows_the_request() -> None:
    taken, asked = decisions()
    loop: Any = object()
    taken.follow(loop)
    assert asked == [("follow", loop)]


def test_a_missing_answer_is_told_as_it_is() -> None:
    taken, _ = decisions()
    with pytest.raises(KeyError, match="nobody") as caught:
        taken.can("nobody")
    assert caught.value.__context__ is None


@pytest.mark.parametrize("known", [(), (0,)])
@pytest.mark.parametrize("given", [0, 1, 3])
def test_answers_of_another_number_than_the_questions_are_none(
    known: tuple[int, ...], given: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answered(_self: object, _questions: object) -> list[Answer]:
        return [1] * given

    taken, _ = decisions()
    taken.vector(Vocabulary(known, QUESTIONS))
    monkeypatch.setattr(Asked, "answers", answered)
    questions = {atom: ("requires", f"q{atom}") for atom in (4, 5)}
    words = r"zip\(\) argument 2 is" if known else "^each question has one answer$"
    with pytest.raises(ValueError, match=words):
        taken.vector(Vocabulary((4, 5), questions))


def test_one_context_foresees_what_it_lacks_only() -> None:
    taken, asked = decisions()
    taken.foresee(Vocabulary([1], QUESTIONS))
    taken.foresee(Vocabulary([0, 1, 2], QUESTIONS))
    taken.foresee(Vocabulary([0, 2], QUESTIONS))
    assert asked == [(QUESTIONS[1],), (QUESTIONS[0], QUESTIONS[2])]


class Nested(Asked):
    """An asker that asks for something else on its way, the first time."""

    taken: Decisions
    own: Vocabulary

    def answers(self, questions: tuple[tuple[str, str], ...]) -> tuple[Answer, ...]:
        if not self.asked:
            self.asked.append("begun")
            assert self.taken.vector(self.own) == (2,)
        return super().answers(questions)


def test_what_was_asked_on_the_way_is_not_asked_again() -> None:
    asker: Any = Nested()
    asker.own = Vocabulary([2], QUESTIONS)
    taken = asker.taken = Decisions(asker)
    whole = Vocabulary([0, 1], QUESTIONS)
    assert taken.vector(whole) == (1, 0)
    assert taken.vector(asker.own) == (2,)
    assert taken.vector(whole) == (1, 0)
    assert taken.vector(Vocabulary([0, 1, 2], QUESTIONS)) == (1, 0, 2)
    assert asker.asked == ["begun", (QUESTIONS[2],), QUESTIONS[:2]]


def test_a_context_that_answers_at_once_is_asked_once_to_even_out() -> None:
    taken, asked = decisions()
    taken.even_out(Vocabulary([0, 1], QUESTIONS), Vocabulary([1], QUESTIONS))
    assert asked == [QUESTIONS[1:2]]
    for likely in (0, 1, 2):
        taken.even_out(Vocabulary([2], QUESTIONS), Vocabulary([likely], QUESTIONS))
    assert asked == [QUESTIONS[1:2]]
    taken, asked = decisions()
    assert taken.vector(Vocabulary([0], QUESTIONS)) == (1,)
    assert taken.vector(Vocabulary([1], QUESTIONS)) == (0,)
    taken.even_out(Vocabulary([2], QUESTIONS), Vocabulary([1], QUESTIONS))
    assert asked == [(QUESTIONS[0],), (QUESTIONS[1],)]


def test_any_other_context_is_asked_all_to_even_out() -> None:
    taken, asked = decisions(at_once=False)
    taken.even_out(Vocabulary([0], QUESTIONS), Vocabulary([1], QUESTIONS))
    taken.even_out(Vocabulary([0, 2], QUESTIONS), Vocabulary([1], QUESTIONS))
    taken.even_out(Vocabulary([0, 1], QUESTIONS), Vocabulary([1], QUESTIONS))
    assert asked == [(QUESTIONS[0],), (QUESTIONS[2],), (QUESTIONS[1],)]
