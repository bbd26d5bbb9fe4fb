"""What comes of a handler that fails or answers what is no result."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, cast

import pytest

from schemac import Denied, Registry, Result, ToolError
from schemac.runtime.errors import UnknownToolError
from tests.unit.runtime import applicants
from tests.unit.runtime.applicants import run

if TYPE_CHECKING:
    from schemac.runtime.pipeline import Call
    from schemac.runtime.surface import Surface

registry = pytest.fixture(applicants.registry)
surface = pytest.fixture(applicants.surface)


@pytest.mark.parametrize(
    ("answer", "kind", "text"),
    [
        (ToolError("bad\x00 luck"), "error", "bad luck"),
        (Result.fail("bad luck"), "error", "bad luck"),
        (Denied("not yours"), "denied", "denied: not yours"),
        (Result.deny("not yours"), "denied", "denied: not yours"),
        (Denied(), "denied", "denied"),
    ],
)
def test_a_handlers_own_words_are_told(
    answer: object, kind: str, text: str, surface: Surface
) -> None:
    outcome = run(surface, answer)
    assert (outcome.kind, outcome.text, outcome.is_error) == (kind, text, True)
    assert outcome.structured is None


@pytest.mark.parametrize(
    "answer",
    [
        ValueError("123-45-6789"),
        KeyError("secret"),
        RecursionError(),
        TimeoutError("x"),
        UnknownToolError("hidden"),
        TypeError("secret"),
    ],
)
def test_any_other_exception_is_an_internal_error_with_an_id_that_the_log_shares(
    answer: BaseException, surface: Surface, caplog: pytest.LogCaptureFixture
) -> None:
    outcome = run(surface, answer)
    assert outcome.kind == "internal"
    assert outcome.text == f"internal error (correlation id {outcome.correlation_id})"
    assert outcome.correlation_id in caplog.text
    assert type(answer).__name__ in caplog.text
    assert run(surface, answer).correlation_id != outcome.correlation_id


class CodedError(ToolError):
    def __init__(self, code: object) -> None:
        self.code = code


@pytest.mark.parametrize(
    "answer",
    [
        CodedError("123-45-6789"),
        Result("error", None, cast("str", ValueError("123-45-6789"))),
        Result("denied", None, cast("str", 5)),
    ],
)
def test_words_that_are_no_text_are_an_internal_error(answer: object, surface: Surface) -> None:
    outcome = run(surface, answer)
    assert (outcome.kind, "123-45" in outcome.text) == ("internal", False)


def test_a_result_made_by_hand_is_cleaned_too(surface: Surface) -> None:
    assert run(surface, Result("error", None, "a\x00" + "b" * 3000)).text == "a" + "b" * 1999


@pytest.mark.parametrize(
    "answer",
    [None, {}, {"x": "secret"}, {"x": True}, [{"x": 1}], "secret", {"y": 1}, Result.ok({"x": "s"})],
)
def test_a_result_that_breaks_its_contract_is_one_fixed_sentence(
    answer: object, surface: Surface, caplog: pytest.LogCaptureFixture
) -> None:
    outcome = run(surface, answer)
    assert outcome.kind == "contract"
    mark = outcome.correlation_id
    assert outcome.text == f"the tool's result breaks its contract (correlation id {mark})"
    assert outcome.structured is None
    assert mark in caplog.text
    assert "secret" not in caplog.text


def test_a_plain_value_is_a_result(surface: Surface) -> None:
    assert run(surface, {"x": 1}).structured == {"x": 1}
    assert run(surface, Result.ok({"x": 1.0, "y": 2})).structured == {"x": 1}


def test_error_mapper_words_other_exceptions_and_the_standard_holds_where_it_fails(
    registry: Registry, surface: Surface, caplog: pytest.LogCaptureFixture
) -> None:
    seen: list[object] = []

    def mapper(exception: Exception, call: Call) -> Result:
        seen.append((type(exception), call.tool.name))
        if isinstance(exception, KeyError):
            raise OSError
        if isinstance(exception, ValueError):
            return Result.deny("mapped")
        return cast("Result", "no result")

    registry.error_mapper = mapper
    with caplog.at_level(logging.CRITICAL):
        assert run(surface, ValueError("x")).text == "denied: mapped"
        assert run(surface, KeyError("x")).kind == "internal"
        assert run(surface, OSError("x")).kind == "internal"
        assert run(surface, ToolError("own")).text == "own"
        assert run(surface, Denied("own")).text == "denied: own"
    assert seen == [(kind, "whatever") for kind in (ValueError, KeyError, OSError)]
