"""Steps that handlers and middlewares report in, what a client hears of them out."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Handler, Registry, Result
from schemac.runtime.surface import Surface

if TYPE_CHECKING:
    from schemac.runtime.pipeline import Call, CallNext

SurfaceOf = Callable[..., Surface]


class Sink:
    """A client that hears all steps."""

    def __init__(self) -> None:
        self.steps: list[tuple[Any, ...]] = []
        self.cancelled = False

    def report(self, current: float, total: float | None, message: str | None) -> None:
        self.steps.append((current, total, message))


class Level(IntEnum):
    """A number with a name."""

    DONE = 3


class Loud(float):
    """A float that would say something else of itself."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "secret"


def steps(surface_of: SurfaceOf, *reports: tuple[Any, ...]) -> tuple[Sink, bool, bool]:
    """Report, with a listener and without one; give what is heard and whether both succeed."""

    class Work(Handler):
        """Work."""

        #: () -> { ok: true }
        def call(self) -> object:
            for report in reports:
                self.progress(*report)
            return {"ok": True}

    registry = Registry()
    registry.add(Work)
    surface, sink = surface_of(registry), Sink()
    heard = surface.call_tool("work", {}, None, progress=sink)
    unheard = surface.call_tool("work", {}, None)
    return sink, not heard.is_error, not unheard.is_error


@pytest.mark.parametrize(
    "report",
    [
        (True,),
        ("1",),
        (None,),
        ({"leak": "secret"},),
        (1j,),
        (1, "secret total"),
        (1, {"leak": "secret"}),
        (1, True),
        (1, 2, b"text"),
    ],
)
def test_what_is_no_number_is_a_mistake_with_a_listener_or_without(
    surface_of: SurfaceOf, report: tuple[Any, ...]
) -> None:
    sink, heard, unheard = steps(surface_of, report)
    assert (sink.steps, heard, unheard) == ([], False, False)


@pytest.mark.parametrize("odd", [math.inf, -math.inf, math.nan, 10**400, -(10**400)])
def test_what_json_has_no_place_for_is_left_out(surface_of: SurfaceOf, odd: float) -> None:
    sink, heard, unheard = steps(surface_of, (odd,), (1, odd), (2, 3))
    assert (sink.steps, heard, unheard) == ([(1, None, None), (2, 3, None)], True, True)


def test_numbers_are_plain_when_they_leave(surface_of: SurfaceOf) -> None:
    sink, *_ = steps(surface_of, (Loud(1.5), Level.DONE), (Level.DONE, Loud(7.0)))
    assert sink.steps == [(1.5, 3, None), (3, 7.0, None)]
    assert {type(each) for step in sink.steps for each in step[:2]} == {int, float}


def test_progress_grows_across_replaced_calls(surface_of: SurfaceOf) -> None:
    def ahead(call: Call, call_next: CallNext) -> Result:
        other = call.replace(arguments={})
        other.progress(50)
        return call_next(call)

    class Slow(Handler):
        """Work."""

        #: () -> { ok: true }
        def call(self) -> object:
            self.progress(1)
            self.progress(51)
            return {"ok": True}

    registry = Registry()
    registry.add(Slow)
    registry.use(ahead)
    sink = Sink()
    surface_of(registry).call_tool("slow", {}, None, progress=sink)
    assert [step[0] for step in sink.steps] == [50, 51]


def test_nothing_is_reported_for_a_cancelled_call(surface_of: SurfaceOf) -> None:
    def cancel(call: Call, call_next: CallNext) -> Result:
        call.progress(1)
        call.cancel()
        call.progress(2)
        return call_next(call)

    class Report(Handler):
        """Work."""

        #: () -> { ok: true }
        def call(self) -> object:
            self.progress(3)
            return {"ok": True}

    registry = Registry()
    registry.add(Report)
    registry.use(cancel)
    sink = Sink()
    surface_of(registry).call_tool("report", {}, None, progress=sink)
    assert [step[0] for step in sink.steps] == [1]
