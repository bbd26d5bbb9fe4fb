"""Definitions and contracts in, the reasons why some tools cannot be served out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from schemac.enforce.foreign import foreign
from schemac.enforce.journal import journal
from schemac.runtime.construction import EXAMPLE, handler_problem
from schemac.runtime.errors import ContractError, StalePlanError
from schemac.runtime.parameters import unfit_parameters

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from schemac.plan.declaration import ToolDeclaration
    from schemac.runtime.contracts import Contracts
    from schemac.runtime.definition import ToolDefinition

__all__ = ["Seen", "find_problems", "look_at", "report_problems"]

_UNDESCRIBED = "it has no description: give it a docstring, a `description` declaration or method"
_NOT_THEIRS = "the plan is not the plan of these tools; `schemac build` makes a new one."

_MISTAKES = "there are mistakes in the annotations."

_log = journal("schemac")


class Seen(NamedTuple):
    """The tools that can be looked at, each with its declaration, and problems of the others."""

    tools: list[ToolDefinition]
    declarations: list[ToolDeclaration]
    problems: dict[str, str]


def look_at(tools: Iterable[ToolDefinition]) -> Seen:
    """Look at each tool; one whose code raises meanwhile takes no other one down."""
    seen = Seen([], [], {})
    for definition in tools:
        try:
            declaration = definition.declaration()
            handler_problem(definition)
        except foreign():
            name = definition.name
            _log.exception("the tool `%s` raised when it was looked at", name)
            seen.problems[name] = "its class or object raised when it was looked at"
        else:
            seen.tools.append(definition)
            seen.declarations.append(declaration)
    return seen


def find_problems(tools: Iterable[ToolDefinition], contracts: Contracts) -> dict[str, str]:
    """Give a text for each tool that has a problem: its contract's, its handler's, or both.

    Raises StalePlanError where a loaded handler does not take what a finished plan hands it.
    """
    planned = {tool.name: tool for tool in contracts.plan.tools}
    found: dict[str, str] = {}
    misfits: list[str] = []
    for definition in tools:
        name = definition.name
        tool = planned.get(name)
        reasons = [handler_problem(definition), contracts.problems.get(name)]
        if tool is not None and reasons[0] is None:
            misfit = unfit_parameters(definition, contracts.plan, tool)
            if misfit is not None:
                misfits.append(f"- `{name}` ({definition.place}): {misfit}")
            reasons.append(misfit if tool.descriptions or tool.dynamic else _UNDESCRIBED)
        told = list(dict.fromkeys(reason for reason in reasons if reason))
        if told:
            found[name] = "\n".join(told)
        elif tool is None:
            found[name] = "its contract is missing from the plan"
    if misfits and contracts.fixed:
        raise StalePlanError("\n".join([_NOT_THEIRS, *misfits]))
    return found


def report_problems(
    tools: Iterable[ToolDefinition],
    problems: Mapping[str, str],
    contracts: Contracts,
    *,
    eager: bool,
) -> None:
    """Log what is wrong. Raises ContractError with the same text where `eager`."""
    diagnostics = contracts.diagnostics
    if not problems:
        if eager and contracts.errors:
            raise ContractError(f"{_MISTAKES}\n\n{diagnostics}")
        if diagnostics:
            _log.warning("%s", diagnostics)
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
