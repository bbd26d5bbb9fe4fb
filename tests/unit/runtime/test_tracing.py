from __future__ import annotations

from typing import TYPE_CHECKING, Any

from opentelemetry.trace import (
    INVALID_SPAN_CONTEXT,
    NonRecordingSpan,
    StatusCode,
    get_current_span,
)

from schemac import Grants, Handler, Registry, ToolError

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]


class Span(NonRecordingSpan):
    def __init__(self, name: str) -> None:
        super().__init__(INVALID_SPAN_CONTEXT)
        self.name = name
        self.told: dict[str, object] = {}
        self.ended = False

    def is_recording(self) -> bool:
        return True

    def set_attribute(self, key: str, value: object) -> None:
        self.told[key] = value

    def set_status(self, status: Any, description: str | None = None) -> None:
        self.told["status"] = (status.status_code, description or status.description)

    def end(self, end_time: int | None = None) -> None:  # noqa: ARG002 - the interface's
        self.ended = True


class Work(Handler):
    """Work."""

    #: (id: String, ?fail: bool) -> { span: String }
    def call(self, *, id: str, fail: bool = False) -> object:  # noqa: A002 - the parameter's name
        if fail:
            raise ToolError(id)
        span = get_current_span()
        return {"span": getattr(span, "name", "none")}


def test_a_span_is_current_and_names_tool_domain_and_outcome_but_no_value(
    surface_of: SurfaceOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    spans: list[Span] = []

    class Tracer:
        def start_span(self, name: str) -> Span:
            spans.append(Span(name))
            return spans[-1]

    registry = Registry()
    registry.add(Work)
    surface = surface_of(registry)
    assert surface.call_tool("work", {"id": "secret"}, None).structured == {"span": "none"}
    monkeypatch.setattr(surface._pipeline, "tracer", Tracer())
    fine = surface.call_tool("work", {"id": "secret"}, Grants())
    failed = surface.call_tool("work", {"id": "secret", "fail": True}, None)
    assert fine.structured == {"span": "tools/call work"}
    shared = {"mcp.method.name": "tools/call", "gen_ai.tool.name": "work"}
    assert [(span.name, span.ended, span.told) for span in spans] == [
        (
            "tools/call work",
            True,
            {
                **shared,
                "schemac.domain": "default",
                "schemac.outcome": "ok",
                "schemac.correlation_id": fine.correlation_id,
            },
        ),
        (
            "tools/call work",
            True,
            {
                **shared,
                "schemac.domain": "default",
                "schemac.outcome": "error",
                "schemac.correlation_id": failed.correlation_id,
                "error.type": "error",
                "status": (StatusCode.ERROR, None),
            },
        ),
    ]
