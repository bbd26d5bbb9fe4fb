"""A tool that says again what it is given, called in a pipeline."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

from schemac import Handler, Registry, Result, current_call

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.outcomes import CallOutcome
    from schemac.runtime.pipeline import Call, CallNext
    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]

__all__ = ["Echo", "call", "raising", "registry"]


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


def registry() -> Registry:
    return Registry()


def call(registry: Registry, surface_of: SurfaceOf) -> Callable[..., CallOutcome]:
    def run(**arguments: object) -> CallOutcome:
        if registry.get("echo") is None:
            registry.add(Echo)
        kept = made.setdefault("surface", surface_of(registry))
        return kept.call_tool("echo", arguments, None)

    made: dict[str, Surface] = {}
    return run


def raising(error: Exception) -> Callable[[Call, CallNext], Result]:
    def step(_call: Call, _next: CallNext) -> Result:
        raise error

    return step
