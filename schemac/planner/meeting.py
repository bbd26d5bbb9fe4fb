"""Intersections in, merged types out.

All that operands say of a value holds at once. Unions distribute, records merge field by field.
Where two fields of one name have types with names in them, their intersection becomes a name
itself: so recursion ends, and equal work is done once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.plan.layers import join_meta, layer
from schemac.plan.nodes import (
    Anything,
    Const,
    ListOf,
    MapOf,
    Member,
    Meta,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.planner.branches import (
    MAX_MEETINGS,
    Branch,
    Gates,
    Partners,
    branch_of,
    distinct,
    is_large,
    joined,
    met_again,
    records_in,
    spread,
    without_fields,
)
from schemac.planner.containers import met_container
from schemac.planner.gates import every
from schemac.planner.growing import Growing, only_record
from schemac.planner.leaf_meeting import meet_leaves, report_clash
from schemac.planner.operand_words import once, union_words
from schemac.planner.pairs import (
    Pairs,
    apart,
    inner_of,
    name_of,
    names_something,
    plain_or_name,
    same_use,
)
from schemac.planner.record_meeting import met_field, report_lost_defaults
from schemac.planner.refused import impossible, too_large, too_many
from schemac.planner.table import Entry, Part, RecordCheck, hold, joined_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Node
    from schemac.planner.findings import Findings
    from schemac.planner.steps import Steps
    from schemac.planner.table import Ledger, Where

__all__ = ["Meeting"]


class Meeting:
    """Gives the finished body of each type, merging intersections as they are asked for."""

    def __init__(
        self,
        findings: Findings,
        entries: list[Entry],
        ledger: Ledger,
        accepts: Callable[[Node, object], bool],
    ) -> None:
        self._findings = findings
        self._entries = entries
        self._ledger = ledger
        self._accepts = accepts
        self._pairs = Pairs()

    def body(self, target: int) -> Steps[Node]:
        """Give the finished right side of a type."""
        entry = self._entries[target]
        if entry.body is not None:
            return entry.body
        if entry.busy:
            # A type that is nothing but itself, which was reported.
            return Nothing()
        entry.busy = True
        if entry.operands:
            made: Node | None = yield self._written(entry, target)
            entry.body = impossible(self._findings, self._entries, entry) if made is None else made
        else:
            entry.body = yield self.settle(entry.raw or Nothing())
        entry.busy = False
        return entry.body

    def _written(self, entry: Entry, number: int) -> Steps[Node | None]:
        """Merge an intersection as written; where it comes back in its own fields, it is a name."""
        number = number if entry.stands_for is None else entry.stands_for
        is_claimed = self._pairs.claim(entry.operands, number)
        made: Node | None = yield self._combine(entry.operands, entry.where)
        if is_claimed:
            self._pairs.release(entry.operands)
        return made

    def settle(self, node: Node) -> Steps[Node]:
        """Give the node with merged types in the place of intersections that stand open in it."""
        if isinstance(node, Ref) and self._entries[node.target].inline:
            return layer((yield self.body(node.target)), node)
        if isinstance(node, Union):
            members: list[Member] = []
            for member in node.members:
                inner: Node = yield self.settle(member.type)
                members.append(replace(member, type=inner))
            return replace(node, members=tuple(members))
        return node

    def _combine(self, operands: Sequence[Part], where: Where) -> Steps[Node | None]:
        """Merge operands, None where nothing fits them all."""
        told = [part for part in operands if part.node != Anything()] or list(operands[:1])
        if len(told) == 1:
            settled: Node = yield self.settle(told[0].node)
            return hold(Part(settled, every(*(part.gate for part in operands))))
        branches: list[Branch] | None = yield self._meet_in_turn(told, where)
        if branches is None:
            return too_large(self._findings, self._entries, where)
        if (node := joined(branches)) is None:
            return None
        self._ledger.records.extend(RecordCheck(part, where.scope) for part in records_in(node))
        return without_fields(once(node, told, self._entries), told, self._entries)

    def _meet_in_turn(self, operands: Sequence[Part], where: Where) -> Steps[list[Branch] | None]:
        """Give the variants that all operands come to, None where they are too many."""
        branches: list[Branch] | None = yield self._expand(operands[0])
        growing: Growing | None = None
        for part in operands[1:]:
            others: list[Branch] | None = yield self._expand(part)
            record = only_record(others)
            if growing is not None and record is not None:
                if not (yield self._add(growing, record, where)):
                    return []
                continue
            if growing is not None:
                branches = [growing.branch()]
            if branches is not None and others is not None:
                branches = yield self._meet_all(branches, others, where)
            if branches is None or others is None or is_large(branches):
                return None
            whole = only_record(branches)
            growing = None if whole is None or branches[0].use is not None else Growing(whole)
        return branches if growing is None else [growing.branch()]

    def _expand(self, part: Part) -> Steps[list[Branch] | None]:
        """Give the variants of an operand, None where they are too many.

        The gates of an operand go on the fields of its records, those of a variant on the variant.
        """
        found: list[Branch] = []
        seen: set[tuple[Ref, Gate | None, Gate | None]] = set()
        todo: list[tuple[Node, Gates]] = [(part.node, Gates(part.gate))]
        while todo:
            node, gates = todo.pop()
            if isinstance(node, Union):
                todo.extend((m.type, gates.of_variant(m.gate)) for m in node.members[::-1])
            elif not isinstance(node, Ref) or self._entries[node.target].hole:
                found.append(branch_of(node, gates))
            elif (node, gates.own, gates.variant) not in seen:
                seen.add((node, gates.own, gates.variant))
                body: Node = layer((yield self.body(node.target)), node)
                todo.append((body, gates.of_name(node, self._entries[node.target].gate)))
            if len(seen) + len(found) > MAX_MEETINGS:
                return None
        return distinct(spread(found, union_words(part, self._entries)))

    def _meet_all(
        self, lefts: list[Branch], rights: list[Branch], where: Where
    ) -> Steps[list[Branch] | None]:
        """Merge each variant with each, None where they are too many to try."""
        partners = Partners(rights)
        if sum(partners.count(left) for left in lefts) > MAX_MEETINGS:
            return None
        met: list[Branch] = []
        for left in lefts:
            for right in partners.of(left):
                branch: Branch | None = yield self._meet(left, right, where)
                if branch is not None:
                    met.append(branch)
        return distinct(met)

    def _meet(self, left: Branch, right: Branch, where: Where) -> Steps[Branch | None]:
        gate = every(left.gate, right.gate)
        if left.use is not None and right.use is not None:
            same = same_use(left.use, right.use, self._entries)
            if same is not None:
                body: Node = yield self.body(same.target)
                return replace(met_again(layer(body, same), left, right), gate=gate, use=same)
        met: Node | None = yield self._nodes(left.node, right.node, where)
        return None if met is None else Branch(met, gate)

    def _nodes(self, left: Node, right: Node, where: Where) -> Steps[Node | None]:
        words = join_meta(left.meta, right.meta)
        match (left, right):
            case (Ref(), _):
                # A name among variants is a hole: whatever it is, the two may fit.
                return left
            case (_, Ref()):
                return right
            case (Anything(), _):
                return replace(right, meta=words)
            case (_, Anything()):
                return replace(left, meta=words)
            case (Scalar() | Const(), Scalar() | Const()):
                report_clash(left, right, where, self._findings)
                return meet_leaves(left, right, self._accepts)
            case (Record(), Record()):
                record: Node | None = yield self._records(left, right, where)
                return record
            case (ListOf(), ListOf()) | (MapOf(), MapOf()) | (TupleOf(), TupleOf()):
                node: Node | None = yield self._items(left, right, words, where)
                return node
            case _:
                return None

    def _items(self, left: Node, right: Node, words: Meta, where: Where) -> Steps[Node | None]:
        inner = yield self._all_types(inner_of(left), inner_of(right), where)
        return None if inner is None else met_container(left, right, inner, words)

    def _all_types(
        self, lefts: tuple[Node, ...], rights: tuple[Node, ...], where: Where
    ) -> Steps[tuple[Node, ...] | None]:
        if len(lefts) != len(rights):
            return None
        met: list[Node] = []
        for left, right in zip(lefts, rights, strict=True):
            node: Node | None = yield self._types(left, right, where)
            if node is None:
                return None
            met.append(node)
        return tuple(met)

    def _records(self, left: Record, right: Record, where: Where) -> Steps[Record | None]:
        growing = Growing(left)
        return growing.record() if (yield self._add(growing, right, where)) else None

    def _add(self, growing: Growing, other: Record, where: Where) -> Steps[bool]:
        """Merge a record into another; False where no value fits both."""
        shared = growing.shared(other)
        for at, ours, theirs in shared:
            node: Node | None = yield self._types(ours.type, theirs.type, where)
            if node is None:
                return False
            if ours.origin is not None and theirs.origin is not None:
                self._ledger.joined(ours.origin, theirs.origin, theirs.depends_on)
            growing.put(at, met_field(ours, theirs, node))
        report_lost_defaults(shared, where, self._ledger, self._findings)
        growing.add(other)
        return True

    def _types(self, left: Node, right: Node, where: Where) -> Steps[Node | None]:
        """Merge the types of two fields, items or values."""
        if left is right:
            return left
        if isinstance(left, Ref) and isinstance(right, Ref):
            same = same_use(left, right, self._entries)
            if same is not None:
                return same
        if names_something(left) or names_something(right):
            named: Node | None = yield self._pair(left, right, where)
            return named
        node: Node | None = yield self._combine((Part(left), Part(right)), where)
        return node

    def _pair(self, left: Node, right: Node, where: Where) -> Steps[Node | None]:
        parts = apart((Part(left), Part(right)), self._entries)
        known = self._pairs.number(parts)
        if known is not None:
            entry = self._entries[known]
            return None if entry.impossible else plain_or_name(known, entry.body)
        number = len(self._entries)
        if self._pairs.are_many:
            return too_many(self._findings, self._entries, where)
        name = joined_name((name_of(left, self._entries), name_of(right, self._entries)))
        entry = Entry(name=name, where=where, operands=parts, derived=True, busy=True)
        self._entries.append(entry)
        self._pairs.add(number, parts)
        made: Node | None = yield self._combine(parts, where)
        entry.busy, entry.impossible = False, made is None
        entry.body = Nothing() if made is None else made
        return None if made is None else plain_or_name(number, made)
