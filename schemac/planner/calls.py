"""Examples of calls as declared in Python in, those of the plan out: checked, with their gates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.gates import Never
from schemac.plan.model import ToolExample
from schemac.planner.gates import every, on_side
from schemac.planner.numbers import compact, parse_json

if TYPE_CHECKING:
    from schemac.plan.gates import Gate, Side
    from schemac.plan.nodes import Node
    from schemac.planner.acceptance import Acceptance
    from schemac.planner.findings import Findings
    from schemac.planner.numbers import Json
    from schemac.planner.tools import DraftTool

__all__ = ["call_examples"]

_KEYS = ("name", "input", "output", "error")


def call_examples(
    draft: DraftTool, acceptance: Acceptance, findings: Findings
) -> tuple[ToolExample, ...]:
    """Give the examples of a tool that its types accept; the others are reported."""
    made: list[ToolExample] = []
    for number, text in enumerate(draft.tool.declaration.examples, 1):
        example = _Reader(draft, acceptance).read(text)
        if isinstance(example, ToolExample):
            made.append(example)
        else:
            name = draft.tool.declaration.name
            message = f"example {number} of tool `{name}` {example}"
            findings.report(draft.scope, "SC310", message, draft.tool.span, tool=name)
    return tuple(made)


class _Reader:
    def __init__(self, draft: DraftTool, acceptance: Acceptance) -> None:
        self._draft = draft
        self._acceptance = acceptance

    def read(self, text: str) -> ToolExample | str:
        """Give the example, or what is wrong with it."""
        parsed = parse_json(text)
        given = None if parsed is None else parsed[0]
        if not isinstance(given, dict) or "input" not in given or set(given) - set(_KEYS):
            return "is no object of `input` and perhaps `output` or `error`, and `name`"
        if "output" in given and "error" in given:
            return "has an `output` and an `error`"
        name = given.get("name")
        if name is not None and not isinstance(name, str):
            return "has a `name` that is no text"
        taken, gate = self._judged(given["input"], self._draft.input, "input")
        if taken is None:
            return "has an `input` that the tool does not take"
        output = error = None
        if "output" in given:
            output, output_gate = self._judged(given["output"], self._draft.output, "output")
            if output is None:
                return "has an `output` that the tool does not give"
            gate = every(gate, output_gate)
            output = f'{{"data":{output}}}' if self._draft.wraps else output
        elif "error" in given:
            error = compact(given["error"])
        return ToolExample(name, taken, output, error, gate)

    def _judged(self, value: Json, node: Node, side: Side) -> tuple[str | None, Gate | None]:
        text = compact(value)
        if text is None:
            return None, None
        verdict = self._acceptance.of(node, value)
        if self._acceptance.gave_up:
            return None, None
        gate = on_side(verdict.gate, side)
        if side not in verdict.sides or isinstance(gate, Never):
            return None, None
        return text, gate
