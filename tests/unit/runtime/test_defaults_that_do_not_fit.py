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


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    found = [record.getMessage() for record in caplog.records if record.name == "schemac"]
    caplog.clear()
    return found


WRONG = "what `default_for` gives for `kind` does not fit the tool `t`, so it is no default"


def asking(kinds: str, requires: str = "!nobody") -> Service:
    registry = Registry()

    def tool(*, kind: object = None) -> dict[str, object]:
        return {"kind": kind}

    registry.add(
        tool,
        name="t",
        description="d",
        signature="(?kind: kind @default_for(:kind)) -> { kind: kind? }",
        types=f"type kind = {kinds}",
        requires=requires,
    )
    return Service(registry)


KINDS = [
    pytest.param('"odd" @requires(:odd) | "plain"', [], ["odd"], id="gated"),
    pytest.param('"old" @requires(!:new) | "plain"', ["new"], ["old"], id="negated"),
    pytest.param(
        '"old" @requires(!:new) | "odd" @requires(:odd) | "plain"',
        ["new"],
        ["old", "odd"],
        id="both",
    ),
    pytest.param(
        '{ a: String, b: Integer @requires(:odd) } | "plain"',
        ["odd"],
        [{"a": "x"}],
        id="a field that others do not have to give",
    ),
    pytest.param(
        '{ a: String, b: Integer @requires(:odd) } | "plain"',
        [],
        [{"a": "x", "b": 1}],
        id="a field that others have",
    ),
    pytest.param(
        '{ a: String, b: Integer @requires(!:new) } | "plain"',
        ["new"],
        [{"a": "x", "b": 1}],
        id="a field that newer callers do not have",
    ),
    pytest.param(
        '{ c: String, ?a: String, ?b: Integer @depends_on(:a) @requires(!:new) } | "plain"',
        [],
        [{"c": "x", "a": "x"}],
        id="a companion",
    ),
    pytest.param(
        '{ a: [("odd" @requires(:odd) | "plain")] } | "plain"', [], [{"a": ["odd"]}], id="items"
    ),
    pytest.param(
        '{ a: String } | { a: String, b: Integer } @requires(:odd) | "plain"',
        [],
        [{"a": "x", "b": 1}],
        id="a variant",
    ),
]


@pytest.mark.parametrize(("kinds", "held", "harmless"), KINDS)
def test_what_another_caller_could_have_is_no_mistake_and_hides_none(
    kinds: str, held: list[str], harmless: list[object], caplog: pytest.LogCaptureFixture
) -> None:
    served = asking(kinds)
    told(caplog)
    for value in harmless * 2:
        context = Grants(requires=held, defaults={"kind": value})
        assert served.call_tool("t", {}, context).payload == {"kind": None}
    assert told(caplog) == []
    for value in ("WRONG", object(), {"c": 1}):
        context = Grants(requires=held, defaults={"kind": value})
        assert served.call_tool("t", {}, context).payload == {"kind": None}
    assert told(caplog) == [WRONG]


@pytest.mark.parametrize("gate", ["!legacy", "legacy"])
def test_a_gate_of_the_tool_is_no_reason_to_find_a_mistake(
    gate: str, caplog: pytest.LogCaptureFixture
) -> None:
    served = asking('"odd" @requires(:odd) | "plain"', gate)
    held = [] if gate.startswith("!") else ["legacy"]
    told(caplog)
    served.call_tool("t", {}, Grants(requires=held, defaults={"kind": "odd"}))
    assert told(caplog) == []
    served.call_tool("t", {}, Grants(requires=held, defaults={"kind": "even"}))
    assert told(caplog) == [WRONG]


def test_what_is_only_in_results_is_nobodys_default(caplog: pytest.LogCaptureFixture) -> None:
    served = asking('{ a: Integer @read_only(), b: Integer } | "plain"')
    told(caplog)
    served.call_tool("t", {}, Grants(defaults={"kind": {"a": 1, "b": 1}}))
    assert told(caplog) == [WRONG]


def test_many_harmless_answers_are_not_all_remembered(caplog: pytest.LogCaptureFixture) -> None:
    served = asking('("odd" | Integer) @requires(:odd) | "plain"')
    told(caplog)
    for number in range(200):
        served.call_tool("t", {}, Grants(defaults={"kind": number}))
    assert told(caplog) == []
    tool = served.surface.program().tools["t"]
    assert len(tool._misfits._harmless) == 64
