"""Awaitables in, their values out: at most one event loop for a request, made when one is needed.

The loop runs in the thread that began the request. Where that thread already runs a loop (a
synchronous call out of asynchronous code), a helper thread with a loop of its own does the work.
"""

from __future__ import annotations

import contextvars
import inspect
import threading
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Self, TypeGuard

from schemac.enforce.foreign import foreign
from schemac.runtime.members import unproxied

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable
    from concurrent.futures import ThreadPoolExecutor
    from types import TracebackType

__all__ = ["CancelledWorkError", "RequestLoop"]


_NEVER_AWAITABLE = frozenset({bool, bytes, dict, float, int, list, set, str, tuple, type(None)})
_MOST_AWAITED = 2
"""Awaitables in one another that are waited for."""


class CancelledWorkError(Exception):
    """The awaited work was cancelled: to a request that is a failure like any other."""


def _may_be_awaited(kind: type) -> bool:
    """Tell what surely is not awaitable by its type, which is what `await` goes by."""
    if kind is GeneratorType:  # some are coroutines of the old kind
        return True
    for base in kind.__mro__:  # noqa: SIM110 - for each request, and a generator is a frame
        if "__await__" in base.__dict__:
            return True
    return False


def _is_awaitable(value: object) -> TypeGuard[Awaitable[object]]:
    try:
        return inspect.isawaitable(value)
    except foreign():  # what will not say what it is is judged like any other value
        return False


class RequestLoop:
    """Waits for awaitables on behalf of one request. Close it at the request's end."""

    __slots__ = ("_helper", "_loop", "_owner", "_token")

    def __init__(self) -> None:
        self._owner = threading.get_ident()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._helper: _HelperThread | None = None
        self._token: contextvars.Token[RequestLoop] | None = None

    @staticmethod
    def here() -> RequestLoop | None:
        """Give the loop of the request that this thread is serving, entered by `with`."""
        loop = _entered.get(None)
        return loop if loop is not None and loop._owner == threading.get_ident() else None  # noqa: SLF001 - its own

    def settle(self, value: object) -> Any:  # noqa: ANN401 - the value of whatever was awaited
        """Give the value itself, or what it comes to where it is awaitable.

        A proxy looks awaitable whatever it stands for, so that is given instead of it. What was
        awaited may give another awaitable, or a proxy.
        """
        for _ in range(_MOST_AWAITED):
            kind = type(value)
            if kind in _NEVER_AWAITABLE or not _may_be_awaited(kind) or not _is_awaitable(value):
                return value
            found: object = unproxied(value)
            if not _is_awaitable(found):
                return found
            value = self._wait(found)
        return value

    def _wait(self, awaitable: Awaitable[object]) -> object:
        if threading.get_ident() != self._owner:
            return _run_alone(awaitable)
        if _loop_is_running():
            if self._helper is None:
                self._helper = _HelperThread()
            return self._helper.run(awaitable)
        if self._loop is None:
            self._loop = _new_loop()
        return self._loop.run_until_complete(_awaited(awaitable))

    def close(self) -> None:
        """Cancel what still runs and close the loop; closing twice, or using it again, is fine."""
        loop, self._loop = self._loop, None
        if loop is not None:
            _close(loop)
        helper, self._helper = self._helper, None
        if helper is not None:
            helper.close()

    def __enter__(self) -> Self:
        self._token = _entered.set(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._token is not None:
            _entered.reset(self._token)
            self._token = None
        if self._loop is not None or self._helper is not None:
            self.close()


_entered: contextvars.ContextVar[RequestLoop] = contextvars.ContextVar("schemac_loop")


def _run_alone(awaitable: Awaitable[object]) -> object:
    """Wait in a thread that is not the request's own, with a loop for this once."""
    if _loop_is_running():
        with _HelperThread() as helper:
            return helper.run(awaitable)
    loop = _new_loop()
    try:
        return loop.run_until_complete(_awaited(awaitable))
    finally:
        _close(loop)


class _HelperThread:
    """A thread with a loop, for awaitables met where a loop is running already."""

    def __init__(self) -> None:
        self._pool = _one_thread()
        self._loop = _new_loop()

    def run(self, awaitable: Awaitable[object]) -> object:
        context = contextvars.copy_context()
        work = self._loop.run_until_complete
        return self._pool.submit(context.run, work, _awaited(awaitable)).result()

    def close(self) -> None:
        self._pool.submit(_close, self._loop).result()
        self._pool.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


async def _awaited(awaitable: Awaitable[object]) -> object:
    import asyncio  # noqa: PLC0415 - the same

    try:
        return await awaitable
    except asyncio.CancelledError:
        raise CancelledWorkError from None


def _one_thread() -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - rarely needed, so late

    return ThreadPoolExecutor(1, "schemac-loop")


def _loop_is_running() -> bool:
    import asyncio  # noqa: PLC0415 - the first coroutine pays for it, not every start

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _new_loop() -> asyncio.AbstractEventLoop:
    import asyncio  # noqa: PLC0415 - the same

    return asyncio.new_event_loop()


def _close(loop: asyncio.AbstractEventLoop) -> None:
    import asyncio  # noqa: PLC0415 - the same

    try:
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        loop.run_until_complete(loop.shutdown_asyncgens())
    finally:
        loop.close()
