"""The middlewares that the package brings: an end of time, and a bound on how often."""

from __future__ import annotations

import functools
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Handler, Registry, Result, ToolError, middleware
from tests.unit.runtime import echoing
from tests.unit.runtime.echoing import Echo, raising

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.outcomes import CallOutcome
    from schemac.runtime.pipeline import Call, CallNext
    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]

registry = pytest.fixture(echoing.registry)
call = pytest.fixture(echoing.call)


class Slow(Handler):
    """Take long."""

    seen: list[object]

    #: () -> { ok: true }
    def call(self) -> object:
        deadline = time.monotonic() + 5
        while not self.cancelled and time.monotonic() < deadline:
            time.sleep(0.005)
        self.seen.append(self.cancelled)
        return {"ok": True}


def test_a_timeout_answers_in_time_and_cancels(registry: Registry, surface_of: SurfaceOf) -> None:
    Slow.seen = []
    registry.add(Slow)
    registry.add(Echo)
    registry.use(middleware.Timeout(0.2))
    surface = surface_of(registry)
    surface.listing(None)
    outcome = surface.call_tool("slow", {}, None)
    assert (outcome.kind, outcome.text) == ("error", "timed out after 0.2 s")
    assert surface.call_tool("echo", {"text": "x"}, None).structured == {"text": "x", "tags": []}
    for thread in threading.enumerate():
        if thread.name == "schemac-slow":
            thread.join(5)
    assert Slow.seen == [True]


def test_inside_a_timeout_exceptions_and_coroutines_are_as_ever(
    registry: Registry, call: Callable[..., CallOutcome]
) -> None:
    async def later(call: Call, call_next: CallNext) -> Result:
        return call_next(call)

    registry.use(middleware.Timeout(20))
    registry.use(later)
    assert call(text="x").kind == "ok"
    registry.use(raising(ValueError("secret")))
    assert call(text="x").kind == "internal"
    registry.middleware[-1] = raising(ToolError("told"))
    assert call(text="x").text == "told"


@pytest.mark.parametrize("seconds", [0, -1, 1e12, float("inf"), float("nan")])
def test_a_timeout_must_be_a_time(seconds: float) -> None:
    with pytest.raises(ValueError, match="a positive number of seconds"):
        middleware.Timeout(seconds)


def test_a_rate_limit_counts_by_key_and_tool(registry: Registry, surface_of: SurfaceOf) -> None:
    who = ["a"]
    registry.add(Echo)
    registry.add(Echo, name="other")
    registry.use(middleware.RateLimit("2/hour", key=lambda _call: who[0]))
    surface = surface_of(registry)

    def kinds(name: str, times: int) -> list[str]:
        return [surface.call_tool(name, {"text": "x"}, None).kind for _ in range(times)]

    assert kinds("echo", 3) == ["ok", "ok", "error"]
    assert kinds("other", 1) == ["ok"]
    who[0] = "b"
    assert kinds("echo", 1) == ["ok"]
    who[0] = "a"
    text = surface.call_tool("echo", {"text": "x"}, None).text
    assert text.startswith("rate limit of 2 per 1 hour exceeded: try again in ")


def test_a_rate_limit_needs_a_key_and_fails_closed(
    registry: Registry, call: Callable[..., CallOutcome]
) -> None:
    with pytest.raises(TypeError):
        middleware.RateLimit("1/hour")  # type: ignore[call-arg] # that is the point
    with pytest.raises(ValueError, match="couldn't parse"):
        middleware.RateLimit("often", key=lambda _call: "")
    registry.use(middleware.RateLimit("9/hour", key=lambda call: call.context.nothing))  # type: ignore[attr-defined] # the same
    assert call(text="x").kind == "internal"


async def later(_call: object) -> str:
    return "same"


class Later:
    async def __call__(self, _call: object) -> str:
        return "same"


@pytest.mark.parametrize("key", [later, Later(), functools.partial(later)])
def test_a_rate_limit_refuses_a_key_that_has_to_be_awaited(key: Any) -> None:
    with pytest.raises(TypeError, match="at once"):
        middleware.RateLimit("1/hour", key=key)


def soon(call: object) -> object:
    return later(call)


def test_a_key_that_gives_something_to_await_lets_nobody_through(surface_of: Any) -> None:
    registry = Registry()
    registry.add(lambda: {"ok": True}, name="one", description="d", signature="() -> { ok: true }")
    registry.use(middleware.RateLimit("9/hour", key=soon))
    assert surface_of(registry).call_tool("one", {}, None).kind == "internal"
