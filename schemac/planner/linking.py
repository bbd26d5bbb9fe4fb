"""Finished types and tools in, the nodes of a plan out: numbered anew, values gated.

Types and atoms are numbered in the order in which the tools reach them, so that a plan depends on
nothing that its tools cannot reach.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from schemac.plan.drafts import FieldDraft
from schemac.plan.gates import Asked, Every, Inverse, Never, OnSide, Some
from schemac.plan.layers import join_meta
from schemac.plan.nodes import (
    NO_META,
    Anything,
    Const,
    Default,
    Example,
    Field,
    ListOf,
    MapOf,
    Member,
    Meta,
    NamedType,
    Nothing,
    Record,
    Ref,
    Saying,
    Scalar,
    TupleOf,
    Union,
)
from schemac.plan.shown import ANONYMOUS, bracketed
from schemac.planner.gates import Atoms
from schemac.planner.steps import run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.gates import Atom, Gate
    from schemac.plan.nodes import Node
    from schemac.planner.acceptance import Acceptance
    from schemac.planner.operand_words import OperandSight
    from schemac.planner.steps import Steps
    from schemac.planner.table import Entry

__all__ = ["Linker"]


class Linker:
    """Rewrites nodes and gates into those of the plan, and collects the types they reach.

    `linked` are the entries that `types` were made of.
    """

    def __init__(
        self,
        entries: Sequence[Entry],
        asked: Sequence[Atom],
        acceptance: Acceptance,
        sight: OperandSight,
    ) -> None:
        self._entries = entries
        self._asked = asked
        self._acceptance = acceptance
        self._sight = sight
        self._numbers: dict[int, int] = {}
        self._names: dict[str, int] = {}
        self._todo: list[int] = []
        self.atoms = Atoms()
        self.types: list[NamedType] = []
        self.linked: list[Entry] = []

    def node(self, node: Node) -> Node:
        """Give the plan's node for a finished one."""
        linked: Node = run(self._node(node))
        return linked

    def gate(self, gate: Gate | None) -> Gate | None:
        """Give the plan's gate, its atoms numbered as they are first met."""
        return None if gate is None else self._gate(gate)

    def finish(self) -> None:
        """Link the types that were reached, and those that they reach."""
        while self._todo:
            reached, self._todo = self._todo, []
            for number in reached:
                self.linked.append(self._entries[number])
                self.types.append(self._named(self._entries[number]))

    def tell(self) -> None:
        """Link what is told of arguments, and the types that nothing but that reaches."""
        at = 0
        while at < len(self.types):
            told = self.linked[at].told
            if told is not None:
                self.types[at] = replace(self.types[at], told=self.node(told))
                self.finish()
            at += 1

    def _gate(self, gate: Gate) -> Gate:
        match gate:
            case Asked(atom):
                return Asked(self.atoms.number(self._asked[atom]))
            case Inverse(inner):
                return Inverse(self._gate(inner))
            case Every(parts):
                return Every(tuple(self._gate(part) for part in parts))
            case Some(parts):
                return Some(tuple(self._gate(part) for part in parts))
            case OnSide() | Never():
                return gate
            case _:
                assert_never(gate)

    def _named(self, entry: Entry) -> NamedType:
        name, shown = entry.name, None
        if entry.operands or entry.derived:
            shown = ANONYMOUS
            count = self._names[name] = self._names.get(name, 0) + 1
            name = name if count == 1 else f"{name}_{count}"
        elif entry.shown != entry.arguments:
            shown = bracketed(name, entry.shown)
        gate = self.gate(entry.gate)
        body = self.node(entry.body or Nothing())
        place = (entry.file, entry.owner, gate, entry.origin)
        spelled = entry.spelled if entry.spelled != entry.shown else None
        return NamedType(name, body, entry.arguments, *place, shown, spelled)

    def _target(self, number: int) -> int:
        if number not in self._numbers:
            self._numbers[number] = len(self._numbers)
            self._todo.append(number)
        return self._numbers[number]

    def _node(self, node: Node) -> Steps[Node]:
        meta = self._meta(node)
        match node:
            case Scalar() | Const() | Anything() | Nothing():
                return node if meta is node.meta else replace(node, meta=meta)
            case Ref() if self._entries[node.target].hole:
                # No tool of a plan gets here; if one did, it would take and show nothing.
                return Nothing()
            case Ref():
                return Ref(self._target(node.target), node.constraints, node.closed, meta)
            case ListOf():
                return replace(node, item=(yield self._node(node.item)), meta=meta)
            case MapOf():
                key: Node = yield self._node(node.key)
                value: Node = yield self._node(node.value)
                return replace(node, key=key, value=value, meta=meta)
            case TupleOf():
                items: list[Node] = []
                for item in node.items:
                    items.append((yield self._node(item)))  # noqa: PERF401 - needs `yield`
                return TupleOf(tuple(items), meta)
            case Record():
                record: Record = yield self._record(node, meta)
                return record
            case Union():
                union: Union = yield self._union(node, meta)
                return union
            case _:
                assert_never(node)

    def _record(self, node: Record, meta: Meta) -> Steps[Record]:
        fields: list[Field] = []
        for field in node.fields:
            inner: Node = field.type
            if not _is_finished(inner):
                inner = yield self._node(inner)
            if inner is field.type and field.gate is None and field.default is None:
                fields.append(field)
                continue
            gate = self.gate(field.gate)
            default = self._default(field)
            fields.append(_with_inside(field, inner, gate, default))
        return Record(tuple(fields), node.closed, meta)

    def _union(self, node: Union, meta: Meta) -> Steps[Union]:
        members: list[Member] = []
        for member in node.members:
            inner: Node = yield self._node(member.type)
            members.append(Member(inner, self.gate(member.gate), member.origin))
        return Union(tuple(members), meta)

    def _meta(self, node: Node) -> Meta:
        meta = node.meta
        if not meta.examples and not meta.sayings:
            return meta
        made = self._words(node, replace(meta, sayings=()))
        for said, gate in self._sight.gates(node):
            if not isinstance(gate, Never):
                words = self._words(node, said)
                made = join_meta(made, words if gate is None else self._saying(words, gate))
        return made

    def _saying(self, words: Meta, gate: Gate) -> Meta:
        return Meta(sayings=() if words == NO_META else (Saying(words, self.gate(gate)),))

    def _words(self, node: Node, meta: Meta) -> Meta:
        """Give words with those of their examples that some view of the node accepts."""
        if not meta.examples:
            return meta
        examples: list[Example] = []
        for example in meta.examples:
            verdict = self._acceptance.of_text(node, example.value)
            if not isinstance(verdict.gate, Never):
                examples.append(Example(example.value, self.gate(verdict.gate)))
        return replace(meta, examples=tuple(examples))

    def _default(self, field: Field) -> Default | None:
        if field.default is None:
            return None
        verdict = self._acceptance.of_text(field.type, field.default.value)
        if isinstance(verdict.gate, Never):
            return None
        return Default(field.default.value, self.gate(verdict.gate))


def _is_finished(node: Node) -> bool:
    """Whether a node holds nothing that is numbered or judged."""
    if not isinstance(node, Scalar | Const | Anything | Nothing):
        return False
    return not node.meta.examples and not node.meta.sayings


def _with_inside(field: Field, inner: Node, gate: Gate | None, default: Default | None) -> Field:
    """Give a field with another type, gate and default; `replace` takes three times as long."""
    made = FieldDraft()
    made.name, made.type, made.gate, made.default = field.name, inner, gate, default
    made.required, made.deprecated = field.required, field.deprecated
    made.read_only, made.write_only = field.read_only, field.write_only
    made.default_for, made.depends_on = field.default_for, field.depends_on
    made.header, made.origin = field.header, field.origin
    return made.finished()
