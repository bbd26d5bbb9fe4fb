"""Unions in, SC407 and SC409 out: records that a value of one may be taken for the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.model import Label
from schemac.plan.nodes import Record, Ref
from schemac.plan.sameness import same
from schemac.planner.gates import asked_in
from schemac.planner.lints.apart import are_apart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.nodes import Field, Node
    from schemac.planner.findings import Findings
    from schemac.planner.table import Entry, UnionCheck
    from schemac.source import Span

__all__ = ["VariantLints"]

_MAX_MEMBERS = 40


class VariantLints:
    """Compares the records of a union two by two."""

    def __init__(self, findings: Findings, entries: Sequence[Entry]) -> None:
        self._findings = findings
        self._entries = entries

    def check(self, union: UnionCheck) -> None:
        """Judge one union; of all its pairs the first of each kind is reported."""
        records = [
            (record, span)
            for node, span in self._once(union)
            if (record := self._record(node)) is not None
        ][:_MAX_MEMBERS]
        seen: set[str] = set()
        for at, (one, _) in enumerate(records):
            for other, span in records[at + 1 :]:
                code = self._code(one, other)
                if code is not None and code not in seen:
                    seen.add(code)
                    self._report(code, union, records[at][1], span)

    def _once(self, union: UnionCheck) -> list[tuple[Node, Span]]:
        """Give the members without those that equal an earlier one, which are no variants."""
        found: list[tuple[Node, Span]] = []
        for node, span in union.members:
            named = self._unaliased(node)
            if not any(same(named, other) for other, _ in found[:_MAX_MEMBERS]):
                found.append((named, span))
        return found

    def _unaliased(self, node: Node) -> Node:
        seen: set[int] = set()
        while isinstance(node, Ref) and node == Ref(node.target) and node.target not in seen:
            seen.add(node.target)
            body = self._entries[node.target].body
            if not isinstance(body, Ref):
                break
            node = body
        return node

    def _report(self, code: str, union: UnionCheck, first: Span, span: Span) -> None:
        message = (
            "a grant can change whether a value is taken for this variant or for another one"
            if code == "SC407"
            else "a value of this variant may be taken for another one"
        )
        self._findings.report(
            union.scope,
            code,
            message,
            span,
            labels=(Label(first, "the other one"),),
            hint="give each a required literal of its own, without a gate",
        )

    def _code(self, one: Record, other: Record) -> str | None:
        if self._told_apart(one, other):
            return None
        if _has_gate(one) or _has_gate(other):
            return "SC407"
        return "SC409" if _required(one) == _required(other) else None

    def _told_apart(self, one: Record, other: Record) -> bool:
        fields = {field.name: field for field in other.fields if _is_plain(field)}
        for field in one.fields:
            match = fields.get(field.name)
            if match is None or not _is_plain(field):
                continue
            if are_apart(field.type, match.type, self._entries):
                return True
        return False

    def _record(self, node: Node) -> Record | None:
        seen: set[int] = set()
        while isinstance(node, Ref) and node.target not in seen:
            seen.add(node.target)
            body = self._entries[node.target].body
            if body is None:
                return None
            node = body
        return node if isinstance(node, Record) else None


def _is_plain(field: Field) -> bool:
    return field.required and field.gate is None


def _has_gate(record: Record) -> bool:
    return any(next(asked_in(field.gate), None) is not None for field in record.fields)


def _required(record: Record) -> frozenset[str]:
    return frozenset(field.name for field in record.fields if field.required)
