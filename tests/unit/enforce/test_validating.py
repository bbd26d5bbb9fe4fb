from __future__ import annotations

import socket
import threading

import pytest

from schemac.enforce.explain import Explainer, Failure
from schemac.enforce.validate import Fault, Validator, accepts, compile_pattern
from schemac.enforce.violations import violations_of


@pytest.mark.parametrize("pattern", ["^a+$", "^(a|b){2,3}$", r"\d+", "[[:alpha:]]", r"\p{L}", ""])
def test_patterns_the_engine_takes(pattern: str) -> None:
    assert compile_pattern(pattern) is None


@pytest.mark.parametrize("pattern", ["(?=a)", "(?<!a)b", r"(a)\1", "(", "[", "a{2,1}", "*"])
def test_patterns_the_engine_refuses(pattern: str) -> None:
    assert compile_pattern(pattern) == (
        "the linear-time engine does not take this regular expression"
    )


def test_accepts() -> None:
    assert accepts({"type": "integer", "minimum": 3}, 3)
    assert not accepts({"type": "integer", "minimum": 3}, 2)
    assert not accepts({"type": "string", "format": "date"}, "2024-02-30")
    assert not accepts({"type": "string"}, "\ud800")
    assert not accepts({"type": "string"}, object())


def test_nothing_is_fetched() -> None:
    asked = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        port = server.getsockname()[1]

        def answer() -> None:
            try:
                server.accept()[0].close()
            except TimeoutError:
                return
            asked.set()

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(Exception, match="never fetched"):
            Validator({"$ref": f"http://127.0.0.1:{port}/x"}).is_valid(1)
        thread.join()
    assert not asked.is_set()


def test_the_engine_is_built_at_the_first_use() -> None:
    validator = Validator({"type": "nonsense"})
    with pytest.raises(Exception, match="nonsense"):
        validator.is_valid(1)


def test_failures() -> None:
    explainer = Explainer({"type": "object", "properties": {"a": {"type": "integer"}}})
    assert list(explainer.failures({"a": 1})) == []
    assert list(explainer.failures({"a": "s"})) == [
        Failure(("a",), "type", {"type": "integer"}, "s"),
    ]


def test_a_value_the_engine_cannot_take_is_never_valid() -> None:
    validator = Validator({})
    assert not validator.is_valid({1: 2})
    assert validator.faults({1: 2}) == (Fault("unjudged"),)
    closed = {"type": "object", "minProperties": 1}
    assert violations_of(Explainer(closed).failures({1: 2}), closed)[0].expected == (
        "expected a value of the declared type"
    )
