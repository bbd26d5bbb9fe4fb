"""Resolved program in, plan and diagnostics out: the phases of planning, one after the other."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Literal

from schemac.ir.tags import ALWAYS_PREDICATES
from schemac.ir.types import RecordType, Use
from schemac.ir.walk import bare
from schemac.plan.model import Plan
from schemac.plan.nodes import Nothing, Record, Ref
from schemac.planner.acceptance import Acceptance
from schemac.planner.argument_names import name_arguments
from schemac.planner.at import At
from schemac.planner.calls import call_examples
from schemac.planner.dead_variants import drop_dead_variants
from schemac.planner.final_checks import FinalChecks
from schemac.planner.findings import Findings, Scope
from schemac.planner.gate_places import gated_member
from schemac.planner.gates import Atoms
from schemac.planner.headers import HeaderChecks
from schemac.planner.leaves import LeafJudge
from schemac.planner.linking import Linker
from schemac.planner.lints import lint
from schemac.planner.lowering import Lowering, documented
from schemac.planner.meeting import Meeting
from schemac.planner.operand_words import OperandSight
from schemac.planner.patterns import PatternJudge
from schemac.planner.predicates import GateReader
from schemac.planner.reach import Reach
from schemac.planner.recursion import Names
from schemac.planner.repeats import report_repeats
from schemac.planner.sources import Sources
from schemac.planner.steps import run
from schemac.planner.table import Entry, Ledger, Where, origin_of
from schemac.planner.tools import draft, linked, with_reach
from schemac.planner.visibility import Visibility
from schemac.planner.wrapping import wraps
from schemac.planner.written_out import WrittenOut

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from schemac.diagnostics.model import Diagnostic
    from schemac.plan.model import ToolPlan
    from schemac.plan.nodes import Node
    from schemac.planner.table import Part
    from schemac.planner.tools import DraftTool
    from schemac.resolve.program import Program, ResolvedType

__all__ = ["plan_program"]


def plan_program(
    program: Program,
    *,
    predicates: Sequence[str] = (),
    flags: Mapping[str, Sequence[str]] | None = None,
    strict_schema: bool = False,
    undeclared: Literal["drop", "reject"] = "drop",
    accepts_leaf: Callable[[Node, object], bool] | None = None,
    check_pattern: Callable[[str], str | None] | None = None,
) -> tuple[Plan, tuple[Diagnostic, ...]]:
    """Judge all tags and gates and give the plan of the tools that no error touches.

    `predicates` are those configured, beside the two that are always known; `flags` the closed
    vocabularies of some of them; `undeclared` is for tools that do not say. `accepts_leaf(node,
    value)` judges a text by a pattern, a format or a wire type; without it every text passes there.
    `check_pattern(text)` gives what the linear engine has against a pattern, None where it
    compiles; without it only shapes are judged. Types that no tool reaches are judged and left out.
    Nothing a user writes makes this raise.
    """
    known = (*ALWAYS_PREDICATES, *predicates)
    planning = _Planning(program, known, flags or {}, accepts_leaf, check_pattern)
    plan = replace(planning.plan(), strict_schema=strict_schema, undeclared=undeclared)
    return plan, planning.findings.diagnostics


class _Planning:
    def __init__(
        self,
        program: Program,
        predicates: Sequence[str],
        flags: Mapping[str, Sequence[str]],
        accepts_leaf: Callable[[Node, object], bool] | None,
        check_pattern: Callable[[str], str | None] | None,
    ) -> None:
        self.findings = Findings()
        self._program = program
        self._atoms = Atoms()
        self._reader = partial(GateReader, atoms=self._atoms, predicates=predicates, flags=flags)
        self._gates = self._reader(self.findings)
        self._ledger = Ledger()
        self._entries = [_entry(named, number) for number, named in enumerate(program.types)]
        patterns = PatternJudge(check_pattern)
        self._lowering = Lowering(self.findings, self._gates, patterns, self._entries, self._ledger)
        self._leaves = LeafJudge(accepts_leaf)
        self._names = Names(program)

    def plan(self) -> Plan:
        """Take all phases."""
        self._lower_types()
        tools = (*self._program.tools, *self._program.flawed)
        drafts = [
            draft(number, tool, self._lowering, self._gates, self.findings)
            for number, tool in enumerate(tools)
        ]
        self._settle(drafts)
        self._tell_arguments()
        visibility = Visibility(self._entries)
        acceptance = self._judge(drafts, visibility)
        sight = OperandSight(self._entries, visibility)
        touched = self._touched()
        sound = [made for made in drafts if self._is_sound(made, touched)]
        linker, plans, sources = self._link(sound, acceptance, sight)
        if name_arguments(linker.linked, linker.types):
            # What was told of arguments that all read alike is not needed any more.
            linker, plans, sources = self._link(sound, acceptance, sight)
        return Plan(
            atoms=linker.atoms.all(),
            types=tuple(linker.types),
            tools=with_reach(plans, Reach(linker.types)),
            predicates=self._gates.predicates,
            sources=sources.all(),
        )

    def _link(
        self, drafts: Sequence[DraftTool], acceptance: Acceptance, sight: OperandSight
    ) -> tuple[Linker, list[ToolPlan], Sources]:
        linker = Linker(self._entries, self._atoms.all(), acceptance, sight)
        sources = Sources()
        plans = [linked(made, linker, sources) for made in drafts]
        linker.tell()
        return linker, plans, sources

    def _lower_types(self) -> None:
        for number, named in enumerate(self._program.types):
            entry = self._entries[number]
            at = At(entry.where.scope, declared=number)
            part: Part = run(self._lowering.type(named.body, at))
            entry.raw = documented(part.node, named.doc)
            entry.gate = part.gate

    def _settle(self, drafts: Sequence[DraftTool]) -> None:
        meeting = Meeting(self.findings, self._entries, self._ledger, self._leaves.scalar)
        for made in drafts:
            made.input = run(meeting.settle(made.input))
            made.output = run(meeting.settle(made.output))
        number = 0
        while number < len(self._entries):
            run(meeting.body(number))
            number += 1
        drop_dead_variants(self._entries, drafts)

    def _tell_arguments(self) -> None:
        """Finish the arguments that callers read differently: what is wrong in them was told."""
        told = [(at, named.told) for at, named in enumerate(self._program.types) if named.told]
        if not told:
            return
        aside, ledger, number = Findings(), Ledger(), len(self._entries)
        gates = self._reader(aside)
        lowering = Lowering(aside, gates, PatternJudge(None), self._entries, ledger)
        meeting = Meeting(aside, self._entries, ledger, self._leaves.scalar)
        for at, written in told:
            entry = self._entries[at]
            part: Part = run(lowering.type(written, At(entry.where.scope)))
            entry.told = run(meeting.settle(part.node))
        while number < len(self._entries):
            run(meeting.body(number))
            number += 1

    def _judge(self, drafts: Sequence[DraftTool], visibility: Visibility) -> Acceptance:
        acceptance = Acceptance(self._entries, visibility, self._leaves)
        recursive = self._names.recursive
        FinalChecks(
            self.findings,
            self._entries,
            self._ledger,
            acceptance,
            recursive,
            all_read=not self._program.unread,
        ).run()
        written_out = WrittenOut(self.findings, self._entries, self._ledger)
        written_out.check_types()
        report_repeats(self._ledger, self._entries, self.findings)
        headers = HeaderChecks(self.findings, self._entries, self._ledger)
        for made in drafts:
            for root in (made.input, made.output):
                written_out.check_root(root, Where(made.scope, made.tool.span))
            record = self._check_input(made)
            if record is not None:
                headers.check(record, made.output, made.scope)
            if not self._reaches_hole(made):
                self._check_output(made, visibility)
            made.examples = call_examples(made, acceptance, self.findings)
        predicates = self._gates.predicates
        lint(self._program, predicates, self._names, self._entries, self._ledger, self.findings)
        return acceptance

    def _is_flawed(self, made: DraftTool) -> bool:
        return made.scope.number >= len(self._program.tools)

    def _reaches_hole(self, made: DraftTool) -> bool:
        """Tell whether a mistake that was reported stands in the place of a part of the output."""
        return self._is_flawed(made) and self._names.has_hole(made.tool.output)

    def _check_input(self, made: DraftTool) -> Record | None:
        node = made.input
        seen: set[int] = set()
        while isinstance(node, Ref) and node.target not in seen:
            seen.add(node.target)
            node = self._entries[node.target].body or Nothing()
        if not isinstance(node, Record):
            if not self._is_flawed(made):
                self._report_input(made)
            return None
        made.parameters = tuple(field.name for field in node.fields)
        self._check_sides(made, node)
        return node

    def _report_input(self, made: DraftTool) -> None:
        given = made.input
        span = made.tool.span
        if isinstance(given, Ref):
            span = self._entries[given.target].where.span
        self.findings.report(
            made.scope,
            "SC602",
            f"the input of tool `{made.tool.declaration.name}` is not one record",
            span,
            hint="write `type input = { name: T, … }`",
        )

    def _check_sides(self, made: DraftTool, record: Record) -> None:
        """Report `@read_only` on a field of `type input`: it is a parameter as any other."""
        given = made.tool.input
        if not isinstance(given, Use):
            return
        if not isinstance(bare(self._program.types[given.target].body), RecordType):
            return
        for field in record.fields:
            tag = None if field.origin is None else self._ledger.sided.get(field.origin)
            if tag is not None:
                self.findings.report(
                    made.scope,
                    "SC302",
                    "`@read_only` does not apply to a parameter: no caller could pass it",
                    tag.span,
                )

    def _check_output(self, made: DraftTool, visibility: Visibility) -> None:
        output = made.tool.output
        is_wrapped = wraps(made.output, self._entries, visibility)
        if is_wrapped is None:
            self.findings.report(
                made.scope,
                "SC406",
                f"whether the output of tool `{made.tool.declaration.name}` is an object depends "
                "on a gate",
                gated_member(output, self._program, self._gates) or output.span,
                hint="make every variant a record, or put the gate on a field",
            )
        made.wraps = bool(is_wrapped)

    def _is_sound(self, made: DraftTool, touched: frozenset[int]) -> bool:
        if self._is_flawed(made) or self.findings.is_broken("tool", made.scope.number):
            return False
        return not touched.intersection(self._names.of_tool(made.tool))

    def _touched(self) -> frozenset[int]:
        broken = [
            number
            for number in range(len(self._program.types))
            if self.findings.is_broken("type", number)
        ]
        return self._names.touched(broken)


def _entry(named: ResolvedType, number: int) -> Entry:
    instance = f"{named.name}[{named.arguments}]" if named.arguments else ""
    scope = Scope("type", number, instance, named.instance_span if instance else None)
    return Entry(
        name=named.name,
        where=Where(scope, named.name_span),
        arguments=named.arguments,
        file=named.file,
        owner=named.owner,
        origin=origin_of(named.name_span),
    )
