"""A plan, a tool and a caller's answers in, the tool object that this caller is told out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schemac.emit import emit_schema
from schemac.plan.view import view_tool
from schemac.runtime.hints import hints_on_the_wire

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.plan.gates import Answer
    from schemac.plan.model import Plan, ToolPlan

__all__ = ["tool_object"]


def tool_object(plan: Plan, tool: ToolPlan, answers: Mapping[int, Answer]) -> dict[str, Any] | None:
    """Give name, title, description, schemas and annotations; None for a hidden tool."""
    view = view_tool(plan, tool, answers)
    if view is None:
        return None
    told: dict[str, Any] = {"name": tool.name}
    if tool.title is not None:
        told["title"] = tool.title
    told["description"] = view.description
    closes_input = plan.strict_schema or plan.closes_input(tool)
    told["inputSchema"] = emit_schema(view.input, closed=closes_input)
    told["outputSchema"] = emit_schema(view.output, closed=plan.strict_schema)
    if tool.hints:
        told["annotations"] = hints_on_the_wire(tool.hints)
    return told
