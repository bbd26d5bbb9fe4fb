"""Variants in, those that differ out: what the operands of an intersection come apart into."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from schemac.plan.layers import describe
from schemac.plan.nodes import (
    NO_META,
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
from schemac.plan.sameness import literal_key
from schemac.planner.gates import every, some
from schemac.planner.operand_words import of_unions, opened_name, said
from schemac.planner.record_meeting import gated
from schemac.planner.table import Part, hold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Node
    from schemac.plan.sameness import LiteralKey
    from schemac.planner.table import Entry

__all__ = [
    "MAX_BRANCHES",
    "MAX_MEETINGS",
    "Branch",
    "Gates",
    "Partners",
    "branch_of",
    "distinct",
    "is_large",
    "joined",
    "met_again",
    "records_in",
    "spread",
    "without_fields",
]


MAX_BRANCHES = 1_000
"""How many variants one intersection may come to, beside literals."""
MAX_MEETINGS = 50_000
"""How many pairs of variants are tried for one."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A variant of an operand: no union, no name. `use` is the name that it was, if it was one."""

    node: Node
    gate: Gate | None
    use: Ref | None = None


@dataclass(frozen=True, slots=True)
class Gates:
    """The gates met on the way to a variant: `own` those of the operand, `variant` the others."""

    own: Gate | None
    variant: Gate | None = None
    is_variant: bool = False
    use: Ref | None = None

    def of_variant(self, gate: Gate | None) -> Gates:
        """Give those of a member of the union that stands here."""
        return Gates(self.own, every(self.variant, gate), is_variant=True)

    def of_name(self, use: Ref, gate: Gate | None) -> Gates:
        """Give those of what a name stands for."""
        if self.is_variant:
            return Gates(self.own, every(self.variant, gate), True, use)  # noqa: FBT003 - a field
        return Gates(every(self.own, gate), self.variant, use=use)


class Partners:
    """Variants to be met: a literal meets only those that are equal to it, and no literals."""

    def __init__(self, branches: list[Branch]) -> None:
        self._all = branches
        self._others: list[int] = []
        self._literals: dict[LiteralKey, list[int]] = {}
        for at, branch in enumerate(branches):
            if isinstance(branch.node, Const):
                self._literals.setdefault(literal_key(branch.node), []).append(at)
            else:
                self._others.append(at)

    def of(self, branch: Branch) -> list[Branch]:
        """Give those that a variant may have something in common with, in order."""
        if not isinstance(branch.node, Const):
            return self._all
        equal = self._literals.get(literal_key(branch.node), [])
        return [self._all[at] for at in sorted((*equal, *self._others))]

    def count(self, branch: Branch) -> int:
        """Tell how many those are, or a little less."""
        return len(self._others) if isinstance(branch.node, Const) else len(self._all)


def is_large(branches: list[Branch]) -> bool:
    """Tell whether these are too many variants, literals not counted."""
    if len(branches) <= MAX_BRANCHES:
        return False
    return sum(not isinstance(branch.node, Const) for branch in branches) > MAX_BRANCHES


def branch_of(node: Node, gates: Gates) -> Branch:
    """Give the variant of an operand that a node is."""
    use = gates.use if gates.own is None else None
    if isinstance(node, Record):
        return Branch(gated(said(node, gates.own), gates.own), gates.variant, use)
    if isinstance(node, ListOf | TupleOf | MapOf):
        node = said(node, None)
    return Branch(node, every(gates.own, gates.variant), use)


def met_again(node: Node, left: Branch, right: Branch) -> Branch:
    """Give a variant that two operands name, with what is said of the unions that it is of."""
    made = branch_of(node, Gates(None))
    words = Meta(sayings=(*of_unions(left.node), *of_unions(right.node)))
    return made if words == NO_META else replace(made, node=describe(made.node, words))


def spread(branches: list[Branch], words: Meta) -> list[Branch]:
    """Let what is said of a union stand on each of the variants that it is."""
    if words == NO_META:
        return branches
    return [replace(each, node=describe(each.node, words)) for each in branches]


def without_fields(node: Node, operands: Sequence[Part], entries: Sequence[Entry]) -> Node:
    """Give a record that has no field to bear the gates of its operands those itself.

    It is there where one of them is.
    """
    if not isinstance(node, Record) or node.fields:
        return node
    gates = [opened_name(part, entries).gate for part in operands]
    return hold(Part(node, some(*gates)))


def distinct(branches: list[Branch]) -> list[Branch]:
    """Merge leaves and names that stand there twice: visible where one of them is.

    Null under a gate stays apart from null beside it, which is nothing left without it.
    """
    kept: list[Branch] = []
    places: dict[tuple[Node, bool], int] = {}
    for branch in branches:
        leaf = branch.use or branch.node
        if not isinstance(leaf, Scalar | Const | Ref | Anything | Nothing):
            kept.append(branch)
            continue
        is_null = isinstance(branch.node, Scalar) and branch.node.kind == "null"
        at = places.setdefault((leaf, is_null and branch.gate is not None), len(kept))
        if at == len(kept):
            kept.append(branch)
        else:
            kept[at] = replace(kept[at], gate=some(kept[at].gate, branch.gate))
    return kept


def joined(branches: list[Branch]) -> Node | None:
    """Give one type for all variants, None where there are none."""
    nodes = [(branch.use or branch.node, branch.gate) for branch in branches]
    if not nodes:
        return None
    if len(nodes) == 1:
        return hold(Part(*nodes[0]))
    return Union(tuple(Member(node, gate) for node, gate in nodes))


def records_in(node: Node) -> list[Record]:
    """Give the records that stand open in a node, in order."""
    found: list[Record] = []
    todo = [node]
    while todo:
        part = todo.pop()
        if isinstance(part, Record):
            found.append(part)
        elif isinstance(part, Union):
            todo.extend(reversed([member.type for member in part.members]))
    return found
