from __future__ import annotations

import asyncio
import threading
import types
from contextvars import ContextVar
from typing import TYPE_CHECKING

import pytest
from werkzeug.local import LocalProxy

from schemac.runtime.loop import CancelledWorkError, RequestLoop

if TYPE_CHECKING:
    from collections.abc import Generator

word: ContextVar[str] = ContextVar("word")


async def loop_and_thread() -> tuple[asyncio.AbstractEventLoop, int]:
    await asyncio.sleep(0)
    return asyncio.get_running_loop(), threading.get_ident()


def test_what_is_not_awaitable_needs_no_loop() -> None:
    loop = RequestLoop()
    assert loop.settle(5) == 5
    assert loop._loop is None


def test_a_proxy_is_awaited_only_where_it_stands_for_something_awaitable() -> None:
    async def later() -> str:
        return "later"

    made = later()
    with RequestLoop() as loop:
        assert loop.settle(LocalProxy(lambda: "now")) == "now"
        assert loop.settle(LocalProxy(lambda: made)) == "later"


def test_what_was_awaited_may_give_a_proxy_or_something_to_await() -> None:
    async def later() -> str:
        return "later"

    async def proxy() -> object:
        return LocalProxy(lambda: {"x": "v"})

    async def another() -> object:
        return later()

    async def proxy_of_another() -> object:
        made = later()
        return LocalProxy(lambda: made)

    with RequestLoop() as loop:
        found = loop.settle(proxy())
        assert (type(found), found) == (dict, {"x": "v"})
        assert loop.settle(another()) == "later"
        assert loop.settle(proxy_of_another()) == "later"


def test_whatever_await_takes_is_awaited() -> None:
    class Later:
        def __await__(self) -> Generator[None, None, str]:
            yield from asyncio.sleep(0).__await__()
            return "later"

    class Further(Later):
        pass

    @types.coroutine
    def old() -> Generator[None, None, str]:
        yield from asyncio.sleep(0).__await__()
        return "old"

    with RequestLoop() as loop:
        assert (loop.settle(Later()), loop.settle(Further())) == ("later", "later")
        assert loop.settle(old()) == "old"


def test_what_await_does_not_take_is_a_value() -> None:
    class Claiming:
        """Says that it is of a class that can be awaited."""

        @property  # type: ignore[misc] # it lies
        def __class__(self) -> type:
            return asyncio.Future

    class Instance:
        def __init__(self) -> None:
            self.__await__ = lambda: iter(())

    loop = RequestLoop()
    for value in (Claiming(), Instance(), iter(()), object, Claiming):
        assert loop.settle(value) is value
    assert loop._loop is None


def test_all_of_a_request_runs_in_one_loop_in_its_own_thread_closed_at_the_end() -> None:
    with RequestLoop() as loop:
        first = loop.settle(loop_and_thread())
        second = loop.settle(loop_and_thread())
        assert first == second
        assert first[1] == threading.get_ident()
        assert not first[0].is_closed()
    assert first[0].is_closed()


def test_inside_a_running_loop_a_helper_thread_does_the_work_with_one_loop() -> None:
    async def outside() -> None:
        word.set("set outside")

        async def inside() -> str:
            return word.get()

        with RequestLoop() as loop:
            first = loop.settle(loop_and_thread())
            second = loop.settle(loop_and_thread())
            assert loop.settle(inside()) == "set outside"
        assert first == second
        assert first[1] != threading.get_ident()
        assert first[0].is_closed()

    asyncio.run(outside())


def test_another_thread_gets_a_loop_of_its_own() -> None:
    found: list[tuple[asyncio.AbstractEventLoop, int]] = []
    with RequestLoop() as loop:
        mine = loop.settle(loop_and_thread())
        thread = threading.Thread(target=lambda: found.append(loop.settle(loop_and_thread())))
        thread.start()
        thread.join()
    assert found[0][0] is not mine[0]
    assert found[0][1] == thread.ident
    assert found[0][0].is_closed()


def test_an_exception_comes_through_and_a_cancellation_is_one() -> None:
    async def broken() -> None:
        raise ValueError("it")

    async def cancelled() -> None:
        raise asyncio.CancelledError

    with RequestLoop() as loop:
        with pytest.raises(ValueError, match="it"):
            loop.settle(broken())
        with pytest.raises(CancelledWorkError):
            loop.settle(cancelled())


def test_tasks_left_behind_are_cancelled_at_the_end() -> None:
    ended: list[str] = []

    async def forever() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            ended.append("cancelled")

    async def start() -> None:
        ended.append("started")
        kept.append(asyncio.get_running_loop().create_task(forever()))
        await asyncio.sleep(0)

    kept: list[asyncio.Task[None]] = []
    with RequestLoop() as loop:
        loop.settle(start())
    assert ended == ["started", "cancelled"]


def test_the_loop_of_the_request_is_found_again_in_its_thread_only() -> None:
    assert RequestLoop.here() is None
    with RequestLoop() as loop:
        assert RequestLoop.here() is loop
        found: list[RequestLoop | None] = []
        thread = threading.Thread(target=lambda: found.append(RequestLoop.here()))
        thread.start()
        thread.join()
        assert found == [None]
    assert RequestLoop.here() is None


def test_no_loop_of_the_thread_is_replaced() -> None:
    own = asyncio.new_event_loop()
    asyncio.set_event_loop(own)
    try:
        with RequestLoop() as loop:
            loop.settle(loop_and_thread())
        assert asyncio.get_event_loop_policy().get_event_loop() is own
    finally:
        asyncio.set_event_loop(None)
        own.close()
