"""Resolved types in, plan nodes with their gates out; what needs other types is left for later.

An intersection becomes a name of its own, merged when all its operands are known.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from schemac.ir import types as ir
from schemac.plan.drafts import FieldDraft
from schemac.plan.nodes import (
    Anything,
    Const,
    Constraints,
    ListOf,
    MapOf,
    Member,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.planner.at import At
from schemac.planner.bounds import Bounds
from schemac.planner.fields import FieldFacts
from schemac.planner.gates import every
from schemac.planner.numbers import compact
from schemac.planner.placement import Placement
from schemac.planner.sorting import judge
from schemac.planner.table import (
    Entry,
    KeyCheck,
    Part,
    RecordCheck,
    UnionCheck,
    Where,
    hold,
    joined_name,
    origin_of,
    unknown,
)

if TYPE_CHECKING:
    from schemac.plan.nodes import Field, Node
    from schemac.planner.findings import Findings
    from schemac.planner.patterns import PatternJudge
    from schemac.planner.predicates import GateReader
    from schemac.planner.steps import Steps
    from schemac.planner.table import Ledger

__all__ = ["Lowering", "documented"]


class Lowering:
    """Turns types into nodes, noting in the ledger what is to be judged at the end."""

    def __init__(
        self,
        findings: Findings,
        gates: GateReader,
        patterns: PatternJudge,
        entries: list[Entry],
        ledger: Ledger,
    ) -> None:
        self._patterns = patterns
        self._findings = findings
        self._gates = gates
        self._entries = entries
        self._ledger = ledger
        self._placement = Placement(findings, gates)
        self._bounds = Bounds(findings, ledger)
        self._facts = FieldFacts(findings, ledger)
        self._unknown: int | None = None

    def type(self, written: ir.Type, at: At) -> Steps[Part]:
        """Give the node of a type and the gate on it."""
        part = self._small(written, at)
        if part is not None:
            return part
        match written:
            case ir.Group():
                part = yield self.type(written.inner, at)
            case ir.Tagged():
                part = yield self._tagged(written, at)
            case ir.OptionalType() | ir.UnionType():
                part = Part((yield self._union(written, at)))
            case ir.IntersectionType():
                part = Part((yield self._intersection(written, at)))
            case ir.ListType() | ir.MapType() | ir.TupleType() | ir.RecordType():
                part = Part((yield self._container(written, at)))
            case _:
                raise TypeError(written)
        return part

    def _small(self, written: ir.Type, at: At) -> Part | None:
        """Do the same at once for what has nothing inside; most types are so."""
        match written:
            case ir.Scalar() | ir.Anything() | ir.Nothing() | ir.LiteralType():
                return Part(self._leaf(written, at))
            case ir.Use():
                (self._ledger.operands if at.operand else self._ledger.plain).add(written.target)
                return Part(Ref(written.target))
            case ir.NameType():
                return Part(self._hole(written, at))
            case _:
                return None

    def record(
        self, fields: tuple[ir.Field, ...], at: At, *, parameters: bool = False
    ) -> Steps[Record]:
        """Give the record of some fields; of two with one name the first, as was reported."""
        lowered: dict[str, Field] = {}
        within = at.within()
        for field in fields:
            made: Field = yield self._field(field, within, parameter=parameters)
            lowered.setdefault(made.name, made)
        record = Record(tuple(lowered.values()))
        if not at.operand:
            self._ledger.records.append(RecordCheck(record, at.scope, at.declared))
        return record

    def _leaf(self, written: ir.Scalar | ir.Anything | ir.Nothing | ir.LiteralType, at: At) -> Node:
        match written:
            case ir.Scalar():
                return Scalar(written.kind)
            case ir.Anything():
                return Anything()
            case ir.Nothing():
                return Nothing()
            case ir.LiteralType():
                return self._literal(written, at)
            case _:
                assert_never(written)

    def _hole(self, written: ir.NameType, at: At) -> Node:
        """Give a name of which nothing is known: what it should be was reported."""
        if self._unknown is None:
            where = Where(at.scope, written.span)
            self._unknown = unknown(self._entries, where, written.name).target
        return Ref(self._unknown)

    def _literal(self, written: ir.LiteralType, at: At) -> Node:
        try:
            text = compact(written.value)
        except ValueError:
            text = None
        if text is None:
            message = "this literal is no value that JSON can hold"
            self._findings.report(at.scope, "SC312", message, written.span)
            return Nothing()
        return Const(written.kind, text)

    def _tagged(self, written: ir.Tagged, at: At) -> Steps[Part]:
        part: Part = yield self.type(written.inner, replace(at, tagged=True))
        judged = judge(
            written.tags, "member", at.scope, self._findings, self._gates, self._patterns
        )
        node = self._bounds.apply(part.node, judged, at.scope)
        return Part(node, every(part.gate, judged.gate))

    def _container(
        self, written: ir.ListType | ir.MapType | ir.TupleType | ir.RecordType, at: At
    ) -> Steps[Node]:
        match written:
            case ir.ListType():
                item: Node = yield self._item(written.item, at)
                return ListOf(item, written.unique, Constraints(unique=written.unique))
            case ir.MapType():
                key: Node = yield self._item(written.key, at)
                self._ledger.keys.append(KeyCheck(key, Where(at.scope, written.key.span)))
                value: Node = yield self._item(written.value, at)
                return MapOf(key, value)
            case ir.TupleType():
                items: list[Node] = []
                for inner in written.items:
                    items.append((yield self._item(inner, at)))  # noqa: PERF401 - needs `yield`
                return TupleOf(tuple(items))
            case ir.RecordType():
                record: Record = yield self.record(written.fields, at)
                return record
            case _:
                assert_never(written)

    def _item(self, written: ir.Type, at: At) -> Steps[Node]:
        within = at.within()
        part = self._small(written, within)
        if part is None:
            part = yield self.type(written, within)
        return hold(part, origin_of(written.span))

    def _union(self, written: ir.OptionalType | ir.UnionType, at: At) -> Steps[Node]:
        if isinstance(written, ir.OptionalType):
            part: Part = yield self.type(written.inner, at.among())
            null = Member(Scalar("null"), None, origin_of(written.span))
            return Union((Member(part.node, part.gate, origin_of(written.inner.span)), null))
        self._placement.check_tail(written, at.scope)
        members: list[Member] = []
        among = at.among()
        for member in written.members:
            part = self._small(member, among) or (yield self.type(member, among))
            members.append(Member(part.node, part.gate, origin_of(member.span)))
        self._ledger.repeats.append((written, at.scope))
        self._note_union(written, members, at)
        return Union(tuple(members))

    def _note_union(self, written: ir.UnionType, members: list[Member], at: At) -> None:
        pairs = zip(members, written.members, strict=True)
        told = tuple(
            (lowered.type, member.span)
            for lowered, member in pairs
            if isinstance(lowered.type, Record | Ref)
        )
        if len(told) > 1:
            self._ledger.unions.append(UnionCheck(told, at.scope))

    def _intersection(self, written: ir.IntersectionType, at: At) -> Steps[Node]:
        parts: list[Part] = []
        for operand in written.operands:
            inner = At(at.scope, inside=at.inside, operand=True)
            parts.append((yield self.type(operand, inner)))
        where = Where(at.scope, written.span)
        self._entries.append(
            Entry(
                name=_joined_name(parts, self._entries),
                where=where,
                origin=origin_of(written.span),
                operands=tuple(parts),
                inline=not at.inside,
                stands_for=None if at.tagged else at.declared,
            )
        )
        return Ref(len(self._entries) - 1)

    def _field(self, written: ir.Field, at: At, *, parameter: bool) -> Steps[Field]:
        """Give a field; `at` is its own place, inside that of its record."""
        core, tags = self._placement.split(written.type, at.scope)
        judged = judge(tags, "field", at.scope, self._findings, self._gates, self._patterns)
        part = self._small(core, at)
        if part is None:
            part = yield self.type(core, at)
        node = documented(self._bounds.apply(part.node, judged, at.scope), written.doc)
        made = FieldDraft()
        made.name, made.type, made.origin = written.name, node, origin_of(written.name_span)
        made.gate = part.gate if judged.gate is None else every(part.gate, judged.gate)
        self._facts.take(made, judged.field, written, at.scope)
        self._facts.check_sides(judged.field, at.scope, parameter=parameter)
        return made.finished()


def documented(node: Node, doc: str | None) -> Node:
    """Give the node with a documentation comment as description, unless it has one of its own."""
    if doc is None or node.meta.description is not None:
        return node
    return replace(node, meta=replace(node.meta, description=doc))


def _joined_name(parts: list[Part], entries: list[Entry]) -> str:
    """Name an intersection after its operands; it is read only where the type recurses."""
    return joined_name(
        [
            entries[part.node.target].name if isinstance(part.node, Ref) else "fields"
            for part in parts
        ]
    )
