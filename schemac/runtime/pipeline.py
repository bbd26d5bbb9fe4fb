"""A call and its middlewares in, a result out: first used is outermost."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, TypeAlias

from schemac.runtime.results import Denied, Result, ToolError, clean_text

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


class Call:
    """One call of a tool, as middlewares and handlers see it.

    `arguments` are the visible ones, converted; changing what they hold changes nothing: another
    call comes from `replace`. `assigns` is a dict that middlewares share, also across `replace`.
    """

    __slots__ = (
        "_arguments",
        "_cancelled",
        "_enforce",
        "_last",
        "_sink",
        "assigns",
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
        self.assigns: dict[str, object] = {}
        self._arguments = arguments
        self._enforce = enforce
        self._sink = sink
        self._cancelled = [False]
        self._last = -math.inf

    @property
    def arguments(self) -> Mapping[str, object]:
        """The arguments, to be read: a copy, so that what becomes of it reaches nobody."""
        return MappingProxyType(copy.deepcopy(self._arguments))

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
        return self._cancelled[0] or (self._sink is not None and self._sink.cancelled)

    def cancel(self) -> None:
        """Let the handler know that nobody waits any more."""
        self._cancelled[0] = True

    def progress(
        self, current: float, total: float | None = None, message: str | None = None
    ) -> None:
        """Tell the client how far the work is. A step that does not grow is left out.

        The message is the author's own words, sent uncut up to 2,000 characters.
        """
        words = None if message is None else clean_text(message)
        if self._sink is None or not math.isfinite(current) or current <= self._last:
            return
        self._last = current
        self._sink.report(current, total, words)

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


CallNext: TypeAlias = Callable[[Call], Result]
Middleware: TypeAlias = Callable[[Call, CallNext], object]


@dataclass(frozen=True, slots=True)
class Serving:
    """What is being done for a caller: a call, or the wording of a tool (then there is none)."""

    decisions: Decisions
    call: Call | None


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
) -> CallNext:
    """Give the whole pipeline as one callable: the middlewares in order, the handler innermost."""
    chain = _step(handler, loop)
    for middleware in reversed(middlewares):
        chain = _step(_bound(middleware, chain), loop)
    return chain


def _bound(middleware: Middleware, call_next: CallNext) -> Callable[[Call], object]:
    return lambda call: middleware(call, call_next)


def _step(work: Callable[[Call], object], loop: RequestLoop) -> CallNext:
    def step(call: Call) -> Result:
        try:
            answer = loop.settle(work(call))
        except ToolError as error:
            return Result.fail(error.reason)
        except Denied as error:
            return Result.deny(error.reason)
        return answer if isinstance(answer, Result) else Result.ok(answer)

    return step
