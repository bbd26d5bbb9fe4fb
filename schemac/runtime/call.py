"""A permitted tool and a caller's arguments in, an outcome out: the one way to run a handler.

Arguments are enforced, then the pipeline runs, then the result is enforced. Nothing raised on the
way leaves here but by its place in the table of errors.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, cast

from schemac.enforce.foreign import foreign
from schemac.enforce.journal import journal
from schemac.enforce.kinds import kind_name
from schemac.enforce.outcomes import Accepted, Breach, Refused
from schemac.enforce.project.cuts import NOTHING_CUT
from schemac.enforce.wording import on_one_line
from schemac.runtime.audit import fresh_id, record_call
from schemac.runtime.media import media_blocks
from schemac.runtime.outcomes import CallOutcome
from schemac.runtime.pipeline import Call, Serving, answered, serving, through
from schemac.runtime.results import Result, clean_text, is_result
from schemac.runtime.reverting import to_wire
from schemac.runtime.tracing import begun_span, traced

if TYPE_CHECKING:
    from collections.abc import Mapping

    from opentelemetry.trace import Tracer

    from schemac.runtime.decide import Decisions
    from schemac.runtime.loop import RequestLoop
    from schemac.runtime.outcomes import OutcomeKind
    from schemac.runtime.page import Page
    from schemac.runtime.pipeline import ProgressSink
    from schemac.runtime.registry import Registry
    from schemac.runtime.served import ServedTool

__all__ = ["ArgumentsRefusedError", "Caller", "Pipeline", "refuse_call", "run_call"]

_log = journal("schemac")


class ArgumentsRefusedError(Exception):
    """Arguments that a middleware put in place of the caller's do not fit the caller's view."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Caller:
    """Who calls, for one request: the context, what it decided, and where its work runs."""

    __slots__ = ("context", "decisions", "domain", "loop", "sender")

    def __init__(
        self, context: object, decisions: Decisions, loop: RequestLoop, domain: str, sender: object
    ) -> None:
        self.context = context
        self.decisions = decisions
        self.loop = loop
        self.domain = domain
        self.sender = sender


class Pipeline:
    """What is around every handler: what its registry has now, and spans."""

    __slots__ = ("registry", "tracer")

    def __init__(self, registry: Registry, tracer: Tracer | None) -> None:
        self.registry = registry
        self.tracer = tracer


def run_call(  # noqa: PLR0913 - a call has as many parts
    caller: Caller,
    served: ServedTool,
    page: Page,
    arguments: Mapping[str, object],
    pipeline: Pipeline,
    *,
    sink: ProgressSink | None = None,
    meta: Mapping[str, object] | None = None,
    opened: bool = False,
) -> CallOutcome:
    """Run one call of a tool that this caller may use, and record it.

    `opened` arguments came as a string.
    """
    started = time.perf_counter()
    run = _Run(caller, served, page, pipeline.registry, opened=opened)
    name = served.name
    span = begun_span(pipeline.tracer, name)
    if span is None:
        outcome = run.outcome(arguments, sink, meta)
    else:
        work = partial(run.outcome, arguments, sink, meta)
        outcome = traced(span, name, caller.domain, work)
    took = time.perf_counter() - started
    record_call(caller.sender, name, caller.domain, outcome, took, page.digest)
    return outcome


def refuse_call(caller: Caller, name: str, text: str) -> CallOutcome:
    """Give, and record, the outcome of a call that found no tool to run."""
    outcome = _failure("invalid", text, fresh_id(), NOTHING_CUT)
    record_call(caller.sender, name, caller.domain, outcome, 0.0, "")
    return outcome


