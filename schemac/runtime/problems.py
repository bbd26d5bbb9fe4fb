"""Definitions and contracts in, the reasons why some tools cannot be served out."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from schemac.runtime.construction import EXAMPLE, handler_problem, unfit_parameters
from schemac.runtime.errors import ContractError, StalePlanError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from schemac.plan.model import Plan, ToolPlan
    from schemac.runtime.contracts import Contracts
    from schemac.runtime.definition import ToolDefinition

__all__ = ["find_problems", "refuse_misfits", "report_problems"]

_log = logging.getLogger("schemac")


def find_problems(tools: Iterable[ToolDefinition], contracts: Contracts) -> dict[str, str]:
    """Give a text for each tool that has a problem: its contract's, its handler's, or both."""
    planned = {tool.name: tool for tool in contracts.plan.tools}
    found: dict[str, str] = {}
    for definition in tools:
        name = definition.name
        reasons = (
            handler_problem(definition),
            contracts.problems.get(name),
            _planned_problem(definition, contracts.plan, planned.get(name)),
        )
        told = list(dict.fromkeys(reason for reason in reasons if reason))
        if told:
            found[name] = "\n".join(told)
        elif name not in planned:
            found[name] = "its contract is missing from the plan"
    return found


def _planned_problem(definition: ToolDefinition, plan: Plan, tool: ToolPlan | None) -> str | None:
    if tool is None or handler_problem(definition) is not None:
        return None
    if not tool.descriptions and not tool.dynamic:
        return "it has no description: give it a docstring, a `description` declaration or method"
    return unfit_parameters(definition, plan, tool)


def refuse_misfits(tools: Iterable[ToolDefinition], plan: Plan) -> None:
    """Raise StalePlanError where a loaded handler does not take what a finished plan hands it."""
    planned = {tool.name: tool for tool in plan.tools}
    misfits = [
        f"- `{definition.name}` ({definition.place}): {misfit}"
        for definition in tools
        if definition.name in planned and handler_problem(definition) is None
        for misfit in [unfit_parameters(definition, plan, planned[definition.name])]
        if misfit is not None
    ]
    if misfits:
        head = "the plan is not the plan of these tools; `schemac build` makes a new one."
        raise StalePlanError("\n".join([head, *misfits]))


def report_problems(
    tools: Iterable[ToolDefinition], problems: Mapping[str, str], diagnostics: str, *, eager: bool
) -> None:
    """Log what is wrong. Raises ContractError with the same text where `eager`."""
    if diagnostics and not problems:
        _log.warning("%s", diagnostics)
    if not problems:
        return
    places = {tool.name: tool.place for tool in tools}
    parts = [
        f"the tool `{name}` ({places.get(name, '?')}): {why}" for name, why in problems.items()
    ]
    if diagnostics:
        parts.append(diagnostics)
    text = "\n\n".join([f"{len(problems)} of the tools cannot be served.", *parts, EXAMPLE])
    if eager:
        raise ContractError(text)
    _log.error("%s", text)
