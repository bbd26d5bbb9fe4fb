"""Nodes that the plain emitter writes, once for everybody or once for each set of answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.emit.alternatives import Alternatives
from schemac.emit.json_schema import Writer
from schemac.emit.keywords import arranged
from schemac.emit.templates.gating import atoms_of
from schemac.emit.templates.parts import UnfitError, Variant
from schemac.emit.templates.words import split, words_of
from schemac.plan.cut import Cutter
from schemac.plan.facts import facts
from schemac.plan.gates import Asked, Every
from schemac.plan.layers import layer
from schemac.plan.nodes import (
    NO_META,
    Anything,
    Const,
    Field,
    Member,
    Nothing,
    Record,
    Ref,
    Scalar,
    Union,
)
from schemac.plan.walk import gates_on, references, walk

if TYPE_CHECKING:
    from schemac.emit.keywords import Schema
    from schemac.emit.templates.parts import Door
    from schemac.emit.templates.words import Words
    from schemac.plan.gates import Gate, Side
    from schemac.plan.model import Plan
    from schemac.plan.nodes import NamedType, Node

__all__ = ["Leaves"]


class Leaves:
    """Cuts and writes what needs no template, on one side of a plan."""

    def __init__(self, plan: Plan, side: Side, *, closed: bool) -> None:
        self._plan = plan
        self._closed = closed
        self._facts = facts(plan)
        self._cutter = Cutter(plan.types, self._facts, {}, side)
        self.types: Mapping[int, NamedType] = _Settled(self._cutter, plan, self._facts.gated)
        self.alternatives = Alternatives(self.types)

    def is_free(self, node: Node) -> bool:
        """Tell whether all callers see the node alike, and all that is named in it."""
        if isinstance(node, Ref):
            return False
        return self._facts.is_free(node) and not any(map(self.is_gated, references(node)))

    def is_gated(self, target: int) -> bool:
        """Tell whether a named type depends on who asks or on the side."""
        return target in self._facts.gated

    def is_left(self, target: int) -> bool:
        """Tell whether anything is left of a named type that all callers see alike."""
        return target in self._facts.left

    def cut(self, node: Node) -> Node | None:
        """Cut a node that all callers see alike."""
        return self._cutter.cut(node)

    def is_settled(self, node: Node) -> bool:
        """Tell the same of a node that may be a name itself."""
        if any(map(self.is_gated, references(node))):
            return False
        return isinstance(node, Ref) or self._facts.is_free(node)

    def cut_free(self, node: Node) -> Node | None:
        """Cut a node. Raises UnfitError where not all callers see it alike."""
        if not self.is_settled(node):
            raise UnfitError
        return self._cutter.cut(node)

    def inlined(self, node: Node) -> Node:
        """Give what a settled name stands for. Raises UnfitError where there are names in it."""
        found = Writer(self.types, {}, closed=self._closed).inlined(node)
        if references(found):
            raise UnfitError
        return found

    def schema(self, node: Node) -> Schema:
        """Write a settled node without names in it."""
        return Writer({}, {}, closed=self._closed).write(node)

    def written(self, node: Node, extras: Schema) -> tuple[Words, str]:
        """Write it with what a field adds, its words apart."""
        return split(self.told(node, extras))

    def told(self, node: Node, extras: Schema) -> Schema:
        """Give its schema with what a field adds."""
        schema = self.schema(node)
        return arranged(schema | extras) if extras else schema

    def leaf(self, node: Node) -> Node | None:
        """Give a scalar, a literal, or a union of such, with no names in it; None for others."""
        if isinstance(node, Scalar | Const | Anything | Nothing):
            return node
        if not isinstance(node, Union):
            return None
        members: list[Member] = []
        has_names = has_others = False
        for member in node.members:
            part, gate = member.type, member.gate
            if isinstance(part, Ref):
                has_names = True
                inner, gate = self._named_leaf(part, gate)
            else:
                has_others = has_others or (gate is None and not isinstance(part, Union))
                inner = self.leaf(part)
            if inner is None:
                return None
            members.append(Member(inner, gate))
        if has_names and not has_others:
            # A name that is all that is left of a union stays a name.
            return None
        return Union(tuple(members), node.meta)

    def _named_leaf(self, ref: Ref, gate: Gate | None) -> tuple[Node | None, Gate | None]:
        """Give what a name among others stands for, and the gates before it as one."""
        gates = [gate]
        use: Node = ref
        body: Node = ref
        while isinstance(body, Ref) and isinstance(use, Ref):
            use = layer(body, use) if body is not ref else ref
            gates.append(self._plan.types[body.target].gate)
            body = self._plan.types[body.target].body
        if not isinstance(use, Ref):
            raise UnfitError
        words_of(use.meta, {})
        words_of(body.meta, {})
        if isinstance(body, Union):
            is_bare = body.meta == NO_META and use == Ref(use.target)
            return self.leaf(body) if is_bare else None, _all_of(gates)
        if isinstance(body, Scalar | Const | Anything | Nothing):
            return layer(body, use), _all_of(gates)
        return None, None

    def variant(self, field: Field) -> Variant:
        """Give a field whose type is a leaf, for each set of answers."""
        alone = replace(field, gate=None, depends_on=(), required=False)
        record = Record((alone,))
        return Variant(_doors_in(record), record, is_core=False)

    def bare_variant(self, leaf: Node) -> Variant:
        """Give a leaf for each set of answers."""
        record = Record((Field("", leaf),))
        return Variant(_doors_in(record), record, is_core=False)

    def core_variant(self, leaf: Node) -> Variant:
        """Give it without words, which must be those of the whole always.

        There must be something, too: a schema that may be empty has no comma behind its words.
        """
        if not isinstance(leaf, Union) or not _is_wordless(leaf) or _may_be_anything(leaf):
            raise UnfitError
        record = Record((Field("", replace(leaf, meta=NO_META)),))
        return Variant(_doors_in(record), record, is_core=True)


class _Settled(Mapping[int, "NamedType"]):
    """The named types that all callers see alike, cut when they are looked up."""

    def __init__(self, cutter: Cutter, plan: Plan, gated: set[int]) -> None:
        self._cutter = cutter
        self._plan = plan
        self._gated = gated

    def __getitem__(self, target: int) -> NamedType:
        if target in self._gated:
            raise UnfitError
        return self._cutter.named(target)[0]

    def __iter__(self) -> Iterator[int]:
        return (target for target in range(len(self._plan.types)) if target not in self._gated)

    def __len__(self) -> int:
        return len(self._plan.types) - len(self._gated)


def _all_of(gates: list[Gate | None]) -> Gate | None:
    some = tuple(gate for gate in gates if gate is not None)
    if len(some) < 2:  # noqa: PLR2004 - one needs no other
        return some[0] if some else None
    return Every(some)


def _is_wordless(union: Union) -> bool:
    """Tell whether no member of the union, at any depth, has words of its own."""
    inner = (member.type for member in union.members)
    return all(
        part.meta == NO_META and (not isinstance(part, Union) or _is_wordless(part))
        for part in inner
    )


def _may_be_anything(leaf: Node) -> bool:
    """Tell whether `untyped` is in a leaf, beside which nothing else is said."""
    return any(isinstance(part, Anything) for part in walk(leaf))


def _doors_in(record: Record) -> tuple[Door, ...]:
    doors: dict[Door, None] = {}
    for node in walk(record):
        for gate in gates_on(node):
            if isinstance(gate, Asked):
                doors[gate.atom] = None
            elif any(True for _ in atoms_of(gate)):
                doors[gate] = None
    return tuple(doors)
