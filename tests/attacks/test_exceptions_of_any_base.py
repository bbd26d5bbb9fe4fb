"""Exceptions that are no `Exception`: some libraries have them, and none leaves a server."""

from __future__ import annotations

from asyncio import CancelledError
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Handler, Registry, Service

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.pipeline import Call, CallNext

SECRET = "123-45-6789"


class Own(BaseException):
    """What a library thought up."""


class Base(BaseException):
    """Another, whose text cannot be made."""

    def __str__(self) -> str:
        raise Own(SECRET)


class Ended(SystemExit):
    """One that would end the process."""


STRANGE = (Own, Base, Ended, GeneratorExit, CancelledError, SystemExit)


class Work(Handler):
    """Do what the test wants."""

    work: Callable[[], object] = staticmethod(lambda: {"x": 1})

    #: type output = { x: Integer, ?y: String @requires(:admin) }

    #: () -> output
    def call(self) -> object:
        return type(self).work()


def raising(kind: type[BaseException]) -> Callable[..., object]:
    def work(*_: object, **_kept: object) -> object:
        raise kind(SECRET)

    return work


def awaiting(kind: type[BaseException]) -> Callable[..., object]:
    async def work(*_: object) -> object:
        raise kind(SECRET)

    return work


class Row:
    def __init__(self, kind: type[BaseException]) -> None:
        self.kind = kind

    @property
    def x(self) -> int:
        raise self.kind(SECRET)


class Asked:
    def __init__(self, kind: type[BaseException]) -> None:
        self.kind = kind

    def requires(self, _flag: str) -> bool:
        raise self.kind(SECRET)


def service(*middleware: Any) -> Service:
    registry = Registry()
    registry.add(Work)
    for each in middleware:
        registry.use(each)
    return Service(registry)


def told(work: Callable[[], object], context: object = None, *middleware: Any) -> tuple[str, str]:
    Work.work = staticmethod(work)
    outcome = service(*middleware).surface.call_tool("work", {}, context)
    assert SECRET not in outcome.text
    return outcome.kind, outcome.text.replace(outcome.correlation_id, "ID")


INTERNAL = ("internal", "internal error (correlation id ID)")
BROKEN = ("contract", "the tool's result breaks its contract (correlation id ID)")


@pytest.mark.parametrize("kind", STRANGE)
def test_a_handler_that_raises_one(kind: type[BaseException]) -> None:
    assert told(raising(kind)) == INTERNAL


@pytest.mark.parametrize("kind", [Own, Base, GeneratorExit, CancelledError])
def test_a_coroutine_that_raises_one(kind: type[BaseException]) -> None:
    assert told(awaiting(kind)) == INTERNAL


@pytest.mark.parametrize("kind", STRANGE)
def test_a_property_that_raises_one(kind: type[BaseException]) -> None:
    assert told(lambda: Row(kind)) == BROKEN


@pytest.mark.parametrize("kind", STRANGE)
def test_items_that_raise_one(kind: type[BaseException]) -> None:
    class Items:
        def keys(self) -> object:
            raise kind(SECRET)

        def __iter__(self) -> Any:
            raise kind(SECRET)

    assert told(Items) == BROKEN


@pytest.mark.parametrize("kind", STRANGE)
def test_a_predicate_that_raises_one_closes_its_gates(kind: type[BaseException]) -> None:
    Work.work = staticmethod(lambda: {"x": 1, "y": "secret"})
    outcome = service().surface.call_tool("work", {}, Asked(kind))
    assert outcome.structured == {"x": 1}


@pytest.mark.parametrize("kind", STRANGE)
def test_a_middleware_that_raises_one(kind: type[BaseException]) -> None:
    def middleware(_call: Call, _call_next: CallNext) -> object:
        raise kind(SECRET)

    assert told(lambda: {"x": 1}, None, middleware) == INTERNAL


def test_an_interrupt_is_the_operators() -> None:
    for work in (raising(KeyboardInterrupt), lambda: Row(KeyboardInterrupt)):
        with pytest.raises(KeyboardInterrupt):
            told(work)
    with pytest.raises(KeyboardInterrupt):
        told(lambda: {"x": 1}, Asked(KeyboardInterrupt))
