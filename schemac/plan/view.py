"""A plan, a tool and a caller's answers in, the gate-free view of that tool out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.cut import Cutter
from schemac.plan.decisions import is_open
from schemac.plan.facts import facts
from schemac.plan.model import Shape, ToolExample, ToolView
from schemac.plan.nodes import Record, Ref

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.plan.gates import Answer, Side
    from schemac.plan.model import Plan, ToolPlan
    from schemac.plan.nodes import Node

__all__ = ["description_for", "empty_input", "examples_for", "view_tool"]


def view_tool(plan: Plan, tool: ToolPlan, answers: Mapping[int, Answer]) -> ToolView | None:
    """Give what this caller may send and will receive, or None where the tool is hidden.

    An atom without an answer is unknown and closes what asks for it. The same answers to the
    tool's own atoms give an equal view.
    """
    if not is_open(tool.gate, answers, "input"):
        return None
    output = _shape(plan, tool.output, answers, "output")
    if output is None:
        return None
    received = _shape(plan, tool.input, answers, "input") or empty_input(plan, tool.input)
    return ToolView(
        tool,
        description_for(tool, answers),
        received,
        output,
        examples_for(tool, answers),
    )


def _shape(plan: Plan, root: Node, answers: Mapping[int, Answer], side: Side) -> Shape | None:
    cutter = Cutter(plan.types, facts(plan), answers, side)
    cutter.look_below(root)
    return cutter.shape(root)


def description_for(tool: ToolPlan, answers: Mapping[int, Answer]) -> str:
    """Give the first text that is open to a caller; "" without one."""
    for member in tool.descriptions:
        if is_open(member.gate, answers, "input"):
            return member.text
    return ""


def examples_for(tool: ToolPlan, answers: Mapping[int, Answer]) -> tuple[ToolExample, ...]:
    """Give the examples that a caller's view accepts whole."""
    return tuple(
        ToolExample(example.name, example.input, example.output, example.error)
        for example in tool.examples
        if is_open(example.gate, answers, "input")
    )


def empty_input(plan: Plan, root: Node) -> Shape:
    """Give the record without fields, for an input of which nothing is left."""
    closed = False
    seen: set[int] = set()
    while isinstance(root, Ref) and root.target not in seen:
        seen.add(root.target)
        closed = closed or root.closed
        root = plan.types[root.target].body
    return Shape(Record((), closed=closed or (isinstance(root, Record) and root.closed)), {})
