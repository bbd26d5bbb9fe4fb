"""A program and its finished types in, lints out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.types import Anything, Field, Tagged
from schemac.planner.expressions import parse_expression
from schemac.planner.findings import Scope
from schemac.planner.lints.gates import lint_gates, lint_untyped
from schemac.planner.lints.recursive_lists import lint_lists
from schemac.planner.lints.texts import (
    GatedNames,
    Text,
    commented,
    lint_names,
    lint_values,
    texts_of,
)
from schemac.planner.lints.variants import VariantLints
from schemac.planner.lints.visits import GateUse, gates_of, visits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.ir.types import Type
    from schemac.planner.findings import Findings
    from schemac.planner.recursion import Names
    from schemac.planner.table import Entry, Ledger
    from schemac.resolve.program import Program, ResolvedTool, ResolvedType

__all__ = ["lint"]


def lint(
    program: Program,
    predicates: Sequence[str],
    names: Names,
    entries: Sequence[Entry],
    ledger: Ledger,
    findings: Findings,
) -> None:
    """Warn about what stands and yet may not do what was meant."""
    linter = _Linter(program, predicates, entries, findings)
    for number, named in enumerate(program.types):
        scope = entries[number].where.scope
        linter.type(number, named, scope)
        if number in names.recursive:
            lint_lists(named.body, names.group_of(number), scope, findings)
    for number, tool in enumerate((*program.tools, *program.flawed)):
        linter.tool(tool, Scope("tool", number), names)
    variants = VariantLints(findings, entries)
    for union in ledger.unions:
        variants.check(union)


class _Linter:
    """Visits everything once. Tools are numbered below zero, so that types keep their numbers."""

    def __init__(
        self,
        program: Program,
        predicates: Sequence[str],
        entries: Sequence[Entry],
        findings: Findings,
    ) -> None:
        self._types = program.types
        self._predicates = predicates
        self._entries = entries
        self._findings = findings
        self._names = GatedNames()
        self._behind_tools: set[int] = set()

    def type(self, number: int, named: ResolvedType, scope: Scope) -> None:
        self._parts(number, (named.body,), scope, ())
        if named.doc is not None:
            tags = named.body.tags if isinstance(named.body, Tagged) else ()
            text = commented(named.doc, gates_of(tags, self._predicates), named.name_span)
            lint_names(text, self._names, (number,), scope, self._findings)

    def tool(self, tool: ResolvedTool, scope: Scope, names: Names) -> None:
        gates = self._gates_of_tool(tool)
        number = -1 - scope.number
        roots: list[Type | Field] = [*(tool.parameters or ()), tool.output]
        self._parts(number, roots, scope, gates)
        if gates:
            self._behind(names.reached_from(tool.output), gates)
        reached = {number, *names.reached_by(tool)}
        for text in self._texts(tool, frozenset(gates)):
            lint_names(text, self._names, reached, scope, self._findings)

    def _behind(self, numbers: Sequence[int], gates: tuple[GateUse, ...]) -> None:
        """Look for `untyped` without a gate of its own in the types of a gated tool's results."""
        for number in numbers:
            if number in self._behind_tools:
                continue
            self._behind_tools.add(number)
            scope = self._entries[number].where.scope
            for visit in visits((self._types[number].body,), self._predicates, gates):
                if visit.outer == gates:
                    lint_untyped(visit, scope, self._findings)

    def _parts(
        self,
        number: int,
        roots: Sequence[Type | Field],
        scope: Scope,
        outer: tuple[GateUse, ...],
    ) -> None:
        texts: list[Text] = []
        for visit in visits(roots, self._predicates, outer):
            if visit.tags or isinstance(visit.part, Field | Anything):
                # Nothing can be wrong with what has no name, no tags and a type of its own.
                lint_gates(visit, scope, self._findings)
                lint_values(visit, self._predicates, scope, self._findings)
                self._names.add(visit, number)
                texts.extend(texts_of(visit))
        for text in texts:
            lint_names(text, self._names, (number,), scope, self._findings)

    def _gates_of_tool(self, tool: ResolvedTool) -> tuple[GateUse, ...]:
        uses: list[GateUse] = []
        for declared in tool.declaration.gates:
            if isinstance(declared, tuple):
                expression = parse_expression(declared[1], tool.span)
                if expression is not None:
                    uses.append(GateUse(declared[0], expression, tool.span))
        return tuple(uses)

    def _texts(self, tool: ResolvedTool, gates: frozenset[GateUse]) -> list[Text]:
        declaration = tool.declaration
        texts = [
            Text(words, gates, tool.span, "above")
            for words in (declaration.title, declaration.summary, declaration.description)
            if words
        ]
        for member in tool.descriptions:
            own = gates_of(member.tags, self._predicates)
            texts.append(Text(member.text, gates | frozenset(own), member.span))
        is_shown = not tool.descriptions and declaration.description is None
        if tool.docstring and is_shown and not declaration.dynamic:
            texts.append(Text(tool.docstring, gates, tool.span, "below"))
        return texts