class _Run:
    """One call on its way."""

    __slots__ = (
        "_caller",
        "_correlation_id",
        "_dropped",
        "_opened",
        "_page",
        "_registry",
        "_served",
    )

    def __init__(
        self, caller: Caller, served: ServedTool, page: Page, registry: Registry, *, opened: bool
    ) -> None:
        self._caller = caller
        self._served = served
        self._page = page
        self._registry = registry
        self._opened = opened
        self._correlation_id = fresh_id()
        self._dropped: Mapping[str, int] = NOTHING_CUT

    def outcome(
        self,
        arguments: Mapping[str, object],
        sink: ProgressSink | None,
        meta: Mapping[str, object] | None,
    ) -> CallOutcome:
        """Enforce, run, enforce."""
        try:
            accepted = self._accepted(dict(arguments))
        except foreign():  # never the caller's fault, and logged
            return self._internal("the arguments could not be judged")
        self._dropped = accepted.dropped
        if isinstance(accepted, Refused):
            return self._failed("invalid", _violations(accepted))
        call = Call(
            self._served.definition,
            accepted.arguments,
            self._caller.context,
            self._caller.decisions,
            self._correlation_id,
            enforce=self._enforced_anew,
            sink=sink,
            meta=meta,
        )
        return self._answered(call)

    def _accepted(self, arguments: dict[str, object]) -> Accepted | Refused:
        """Judge arguments by the caller's view, with the caller's own defaults."""
        page = self._page
        if not page.default_keys:
            return page.accepts.accept(arguments, opened=self._opened)
        defaults = self._served.defaults(page, self._caller.decisions)
        return page.accepts.accept(arguments, defaults, opened=self._opened)

    def _answered(self, call: Call) -> CallOutcome:
        token = serving.set(Serving(call.decisions, call))
        try:
            middlewares = (*self._registry.middleware, *self._served.definition.middleware)
            run = partial(through, middlewares) if middlewares else answered
            answer = run(self._handled, self._caller.loop, call)
            return self._told(answer) if is_result(answer) else self._projected(answer)
        except ArgumentsRefusedError as error:
            return self._failed("invalid", error.text)
        except foreign() as error:  # whatever a handler raises has one answer
            mapped = self._mapped(error, call)
            return mapped or self._internal(f"it raised {kind_name(error)}")
        finally:
            serving.reset(token)

    def _told(self, result: Result) -> CallOutcome:
        if result.status == "ok":
            return self._projected(result.payload)
        reason = clean_text(result.reason)
        if result.is_denied:
            return self._failed("denied", f"denied: {reason}" if reason else "denied")
        return self._failed("error", reason)

    def _handled(self, call: Call) -> object:
        """Call the handler itself; who asked settles what it answers, if this call is theirs."""
        served, token = serving.get(None), None
        if served is None or served.call is not call:
            served = Serving(call.decisions, call)
            token = serving.set(served)
        try:
            handler = self._served.handler(call.context, served)
            answer = self._served.callee(handler)(**call.handed())
            return answer if token is None else self._caller.loop.settle(answer)
        finally:
            if token is not None:
                serving.reset(token)

    def _mapped(self, error: BaseException, call: Call) -> CallOutcome | None:
        """Let the registry's mapper word an exception; None where there is none, or it fails."""
        mapper = self._registry.error_mapper
        if mapper is None or not issubclass(type(error), Exception):
            return None
        try:
            result = self._caller.loop.settle(mapper(cast("Exception", error), call))
            return self._told(result) if is_result(result) else None
        except foreign():  # then the standard answer holds
            _log.exception("the error mapper raised for the tool `%s`", self._served.name)
            return None

    def _enforced_anew(self, arguments: Mapping[str, object]) -> dict[str, object]:
        """Judge arguments that a middleware gave, by the caller's view."""
        wire = {key: to_wire(value) for key, value in arguments.items()}
        accepted = self._accepted(wire)
        if isinstance(accepted, Accepted):
            return accepted.arguments
        raise ArgumentsRefusedError(_violations(accepted))

    def _projected(self, payload: object) -> CallOutcome:
        value = {"data": payload} if self._served.tool.wraps else payload
        try:
            projected = self._page.projects.project(value)
        except foreign() as error:  # a value that cannot be read breaks its contract
            return self._breached("", kind_name(error))
        if isinstance(projected, Breach):
            whole = "" if projected.pointer else f", its type is {kind_name(payload)}"
            return self._breached(projected.pointer, projected.keyword, whole)
        content: list[dict[str, object]] = [{"type": "text", "text": projected.text}]
        if projected.media:
            content += media_blocks(projected.media, projected.value)
        return CallOutcome(
            content,
            projected.value,
            is_error=False,
            meta=None,
            kind="ok",
            text="",
            correlation_id=self._correlation_id,
            dropped=self._dropped,
            cut=projected.cut,
        )

    def _failed(self, kind: OutcomeKind, text: str) -> CallOutcome:
        return _failure(kind, text, self._correlation_id, self._dropped)

    def _internal(self, what: str) -> CallOutcome:
        """Log the exception being handled; the caller gets the correlation id and no more."""
        name, mark = self._served.name, self._correlation_id
        _log.exception(
            "the tool `%s` failed: %s (correlation id %s)", name, on_one_line(what), mark
        )
        return self._failed("internal", f"internal error (correlation id {mark})")

    def _breached(self, pointer: str, keyword: str, whole: str = "") -> CallOutcome:
        name, mark = self._served.name, self._correlation_id
        _log.error(
            "the result of the tool `%s` breaks its output contract %s, `%s`%s (correlation id %s)",
            name,
            f"at `{pointer}`" if pointer else "as a whole",
            on_one_line(keyword),
            whole,
            mark,
        )
        return self._failed(
            "contract", f"the tool's result breaks its contract (correlation id {mark})"
        )


def _failure(
    kind: OutcomeKind, text: str, correlation_id: str, dropped: Mapping[str, int]
) -> CallOutcome:
    return CallOutcome(
        [{"type": "text", "text": text}],
        None,
        is_error=True,
        meta=None,
        kind=kind,
        text=text,
        correlation_id=correlation_id,
        dropped=dropped,
    )


def _violations(refused: Refused) -> str:
    return "\n".join(str(violation) for violation in refused.violations)
