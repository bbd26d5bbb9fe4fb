"""Two plans in, what changes for callers and what they newly see out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.plan.diff.findings import Findings
from schemac.plan.diff.formula import CLOSED, OPEN, all_of, negated
from schemac.plan.diff.levels import level_of
from schemac.plan.diff.model import Change, Exposure, PlanDiff
from schemac.plan.diff.places import Half
from schemac.plan.diff.sight import Sight
from schemac.plan.diff.texts import compare_texts, expose_texts
from schemac.plan.diff.walk import Walk
from schemac.plan.gates import Every, Inverse, Never, Some

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from schemac.plan.diff.formula import Formula
    from schemac.plan.gates import Gate
    from schemac.plan.model import Plan, ToolPlan

__all__ = ["compare"]

_DEFAULT_DOMAIN = "default"
"""Where a tool is that names no domain; what an app may call it otherwise, no plan says."""


def compare(old: Plan, new: Plan) -> PlanDiff:
    """Compare for every caller at once; nothing in either plan is run or called."""
    views = _Views(old, new)
    old_tools = {tool.name: tool for tool in old.tools}
    changes = list(_settings(old, new))
    exposures: list[Exposure] = []
    for tool in new.tools:
        findings = Findings(tool.name)
        views.compare(old_tools.pop(tool.name, None), tool, findings)
        changes.extend(findings.changes)
        exposures.extend(_nested(findings.exposures))
    for tool in old_tools.values():
        findings = Findings(tool.name)
        who = views.seen(tool, views.old_input, views.old_output)
        findings.change(None, "", "tool-removed", "", who)
        changes.extend(findings.changes)
    return PlanDiff(tuple(changes), tuple(exposures))


class _Views:
    """Both plans from both sides. In doubt the new one shows more and the old one less."""

    def __init__(self, old: Plan, new: Plan) -> None:
        self.old_input = Sight(old, "input", CLOSED)
        self.old_output = Sight(old, "output", CLOSED)
        self.new_input = Sight(new, "input", OPEN)
        self.new_output = Sight(new, "output", OPEN)

    def seen(self, tool: ToolPlan, received: Sight, returned: Sight) -> Formula:
        """Give who sees a tool: its gate is open, and something of its output is left."""
        return all_of((received.gate(tool.gate), returned.left(tool.output)))

    def compare(self, old: ToolPlan | None, new: ToolPlan, findings: Findings) -> None:
        """Compare one tool with what it was."""
        after = self.seen(new, self.new_input, self.new_output)
        both = (self.old_input, self.new_input)
        if old is None:
            before: Formula = CLOSED
            findings.change(None, "", "tool-added", "", after)
        else:
            before = self.seen(old, self.old_input, self.old_output)
            findings.change(None, "", "tool-shown", "", all_of((after, negated(before))))
            findings.change(None, "", "tool-hidden", "", all_of((before, negated(after))))
            for kind, detail in _tool_changes(old, new):
                findings.change(None, "", kind, detail, all_of((before, after)))
            compare_texts(old, new, both, all_of((before, after)), findings)
        findings.exposure(None, "", "tool", new.name, before, after)
        if old is not None:
            expose_texts(old, new, both, (before, after), findings)
        old_gate = None if old is None else old.gate
        if _is_unreadable(new.gate) and not (old is not None and _is_unreadable(old_gate)):
            findings.unreadable()
        roots = (None, None) if old is None else (old.input, old.output)
        received = Walk("input", self.old_input, self.new_input, findings)
        received.compare(Half(roots[0], before), Half(new.input, after))
        returned = Walk("output", self.old_output, self.new_output, findings)
        returned.compare(Half(roots[1], before), Half(new.output, after))


def _tool_changes(old: ToolPlan, new: ToolPlan) -> Iterator[tuple[str, str]]:
    was, now = ({*tool.domains} or {_DEFAULT_DOMAIN} for tool in (old, new))
    for name in sorted(was ^ now):
        yield ("domain-added" if name in now else "domain-removed"), name
    before, after = dict(old.hints), dict(new.hints)
    for name in sorted({*before, *after}):
        if before.get(name) != after.get(name):
            yield "hint-changed", f"{_hint(name, before)} → {_hint(name, after)}"
    if old.wraps != new.wraps:
        yield ("result-wrapped" if new.wraps else "result-unwrapped"), ""


def _hint(name: str, hints: Mapping[str, bool]) -> str:
    return f"{name}={hints[name]}" if name in hints else f"no {name}"


def _settings(old: Plan, new: Plan) -> Iterator[Change]:
    if old.strict_schema != new.strict_schema:
        kind = "schemas-closed" if new.strict_schema else "schemas-opened"
        yield Change("", None, "", kind, level_of(kind, None))


def _is_unreadable(gate: Gate | None) -> bool:
    """Tell whether a gate has a part that static reading could not make out."""
    todo: list[Gate] = [] if gate is None else [gate]
    while todo:
        part = todo.pop()
        if isinstance(part, Never):
            return True
        if isinstance(part, Every | Some):
            todo.extend(part.parts)
        elif isinstance(part, Inverse):
            todo.append(part.inner)
    return False


def _nested(exposures: list[Exposure]) -> Iterator[Exposure]:
    """Say of each exposure whether it is implied by one around it."""
    around: dict[tuple[object, str], Exposure] = {}
    for exposure in exposures:
        outer = _outer(exposure, around)
        yield exposure if outer is None else replace(exposure, within=outer.pointer)
        if exposure.subject != "description":
            around.setdefault((exposure.side, exposure.pointer), exposure)


def _outer(exposure: Exposure, around: dict[tuple[object, str], Exposure]) -> Exposure | None:
    pointer = exposure.pointer
    is_inside = exposure.subject in {"variant", "value", "description"}
    while True:
        found = around.get((exposure.side, pointer)) if is_inside else None
        if found is not None and found.grants == exposure.grants:
            return found
        if not pointer:
            break
        pointer = pointer.rpartition("/")[0]
        is_inside = True
    found = around.get((None, ""))
    is_other = exposure.side is not None
    return found if found is not None and is_other and found.grants == exposure.grants else None
