"""Each call knows its own caller: in coroutines, in threads and inside of another call."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Handler, Registry, Result, current_call
from tests.unit.runtime import applicants
from tests.unit.runtime.applicants import ADMIN, run

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.outcomes import CallOutcome
    from schemac.runtime.pipeline import Call
    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]

registry = pytest.fixture(applicants.registry)
surface = pytest.fixture(applicants.surface)


def test_a_coroutine_runs_in_the_calling_thread_and_knows_its_call(surface: Surface) -> None:
    outcome = surface.call_tool("later", {"text": "hi"}, None)
    assert outcome.structured == {"text": "hi hi", "thread": threading.get_ident()}


def test_a_coroutine_called_out_of_a_running_loop_works_too(surface: Surface) -> None:
    async def outside() -> CallOutcome:
        return surface.call_tool("later", {"text": "hi"}, None)

    outcome = asyncio.run(outside())
    assert outcome.structured is not None
    assert outcome.structured["text"] == "hi hi"


def test_a_handler_asks_the_decisions_of_its_request_from_threads_too(surface: Surface) -> None:
    asked: list[str] = []

    class Context:
        current_user = "Bo"

        def requires(self, flag: str) -> bool:
            asked.append(flag)
            return flag == "admin"

    outcome = surface.call_tool("asks", {}, Context())
    assert outcome.structured == {"admin": True, "other": False, "user": "Bo", "scope": None}
    assert asked == ["admin", "other"]


def test_one_object_that_serves_all_answers_each_caller_by_their_own_decisions(
    surface_of: SurfaceOf,
) -> None:
    registry = Registry()
    both_inside = threading.Barrier(2)

    class Shared(Handler):
        """Is one object."""

        #: () -> { admin: bool, user: String }
        def call(self) -> object:
            both_inside.wait(20)
            return {"admin": self.can("admin"), "user": self.user}

    registry.add(Shared(None), name="shared")
    surface = surface_of(registry)
    surface.listing(None)
    found: dict[str, object] = {}

    def ask(context: Grants) -> None:
        found[context.current_user] = surface.call_tool("shared", {}, context).structured  # type: ignore[index] # a str here

    threads = [
        threading.Thread(target=ask, args=(context,))
        for context in (Grants(requires="admin", user="Al"), Grants(user="Bo"))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert found == {
        "Al": {"admin": True, "user": "Al"},
        "Bo": {"admin": False, "user": "Bo"},
    }


def test_a_call_inside_a_call_has_its_own_caller(surface_of: SurfaceOf) -> None:
    registry, made = Registry(), list["Surface"]()

    class Inner(Handler):
        """Say who."""

        def description(self) -> str:
            return f"{self.user}"

        #: () -> { user: String, admin: bool }
        def call(self) -> object:
            return {"user": self.user, "admin": self.can("admin")}

    class Outer(Handler):
        """Call another."""

        #: () -> { inner: { user: String, admin: bool }, user: String, listed: String }
        def call(self) -> object:
            other = Grants(user="Bo")
            return {
                "inner": made[0].call_tool("inner", {}, other).structured,
                "listed": made[0].list_tools(other)[0]["description"],
                "user": self.user,
            }

    registry.add(Inner)
    registry.add(Outer)
    made.append(surface_of(registry))
    assert made[0].call_tool("outer", {}, Grants(requires="admin", user="Al")).structured == {
        "inner": {"user": "Bo", "admin": False},
        "user": "Al",
        "listed": "Bo",
    }


def test_a_middleware_may_go_on_in_a_thread_that_knows_nothing(
    registry: Registry, surface: Surface
) -> None:
    def elsewhere(call: Call, call_next: Callable[[Call], Result]) -> Result:
        found: list[Result] = []
        thread = threading.Thread(target=lambda: found.append(call_next(call)))
        thread.start()
        thread.join(20)
        return found[0]

    registry.use(elsewhere)
    assert surface.call_tool("later", {"text": "a"}, None).kind == "ok"
    outcome = surface.call_tool("asks", {}, ADMIN)
    assert (outcome.structured or {})["admin"] is True


def test_there_is_no_current_call_outside_of_one(surface: Surface) -> None:
    run(surface, {"x": 1})
    with pytest.raises(LookupError, match="no tool is being called here"):
        current_call()
