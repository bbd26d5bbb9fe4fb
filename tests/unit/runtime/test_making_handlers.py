"""How the handler of a call is made, and how it gets its context."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Handler, Registry
from tests.unit.runtime import applicants

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]

registry = pytest.fixture(applicants.registry)
surface = pytest.fixture(applicants.surface)


def test_a_new_instance_serves_each_call_and_an_object_serves_all(surface_of: SurfaceOf) -> None:
    made: list[object] = []

    class Plain:
        """No base class, no context."""

        def __init__(self) -> None:
            made.append(self)

        #: () -> { n: Integer }
        def call(self) -> object:
            return {"n": len(made)}

    registry = Registry()
    registry.add(Plain)
    registry.add(Plain(), name="one")
    surface = surface_of(registry)
    assert [surface.call_tool("plain", {}, None).structured for _ in range(2)] == [
        {"n": 2},
        {"n": 3},
    ]
    assert surface.call_tool("one", {}, None).structured == {"n": 3}


class Nothing(Handler):
    def __init__(self) -> None:
        self.made = True


class Itself(Handler):
    def __init__(self, given: object) -> None:
        self.given = given


class Passing(Handler):
    def __init__(self, given: object) -> None:
        super().__init__(given)


class Usual(Handler):
    """The one without a constructor of its own."""


class Deriving(Handler):
    """One that makes its context of what it was given."""

    def __init__(self, given: object) -> None:
        self._given = given

    @property
    def context(self) -> object:
        return self._given


@pytest.mark.parametrize("base", [Nothing, Itself, Passing, Usual, Deriving])
def test_a_handler_has_its_context_however_it_is_made(
    base: type[Handler], surface_of: SurfaceOf
) -> None:
    context = Grants(requires={"admin"})
    found: list[object] = []

    class Work(base):  # type: ignore[misc, valid-type] # one of several
        def description(self) -> str:
            found.append(self.context)
            return "d"

        #: () -> { can: bool }
        def call(self) -> object:
            found.append(self.context)
            return {"can": self.can("admin")}

    registry = Registry()
    registry.add(Work)
    surface = surface_of(registry)
    assert len(surface.list_tools(context)) == 1
    assert surface.call_tool("work", {}, context).structured == {"can": True}
    assert found == [context, context]


def test_a_function_is_a_tool(surface_of: SurfaceOf) -> None:
    registry = Registry()

    #: (day: Date) -> { next: Date }
    @registry.tool
    def next_day(*, day: dt.date) -> object:
        """Give the day after."""
        return {"next": day + dt.timedelta(days=1)}

    outcome = surface_of(registry).call_tool("next_day", {"day": "2024-02-28"}, None)
    assert outcome.structured == {"next": "2024-02-29"}
