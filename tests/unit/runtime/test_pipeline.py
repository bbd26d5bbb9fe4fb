from __future__ import annotations

import datetime as dt
import functools
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Denied, Handler, Registry, Result, ToolError, current_call, middleware

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.outcomes import CallOutcome
    from schemac.runtime.pipeline import Call, CallNext
    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]


class Echo(Handler):
    """Say it again."""

    #: type output = {
    #:   text: String, tags: Array[String], ?day: Date, ?secret: String @requires(:x)
    #: }

    #: (
    #:   text: String @max(5), ?tags: Array[String], ?day: Date, ?admin: bool @requires(:x)
    #: ) -> output
    def call(self, **given: Any) -> object:
        day = given.get("day")
        assert day is None or type(day) is dt.date
        assert dict(current_call().arguments) == given
        return {"tags": [], **given, "secret": "raw"}


def traced(trace: list[str], name: str) -> Callable[[Call, CallNext], Result]:
    def step(call: Call, call_next: CallNext) -> Result:
        trace.append(f"{name} in")
        result = call_next(call)
        trace.append(f"{name} out")
        return result

    return step


@pytest.fixture
def registry() -> Registry:
    return Registry()


@pytest.fixture
def call(registry: Registry, surface_of: SurfaceOf) -> Callable[..., CallOutcome]:
    def run(**arguments: object) -> CallOutcome:
        if registry.get("echo") is None:
            registry.add(Echo)
        kept = made.setdefault("surface", surface_of(registry))
        return kept.call_tool("echo", arguments, None)

    made: dict[str, Surface] = {}
    return run


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


def raising(error: Exception) -> Callable[[Call, CallNext], Result]:
    def step(_call: Call, _next: CallNext) -> Result:
        raise error

    return step


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
