from __future__ import annotations

from typing import Any

import pytest

from schemac import Denied, Result, ToolError
from schemac.runtime.results import clean_text


def test_a_result_is_one_of_three() -> None:
    ok, denied, failed = Result.ok({"a": 1}), Result.deny("no"), Result.fail("bad")
    assert [one.is_ok for one in (ok, denied, failed)] == [True, False, False]
    assert [one.is_denied for one in (ok, denied, failed)] == [False, True, False]
    assert [one.is_error for one in (ok, denied, failed)] == [False, False, True]
    assert (ok.payload, denied.reason, failed.reason) == ({"a": 1}, "no", "bad")
    assert Result.ok().payload is None


def test_words_lose_control_characters_and_end_at_two_thousand() -> None:
    assert clean_text("a\x00b\x1b[31mc\x7f\x85d\r\n\te\ud800") == "ab[31mcd\n\te"
    assert clean_text("é" * 3000) == "é" * 2000
    assert Result.fail("a\x07").reason == "a"
    assert ToolError("a\x07").reason == "a"
    assert Denied("a\x07").reason == "a"


def test_a_subclass_that_forgot_its_words_has_none_and_not_its_arguments() -> None:
    class CodedError(ToolError):
        def __init__(self, code: object) -> None:
            self.code = code

    class Refused(Denied):
        def __init__(self, code: object) -> None:
            self.code = code

    for error in (CodedError("123-45-6789"), Refused("123-45-6789")):
        with pytest.raises(TypeError):
            _ = error.reason


@pytest.mark.parametrize("text", [None, 5, ValueError("secret"), b"bytes", ["x"]])
def test_anything_but_a_str_is_refused(text: Any) -> None:
    for make in (Result.fail, Result.deny, ToolError, Denied, clean_text):
        with pytest.raises(TypeError, match="a text must be a str"):
            make(text)
