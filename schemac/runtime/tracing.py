"""A call's work in, its outcome out, and a span of it to OpenTelemetry where somebody records."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from opentelemetry.trace import Tracer

    from schemac.runtime.outcomes import CallOutcome

__all__ = ["open_tracer", "traced"]


def open_tracer() -> Tracer | None:
    """Give schemac's tracer; None where OpenTelemetry is not installed."""
    try:
        from opentelemetry.trace import get_tracer  # noqa: PLC0415 - a surface, not a start, needs it
    except ImportError:
        return None
    return get_tracer("schemac")


def traced(
    tracer: Tracer | None, tool: str, domain: str, work: Callable[[], CallOutcome]
) -> CallOutcome:
    """Do the work inside a span. It holds names and the outcome, never a value."""
    span = None if tracer is None else tracer.start_span(f"tools/call {tool}")
    if span is None or not span.is_recording():
        return work()
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
