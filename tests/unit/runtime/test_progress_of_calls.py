"""What a handler tells of its progress: cleaned, growing, and only to who listens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from schemac import Handler, Registry
from tests.unit.runtime import applicants

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]

registry = pytest.fixture(applicants.registry)
surface = pytest.fixture(applicants.surface)


class Sink:
    def __init__(self) -> None:
        self.steps: list[object] = []
        self.cancelled = False

    def report(self, current: float, total: float | None, message: str | None) -> None:
        self.steps.append((current, total, message))


def test_progress_grows_is_cleaned_and_goes_nowhere_without_a_listener(
    surface_of: SurfaceOf,
) -> None:
    registry = Registry()

    @registry.tool
    class Work(Handler):
        """Work."""

        #: () -> { cancelled: bool }
        def call(self) -> object:
            for step in (1, 1, 0.5, float("nan"), 2):
                self.progress(step, 2, "at\x00 it")
            self.progress(3)
            sink.cancelled = True
            return {"cancelled": self.cancelled}

    surface, sink = surface_of(registry), Sink()
    assert surface.call_tool("work", {}, None, progress=sink).structured == {"cancelled": True}
    assert sink.steps == [(1, 2, "at it"), (2, 2, "at it"), (3, None, None)]
    assert surface.call_tool("work", {}, None).structured == {"cancelled": False}


def test_a_progress_message_that_is_no_text_is_a_mistake_of_the_handler(
    surface_of: SurfaceOf,
) -> None:
    registry = Registry()

    @registry.tool
    class Work(Handler):
        """Work."""

        #: () -> { ok: true }
        def call(self) -> object:
            wrong: Any = ValueError("secret")
            self.progress(1, 2, wrong)
            return {"ok": True}

    outcome = surface_of(registry).call_tool("work", {}, None, progress=Sink())
    assert outcome.kind == "internal"
