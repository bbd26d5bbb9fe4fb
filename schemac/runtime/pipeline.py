"""A call and its middlewares in, a result out: first used is outermost."""

from __future__ import annotations

import copy
import math
import threading
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, TypeAlias

from schemac.runtime.results import Denied, Result, ToolError, clean_text, is_result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.runtime.decide import Decisions
    from schemac.runtime.definition import ToolDefinition
    from schemac.runtime.loop import RequestLoop

__all__ = [
    "Call",
    "CallNext",
    "Middleware",
    "ProgressSink",
    "Serving",
    "answered",
    "current_call",
    "serving",
    "through",
]


class ProgressSink(Protocol):
    """Where a handler's progress goes, and where it learns that nobody waits any more."""

    def report(self, current: float, total: float | None, message: str | None) -> None:
        """Pass one step on to the client."""

    @property
    def cancelled(self) -> bool:
        """Whether the client is gone."""


class _Shared:
    """What a call and all calls that replace it have in common."""

    __slots__ = ("assigns", "cancelled", "last", "reporting")

    def __init__(self) -> None:
        self.assigns: dict[str, object] = {}
        self.cancelled = False
        self.last: float = -math.inf
        self.reporting = threading.Lock()


class Call:
    """One call of a tool, as middlewares and handlers see it.

    `arguments` are the visible ones, converted; changing what they hold changes nothing: another
    call comes from `replace`, which shares `assigns` and how far the progress is.
    """

    __slots__ = (
        "_arguments",
        "_enforce",
        "_shared",
        "_sink",
        "context",
        "correlation_id",
        "decisions",
        "meta",
        "tool",
    )

    def __init__(  # noqa: PLR0913 - a call is what these are
        self,
        tool: ToolDefinition,
        arguments: dict[str, object],
        context: object,
        decisions: Decisions,
        correlation_id: str,
        *,
        enforce: Callable[[Mapping[str, object]], dict[str, object]],
        sink: ProgressSink | None = None,
        meta: Mapping[str, object] | None = None,
    ) -> None:
        self.tool = tool
        self.context = context
        self.decisions = decisions
        self.correlation_id = correlation_id
        self.meta = MappingProxyType(meta or {})
        self._shared = _Shared()
        self._arguments = arguments
        self._enforce = enforce
        self._sink = sink

    @property
    def arguments(self) -> Mapping[str, object]:
        """The arguments, to be read: a copy, so that what becomes of it reaches nobody."""
        return MappingProxyType(copy.deepcopy(self._arguments))

    @property
    def assigns(self) -> dict[str, object]:
        """A dict that middlewares share."""
        return self._shared.assigns

    @assigns.setter
    def assigns(self, given: dict[str, object]) -> None:
        self._shared.assigns = given

    @property
    def user(self) -> object:
        """What a middleware assigned as `user`; None without one."""
        return self.assigns.get("user")

    @property
    def scope(self) -> object:
        """What a middleware assigned as `scope`; None without one."""
        return self.assigns.get("scope")

    @property
    def cancelled(self) -> bool:
        """Whether nobody waits for the answer any more."""
        return self._shared.cancelled or (self._sink is not None and self._sink.cancelled)

    def cancel(self) -> None:
        """Let the handler know that nobody waits any more."""
        self._shared.cancelled = True

    def progress(
        self, current: float, total: float | None = None, message: str | None = None
    ) -> None:
        """Tell the client how far the work is, whether it asked for that or not.

        Numbers are ints and floats; a step that does not grow or is not finite is left out, and so
        is such a total. The message is the author's own words, sent uncut up to 2,000 characters.
        Raises TypeError for anything else. Nothing is sent once nobody waits for the answer.
        """
        step, whole = _number(current), None if total is None else _number(total)
        words = None if message is None else clean_text(message)
        if self._sink is None or step is None:
            return
        with self._shared.reporting:
            if not self.cancelled and step > self._shared.last:
                self._shared.last = step
                self._sink.report(step, whole, words)

    def replace(self, *, arguments: Mapping[str, object]) -> Call:
        """Give this call with other arguments, enforced anew by the caller's own view.

        Raises ArgumentsRefusedError where they do not fit; left alone, it becomes the answer.
        """
        other = copy.copy(self)
        other._arguments = self._enforce(arguments)  # noqa: SLF001 - a copy of itself
        return other

    def handed(self) -> dict[str, object]:
        """Give the arguments to call the handler with: private to this call."""
        return self._arguments


def _number(given: float) -> float | None:
    """Give a plain number; None for one that JSON or a client has no place for."""
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise TypeError("progress is told in numbers")
    plain = int.__index__(given) if isinstance(given, int) else float.__float__(given)
    try:
        return plain if math.isfinite(plain) else None
    except OverflowError:
        return None


CallNext: TypeAlias = Callable[[Call], Result]
Middleware: TypeAlias = Callable[[Call, CallNext], object]


class Serving:
    """What is being done for a caller: a call, or the wording of a tool (then there is none)."""

    __slots__ = ("call", "decisions")

    def __init__(self, decisions: Decisions, call: Call | None) -> None:
        self.decisions = decisions
        self.call = call


serving: ContextVar[Serving] = ContextVar("schemac_serving")


def current_call() -> Call:
    """Give the call being served, anywhere inside a handler. Raises LookupError outside one."""
    served = serving.get(None)
    if served is None or served.call is None:
        raise LookupError("no tool is being called here")
    return served.call


def through(
    middlewares: Sequence[Middleware],
    handler: Callable[[Call], object],
    loop: RequestLoop,
    call: Call,
) -> object:
    """Run a call through the middlewares in order, the handler innermost.

    What comes out is a Result, or the bare payload of one that is fine.
    """
    work = handler
    for middleware in reversed(middlewares):
        work = _bound(middleware, work, loop)
    return answered(work, loop, call)


def _bound(
    middleware: Middleware, inner: Callable[[Call], object], loop: RequestLoop
) -> Callable[[Call], object]:
    def call_next(call: Call) -> Result:
        answer = answered(inner, loop, call)
        return answer if is_result(answer) else Result("ok", answer)

    return lambda call: middleware(call, call_next)


def answered(work: Callable[[Call], object], loop: RequestLoop, call: Call) -> object:
    """Do one step; what it raises may be a result, what it gives is one or its payload."""
    try:
        return loop.settle(work(call))
    except ToolError as error:
        return Result.fail(error.reason)
    except Denied as error:
        return Result.deny(error.reason)
