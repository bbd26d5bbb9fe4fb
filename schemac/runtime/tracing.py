"""A call's work in, its outcome out, and a span of it to OpenTelemetry where somebody records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.enforce.kinds import own_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from opentelemetry.trace import Span, Tracer

    from schemac.runtime.outcomes import CallOutcome

__all__ = ["begun_span", "open_tracer", "traced"]


_IDLE = "NoOpTracer"
"""What stands behind OpenTelemetry's tracer as long as nobody has set a provider up."""


def open_tracer() -> Tracer | None:
    """Give schemac's tracer; None where OpenTelemetry is not installed."""
    try:
        from opentelemetry.trace import get_tracer  # noqa: PLC0415 - a surface, not a start, needs it
    except ImportError:
        return None
    return get_tracer("schemac")


def begun_span(tracer: Tracer | None, tool: str) -> Span | None:
    """Begin the span of a call; None where nobody records it."""
    if tracer is None or own_name(type(getattr(tracer, "_tracer", None))) == _IDLE:
        return None
    span = tracer.start_span(f"tools/call {tool}")
    return span if span.is_recording() else None


def traced(span: Span, tool: str, domain: str, work: Callable[[], CallOutcome]) -> CallOutcome:
    """Do the work inside a span, and end it. It holds names and the outcome, never a value."""
    from opentelemetry.trace import Status, StatusCode, use_span  # noqa: PLC0415 - it records

    with use_span(span, end_on_exit=True, record_exception=False, set_status_on_exception=False):
        span.set_attribute("mcp.method.name", "tools/call")
        span.set_attribute("gen_ai.tool.name", tool)
        span.set_attribute("schemac.domain", domain)
        outcome = work()
        span.set_attribute("schemac.outcome", outcome.kind)
        span.set_attribute("schemac.correlation_id", outcome.correlation_id)
        if outcome.is_error:
            span.set_attribute("error.type", outcome.kind)
            span.set_status(Status(StatusCode.ERROR))
    return outcome
