"""Two plans in, what changes for callers and what they newly see out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.diff.closing import closed, has_open
from schemac.plan.diff.findings import Findings
from schemac.plan.diff.formula import CLOSED, all_of, measured, negated
from schemac.plan.diff.levels import level_of
from schemac.plan.diff.model import Change, Exposure, PlanDiff
from schemac.plan.diff.places import Half
from schemac.plan.diff.reaches import Numbers
from schemac.plan.diff.sight import Sight
from schemac.plan.diff.telling import Telling
from schemac.plan.diff.texts import compare_texts, expose_texts
from schemac.plan.diff.walk import Seen, Walk
from schemac.plan.gates import Every, Inverse, Never, Some

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from schemac.plan.diff.formula import Formula
    from schemac.plan.diff.telling import Spot
    from schemac.plan.gates import Gate
    from schemac.plan.model import Plan, ToolPlan
    from schemac.plan.nodes import Node

__all__ = ["compare"]

_DEFAULT_DOMAIN = "default"
"""Where a tool is that names no domain; what an app may call it otherwise, no plan says."""


def compare(old: Plan, new: Plan, *, same_code: bool | None = None) -> PlanDiff:
    """Compare for every caller at once; nothing in either plan is run or called.

    A gate that is unreadable in both plans is the same where the code is, as `same_code` says. None
    is for plans that are served as they are, where such a gate stays closed: it is the same where
    the files of the tools are.
    """
    is_same = old.sources == new.sources if same_code is None else same_code
    views = _Views(old, new, is_same=is_same)
    old_tools = {tool.name: tool for tool in old.tools}
    changes = list(_settings(old, new))
    exposures: list[Exposure] = []
    for tool in new.tools:
        telling = Telling(tool.name)
        with measured():
            views.compare(old_tools.pop(tool.name, None), tool, telling)
        changes.extend(dict.fromkeys(telling.changes))
        exposures.extend(dict.fromkeys(telling.exposures))
    for tool in old_tools.values():
        findings = Findings(tool.name)
        who = views.seen(tool, views.old_input, views.old_output)
        findings.change(None, "", "tool-removed", "", who)
        changes.extend(findings.changes)
    return PlanDiff(tuple(changes), tuple(exposures))


class _Views:
    """Both plans from both sides."""

    def __init__(self, old: Plan, new: Plan, *, is_same: bool) -> None:
        self._is_same = is_same
        received, returned = Numbers(old, new), Numbers(old, new)
        self.old_input = Sight(old, "input", received)
        self.old_output = Sight(old, "output", returned)
        self.new_input = Sight(new, "input", received)
        self.new_output = Sight(new, "output", returned)
        self._returned = Seen()
        self._open = _Inputs((self.old_input, self.new_input))
        self._closed = _closed_inputs(old, new, received)

    def seen(self, tool: ToolPlan, received: Sight, returned: Sight) -> Formula:
        """Give who sees a tool: its gate is open, and something of its output is left."""
        return all_of((received.gate(tool.gate), returned.left(tool.output)))

    def compare(self, old: ToolPlan | None, new: ToolPlan, telling: Telling) -> None:
        """Compare one tool with what it was."""
        findings = Findings(new.name)
        after = self.seen(new, self.new_input, self.new_output)
        both = (self.old_input, self.new_input)
        if old is None:
            before: Formula = CLOSED
            findings.change(None, "", "tool-added", "", after)
        else:
            before = self.seen(old, self.old_input, self.old_output)
            findings.change(None, "", "tool-shown", "", all_of((after, negated(before))))
            findings.change(None, "", "tool-hidden", "", all_of((before, negated(after))))
            for kind, detail in (*_tool_changes(old, new), *self._closing(old, new)):
                findings.change(None, "", kind, detail, all_of((before, after)))
            compare_texts(old, new, both, all_of((before, after)), findings)
        seen = (before, after)
        within = findings.exposure(None, "", "tool", new.name, seen)
        if old is not None:
            expose_texts(old, new, both, seen, findings, within)
        old_gate = None if old is None else old.gate
        if _is_unreadable(new.gate) and not (self._is_same and _is_unreadable(old_gate)):
            findings.unreadable()
        telling.changes += findings.changes
        around = telling.sightings("", findings.sightings, None)[within]
        telling.side("input", self._spots(old, new, (before, after)), around)
        results = (self.old_output, self.new_output)
        returned = Walk("output", results, new.name, self._returned)
        old_output = None if old is None else old.output
        spots = returned.spots(Half(old_output, before), Half(new.output, after))
        telling.side("output", spots, around)

    def _closing(self, old: ToolPlan, new: ToolPlan) -> Iterator[tuple[str, str]]:
        """Give whether arguments that nobody declared are refused now, or are no longer."""
        was, now = self.old_input.plan.closes_input(old), self.new_input.plan.closes_input(new)
        if now and not was and has_open(self.old_input.plan, old):
            yield "inputs-closed", ""
        if was and not now and has_open(self.new_input.plan, new):
            yield "inputs-opened", ""

    def _spots(
        self, old: ToolPlan | None, new: ToolPlan, seen: tuple[Formula, Formula]
    ) -> list[Spot]:
        """Compare arguments: both are as the new ones are, all records closed or each by itself."""
        closes = self.new_input.plan.closes_input(new)
        inputs = (self._closed if closes else None) or self._open
        roots = None if old is None else inputs.root(0, old), inputs.root(1, new)
        walk = Walk("input", inputs.sights, new.name, inputs.seen, closes=closes)
        spots = walk.spots(Half(roots[0], seen[0]), Half(roots[1], seen[1]))
        if old is not None and not closes and self.old_input.plan.closes_input(old):
            # All were closed: what is closed by itself now is no news.
            for spot in spots:
                spot.changes = [each for each in spot.changes if each.kind != "record-closed"]
        return spots


class _Inputs:
    """The inputs of both plans, and what was found in them."""

    def __init__(self, sights: tuple[Sight, Sight]) -> None:
        self.sights = sights
        self.seen = Seen()
        self._roots = [{tool.name: tool.input for tool in each.plan.tools} for each in sights]

    def root(self, which: int, tool: ToolPlan) -> Node:
        """Give the input of a tool of one of the plans."""
        return self._roots[which][tool.name]


def _closed_inputs(old: Plan, new: Plan, numbers: Numbers) -> _Inputs | None:
    """Give the inputs with all records closed; None where no tool asks for that."""
    if not any(map(new.closes_input, new.tools)):
        return None
    return _Inputs((Sight(closed(old), "input", numbers), Sight(closed(new), "input", numbers)))


def _tool_changes(old: ToolPlan, new: ToolPlan) -> Iterator[tuple[str, str]]:
    was, now = ({*tool.domains} or {_DEFAULT_DOMAIN} for tool in (old, new))
    for name in sorted(was ^ now):
        yield ("domain-added" if name in now else "domain-removed"), name
    before, after = dict(old.hints), dict(new.hints)
    for name in sorted({*before, *after}):
        if before.get(name) != after.get(name):
            yield "hint-changed", f"{_hint(name, before)} → {_hint(name, after)}"
    if old.internal != new.internal:
        yield ("internal-begun" if new.internal else "internal-ended"), ""
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
