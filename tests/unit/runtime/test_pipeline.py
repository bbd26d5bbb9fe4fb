"""Middlewares around a call: their order, what they see and what they may change."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Denied, Registry, Result, ToolError
from tests.unit.runtime import echoing
from tests.unit.runtime.echoing import Echo, raising

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.outcomes import CallOutcome
    from schemac.runtime.pipeline import Call, CallNext

registry = pytest.fixture(echoing.registry)
call = pytest.fixture(echoing.call)


def traced(trace: list[str], name: str) -> Callable[[Call, CallNext], Result]:
    def step(call: Call, call_next: CallNext) -> Result:
        trace.append(f"{name} in")
        result = call_next(call)
        trace.append(f"{name} out")
        return result

    return step


def test_the_first_used_is_outermost_and_a_tools_own_come_last(
    registry: Registry, call: Callable[..., CallOutcome]
) -> None:
    trace: list[str] = []
    registry.add(Echo, middleware=[traced(trace, "c"), traced(trace, "d")])
    registry.use(traced(trace, "a"))
    registry.use(traced(trace, "b"))
    assert call(text="x").kind == "ok"
    assert trace == ["a in", "b in", "c in", "d in", "d out", "c out", "b out", "a out"]
    registry.middleware.clear()
    trace.clear()
    call(text="x")
    assert trace == ["c in", "d in", "d out", "c out"]


def test_refused_arguments_reach_no_middleware(
    registry: Registry, call: Callable[..., CallOutcome]
) -> None:
    trace: list[str] = []
    registry.use(traced(trace, "a"))
    assert call(text="too long").kind == "invalid"
    assert trace == []


def test_a_middleware_sees_visible_converted_arguments_that_it_cannot_change(
    registry: Registry, call: Callable[..., CallOutcome]
) -> None:
    seen: list[object] = []

    @registry.use
    def look(call: Call, call_next: CallNext) -> Result:
        seen.append(dict(call.arguments))
        with pytest.raises(TypeError):
            call.arguments["text"] = "y"  # type: ignore[index] # that is the point
        tags: Any = call.arguments["tags"]
        tags.append("smuggled")
        return call_next(call)

    outcome = call(text="x", tags=["t"], day="2024-01-02", admin=True, nonsense=1)
    assert seen == [{"text": "x", "tags": ["t"], "day": dt.date(2024, 1, 2)}]
    assert outcome.structured == {"text": "x", "tags": ["t"], "day": "2024-01-02"}


def test_a_middleware_may_answer_itself_and_the_result_is_still_projected(
    registry: Registry, call: Callable[..., CallOutcome]
) -> None:
    registry.use(lambda _call, _next: Result.ok({"text": "own", "tags": (), "secret": "s"}))
    assert call(text="x").structured == {"text": "own", "tags": []}


def test_what_is_no_result_is_wrapped(registry: Registry, call: Callable[..., CallOutcome]) -> None:
    registry.use(lambda _call, _next: {"text": "own", "tags": []})
    assert call(text="x").structured == {"text": "own", "tags": []}


def test_a_middleware_sees_the_raw_result_and_what_went_wrong(
    registry: Registry, call: Callable[..., CallOutcome]
) -> None:
    seen: list[object] = []

    @registry.use
    def look(call: Call, call_next: CallNext) -> Result:
        result = call_next(call)
        seen.append((result.status, result.payload, result.reason))
        return result

    assert call(text="x").structured == {"text": "x", "tags": []}
    assert seen == [("ok", {"tags": [], "text": "x", "secret": "raw"}, "")]
    registry.use(raising(Denied("no")))
    assert call(text="x").text == "denied: no"
    registry.middleware[-1] = raising(ToolError("bad"))
    assert call(text="x").text == "bad"
    assert seen[1:] == [("denied", None, "no"), ("error", None, "bad")]


def test_a_middleware_that_raises_is_an_internal_error(
    registry: Registry, call: Callable[..., CallOutcome]
) -> None:
    registry.use(raising(ValueError("secret")))
    outcome = call(text="x")
    assert (outcome.kind, "secret" in outcome.text) == ("internal", False)


def test_replaced_arguments_are_enforced_anew(
    registry: Registry, call: Callable[..., CallOutcome]
) -> None:
    replacement: list[dict[str, object]] = [{}]

    @registry.use
    def replace(call: Call, call_next: CallNext) -> Result:
        other = call.replace(arguments={**call.arguments, **replacement[0]})
        assert other.assigns is call.assigns
        assert other.correlation_id == call.correlation_id
        return call_next(other)

    assert call(text="x", day="2024-01-02").structured == {
        "text": "x",
        "tags": [],
        "day": "2024-01-02",
    }
    replacement[0] = {"text": "y", "admin": True, "nonsense": 1, "day": dt.date(2024, 2, 3)}
    assert call(text="x").structured == {"text": "y", "tags": [], "day": "2024-02-03"}
    replacement[0] = {"text": "too long"}
    refused = call(text="x")
    assert (refused.kind, refused.text.startswith("/text: ")) == ("invalid", True)
    replacement[0] = {"text": object()}
    assert call(text="x").kind == "internal"


def test_assigns_are_shared_and_give_user_and_scope(
    registry: Registry, call: Callable[..., CallOutcome]
) -> None:
    @registry.use
    def assign(call: Call, call_next: CallNext) -> Result:
        assert (call.user, call.scope) == (None, None)
        call.assigns |= {"user": "Bo", "scope": [1]}
        return call_next(call)

    @registry.use
    def check(call: Call, call_next: CallNext) -> Result:
        assert (call.user, call.scope) == ("Bo", [1])
        return call_next(call)

    assert call(text="x").kind == "ok"


def test_a_middleware_may_be_a_coroutine_function(
    registry: Registry, call: Callable[..., CallOutcome]
) -> None:
    async def later(call: Call, call_next: CallNext) -> Result:
        return call_next(call)

    registry.use(later)
    assert call(text="x").structured == {"text": "x", "tags": []}
