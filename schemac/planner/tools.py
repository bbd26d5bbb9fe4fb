"""Resolved tools in, drafts and finished tool plans out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Label
from schemac.plan.model import DescriptionMember, ToolExample, ToolPlan
from schemac.plan.nodes import Field, Record
from schemac.planner.at import At
from schemac.planner.findings import Scope
from schemac.planner.steps import run
from schemac.planner.table import hold, origin_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.ir.decls import DescriptionMember as WrittenMember
    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Node
    from schemac.planner.findings import Findings
    from schemac.planner.linking import Linker
    from schemac.planner.lowering import Lowering
    from schemac.planner.predicates import GateReader
    from schemac.planner.reach import Reach
    from schemac.planner.sources import Sources
    from schemac.planner.table import Part
    from schemac.resolve.program import ResolvedTool

__all__ = ["DraftTool", "draft", "linked", "with_reach"]


@dataclass(slots=True)
class DraftTool:
    """A tool in the making: its types, first as lowered and then finished."""

    tool: ResolvedTool
    scope: Scope
    gate: Gate | None
    input: Node
    output: Node
    descriptions: tuple[DescriptionMember, ...]
    parameters: tuple[str, ...] = ()
    wraps: bool = False
    examples: tuple[ToolExample, ...] = ()


def draft(
    number: int,
    tool: ResolvedTool,
    lowering: Lowering,
    gates: GateReader,
    findings: Findings,
) -> DraftTool:
    """Lower what a tool is declared with."""
    scope = Scope("tool", number)
    at = At(scope)
    gate = gates.of_tool(tool.declaration, tool.span, scope)
    if tool.input is not None:
        part: Part = run(lowering.type(tool.input, at))
        taken = hold(part)
    else:
        taken = run(lowering.record(tool.parameters or (), at, parameters=True))
    part = run(lowering.type(tool.output, at))
    descriptions = _descriptions(tool, scope, gates, findings)
    return DraftTool(
        tool, scope, gate, taken, hold(part, origin_of(tool.output.span)), descriptions
    )


def _descriptions(
    tool: ResolvedTool, scope: Scope, gates: GateReader, findings: Findings
) -> tuple[DescriptionMember, ...]:
    """Give the texts to choose from: a declaration, a text given in Python, the docstring.

    Of a method `description()` nothing is known: what stands in where it fails is given.
    """
    declaration = tool.declaration
    if tool.descriptions:
        if declaration.description is not None:
            findings.report(
                scope,
                "SC109",
                f"the description of `{declaration.name}` stands in Python, too",
                tool.descriptions[0].span,
                hint="keep one of them: the declaration may have gates, the other has none",
            )
        return _declared(tool, scope, gates, findings)
    if declaration.description is not None:
        return (DescriptionMember(declaration.description),)
    if declaration.dynamic:
        return (DescriptionMember(declaration.title or declaration.name),)
    paragraph = _first_paragraph(tool.docstring or "")
    return (DescriptionMember(paragraph),) if paragraph else ()


def _declared(
    tool: ResolvedTool, scope: Scope, gates: GateReader, findings: Findings
) -> tuple[DescriptionMember, ...]:
    members: list[DescriptionMember] = []
    for written in tool.descriptions:
        gate = gates.of_all(written.tags, scope)
        members.append(DescriptionMember(written.text, gate, origin_of(written.span)))
    _judge_order(tool.descriptions, scope, gates, findings)
    return tuple(members)


def _judge_order(
    written: Sequence[WrittenMember], scope: Scope, gates: GateReader, findings: Findings
) -> None:
    """Report a last member that is not for everybody, and members that come too late."""
    known = [[tag.name in gates.predicates for tag in each.tags] for each in written]
    first_open = known.index([]) if [] in known else len(written)
    if any(known[-1]):
        hint = 'add a last member without a gate: `| "text for everybody"`'
        if first_open < len(written):
            hint = "put the member without a gate last: the first one that is open is told"
        findings.report(
            scope,
            "SC405",
            "the last description has a gate, so that some callers get none",
            written[-1].span,
            hint=hint,
        )
        return
    for late, tags in zip(written[first_open + 1 :], known[first_open + 1 :], strict=True):
        if not all(tags):
            # What is no gate was reported: there may have been one.
            continue
        findings.report(
            scope,
            "SC408",
            "nobody is ever told this description: one before it has no gate",
            late.span,
            labels=(Label(written[first_open].span, "this one is told to everybody else"),),
            hint="put the member without a gate last, or delete what stands behind it",
        )


def _first_paragraph(text: str) -> str:
    lines: list[str] = []
    for line in text.strip().splitlines():
        if not line.strip():
            break
        lines.append(line.strip())
    return "\n".join(lines)


def linked(draft: DraftTool, linker: Linker, sources: Sources) -> ToolPlan:
    """Give the tool's plan, all but what it reaches."""
    tool, declaration = draft.tool, draft.tool.declaration
    gate = linker.gate(draft.gate)
    descriptions = tuple(
        DescriptionMember(member.text, linker.gate(member.gate), member.origin)
        for member in draft.descriptions
    )
    taken = linker.node(draft.input)
    given = linker.node(draft.output)
    if draft.wraps:
        given = Record((Field("data", given),))
    examples = tuple(
        ToolExample(made.name, made.input, made.output, made.error, linker.gate(made.gate))
        for made in draft.examples
    )
    linker.finish()
    return ToolPlan(
        name=declaration.name,
        input=taken,
        output=given,
        handler=sources.handler(tool, draft.parameters),
        title=declaration.title,
        descriptions=descriptions,
        dynamic=declaration.dynamic and not tool.descriptions and declaration.description is None,
        gate=gate,
        wraps=draft.wraps,
        hints=declaration.hints,
        domains=declaration.domains,
        category=declaration.category,
        summary=declaration.summary,
        icons=declaration.icons,
        meta=declaration.meta,
        deferred=declaration.deferred,
        internal=declaration.internal,
        undeclared=declaration.undeclared,
        examples=examples,
        origin=origin_of(tool.span),
    )


def with_reach(plans: Sequence[ToolPlan], reach: Reach) -> tuple[ToolPlan, ...]:
    """Give the plans with their vocabularies and the defaults they ask for."""
    return tuple(_with_reach(plan, reach) for plan in plans)


def _with_reach(plan: ToolPlan, reach: Reach) -> ToolPlan:
    nodes = (plan.input, plan.output)
    gates = (
        plan.gate,
        *(member.gate for member in plan.descriptions),
        *(example.gate for example in plan.examples),
    )
    return replace(
        plan,
        vocabulary=reach.vocabulary(nodes, gates),
        defaults_asked=reach.defaults_asked(nodes),
    )
