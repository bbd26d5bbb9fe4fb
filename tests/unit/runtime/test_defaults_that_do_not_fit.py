from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Registry, Service

if TYPE_CHECKING:
    from schemac.runtime.results import Result

SIGNATURE = """
(?n: Integer @max(9) @default_for(:n), ?kind: kind @default_for(:kind)) -> untyped
"""
TYPES = 'type kind = "odd" @requires(:odd) | "plain"'


def service() -> Service:
    registry = Registry()

    def tool(*, n: object = None, kind: object = None) -> dict[str, object]:
        return {"n": n, "kind": kind}

    registry.add(tool, name="t", description="d", signature=SIGNATURE.strip(), types=TYPES)
    return Service(registry)


def given(result: Result) -> object:
    assert isinstance(result.payload, dict)
    return result.payload["data"]


@pytest.mark.parametrize("answer", [99, "x", True, object(), float("nan"), [1]])
def test_a_default_that_nobody_could_have_is_told_once_and_is_none(
    answer: object, caplog: pytest.LogCaptureFixture
) -> None:
    served = service()
    for _ in range(3):
        context = Grants(defaults={"n": answer})
        assert given(served.call_tool("t", {}, context)) == {"n": None, "kind": None}
    assert [record.getMessage() for record in caplog.records if record.name == "schemac"] == [
        "what `default_for` gives for `n` does not fit the tool `t`, so it is no default"
    ]
    assert caplog.records[0].levelno == logging.WARNING


@pytest.mark.parametrize("defaults", [{}, {"n": None}, {"n": 3}, {"kind": "odd"}])
def test_a_default_that_somebody_could_have_is_no_mistake(
    defaults: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    expected = {"n": defaults.get("n"), "kind": None}
    assert given(service().call_tool("t", {}, Grants(defaults=defaults))) == expected
    assert caplog.records == []


def test_a_name_of_an_exception_breaks_no_line(caplog: pytest.LogCaptureFixture) -> None:
    def tool() -> None:
        raise type("Ev\nil", (Exception,), {})

    registry = Registry()
    registry.add(tool, name="t", description="d", signature="() -> untyped")
    assert Service(registry).call_tool("t", {}, Grants()).status == "error"
    (line,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert "\n" not in line
    assert "it raised Ev\\nil" in line
