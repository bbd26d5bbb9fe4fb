"""Middlewares that ship with schemac: a time limit and a rate limit."""

from __future__ import annotations

import contextvars
import inspect
import math
import threading
import time
from typing import TYPE_CHECKING

from schemac.runtime.results import Result

if TYPE_CHECKING:
    from collections.abc import Callable

    from limits import RateLimitItem
    from limits.strategies import RateLimiter

    from schemac.runtime.pipeline import Call, CallNext

__all__ = ["RateLimit", "Timeout"]


class Timeout:
    """Answers in time, whatever the handler does.

    The handler runs in a thread of its own with a copy of the caller's context variables. When the
    time is up the call is marked as cancelled and fails; the thread runs on until it looks.
    """

    def __init__(self, seconds: float) -> None:
        if not 0 < seconds <= threading.TIMEOUT_MAX:
            raise ValueError(f"a time limit is a positive number of seconds, not {seconds!r}")
        self.seconds = seconds

    def __call__(self, call: Call, call_next: CallNext) -> Result:
        """Run the rest of the pipeline against the clock."""
        outcome: list[Result | BaseException] = []

        def work() -> None:
            try:
                outcome.append(call_next(call))
            except BaseException as error:  # noqa: BLE001 - it is raised again, in the caller's thread
                outcome.append(error)

        context = contextvars.copy_context()
        thread = threading.Thread(
            target=context.run, args=(work,), name=f"schemac-{call.tool.name}", daemon=True
        )
        thread.start()
        thread.join(self.seconds)
        if not outcome:
            call.cancel()
            return Result.fail(f"timed out after {self.seconds:g} s")
        (result,) = outcome
        if isinstance(result, BaseException):
            raise result
        return result


class RateLimit:
    """Fails calls beyond a rate: `RateLimit("100/minute", key=lambda call: call.context.user_id)`.

    Counting is by tool and by what `key` gives for a call. `storage` is a URI of the library
    `limits` (the extra `schemac[limits]`): in memory by default, or `redis://…` for a fleet.
    """

    def __init__(
        self, rate: str, *, key: Callable[[Call], object], storage: str = "memory://"
    ) -> None:
        if not callable(key):
            raise TypeError("`key` must be a callable: it says who is counted together")
        if any(map(inspect.iscoroutinefunction, (key, type(key).__call__))):
            raise TypeError("`key` must give its answer at once: it cannot be a coroutine function")
        self._key = key
        self._rate, self._limiter = _limiter(rate, storage)

    def __call__(self, call: Call, call_next: CallNext) -> Result:
        """Count the call, and let it through while there is room."""
        bucket = (call.tool.name, self._counted(call))
        if self._limiter.hit(self._rate, *bucket):
            return call_next(call)
        reset = self._limiter.get_window_stats(self._rate, *bucket).reset_time
        wait = max(math.ceil(reset - time.time()), 1)
        return Result.fail(f"rate limit of {self._rate} exceeded: try again in {wait} s")

    def _counted(self, call: Call) -> str:
        """Say who is counted. Raises TypeError for an answer that has yet to be awaited.

        Each would be another one, so that nobody were ever limited.
        """
        key = self._key(call)
        if not inspect.isawaitable(key):
            return str(key)
        if inspect.iscoroutine(key):
            key.close()
        raise TypeError("`key` of a RateLimit gave something to await")


def _limiter(rate: str, storage: str) -> tuple[RateLimitItem, RateLimiter]:
    try:
        from limits import parse  # noqa: PLC0415 - an extra
        from limits.storage import storage_from_string  # noqa: PLC0415 - the same
        from limits.strategies import FixedWindowRateLimiter  # noqa: PLC0415 - the same
    except ImportError as error:
        raise ImportError("RateLimit needs the extra `schemac[limits]`") from error
    return parse(rate), FixedWindowRateLimiter(storage_from_string(storage))
