"""A node in, the gate under which something is left of it out."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, assert_never

from schemac.plan.facts import PlanFacts
from schemac.plan.gates import Never
from schemac.plan.left import is_null, telling
from schemac.plan.model import Plan
from schemac.plan.nodes import (
    Anything,
    Const,
    ListOf,
    MapOf,
    NamedType,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.planner.gates import every, is_larger, some
from schemac.planner.steps import run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Node
    from schemac.planner.steps import Steps
    from schemac.planner.table import Entry

__all__ = ["Visibility"]

_MAX_STEPS = 50_000

_LARGEST = 2_000
"""Parts of a gate: one of names that use two others each would double at each."""


class Visibility:
    """Says when something of a type is left, for finished types."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._known: dict[int, Gate | None] = {}
        self._steps = 0
        self._path: set[int] = set()
        self.gave_up = False

    @cached_property
    def _facts(self) -> PlanFacts:
        named = (NamedType("", entry.body or Nothing(), gate=entry.gate) for entry in self._entries)
        return PlanFacts(Plan((), tuple(named), ()))

    def of(self, node: Node) -> Gate | None:
        """Give the gate; where it would be too much work, `Never`, and `gave_up` is set."""
        self._steps = 0
        self._path = set()
        gate, _ = run(self._left(node))
        if self._steps > _MAX_STEPS:
            self.gave_up = True
            return Never()
        return gate

    def is_null(self, node: Node) -> bool:
        """Tell whether the node is null and nothing else."""
        return is_null(node, self._facts.null_types)

    def is_gated(self, target: int) -> bool:
        """Tell whether a gate is in reach of a named type."""
        return target in self._facts.gated

    def _left(self, node: Node) -> Steps[tuple[Gate | None, bool]]:
        """Give the gate, and whether it holds whatever is on the path.

        A type on the path counts as not visible: so the least fixed point comes out.
        """
        self._steps += 1
        if self._steps > _MAX_STEPS:
            return Never(), False
        match node:
            case Scalar() | Const() | Anything() | Nothing():
                return None, True
            case Ref():
                found: tuple[Gate | None, bool] = yield self._named(node.target)
            case ListOf():
                found = yield self._all(((node.item, None),))
            case TupleOf():
                found = yield self._all(tuple((item, None) for item in node.items))
            case MapOf():
                found = yield self._all(((node.key, None), (node.value, None)))
            case Record() if not node.fields:
                return None, True
            case Record():
                parts = tuple((field.type, field.gate) for field in node.fields)
                found = yield self._any(parts)
            case Union():
                found = yield self._any(self._telling(node))
            case _:
                assert_never(node)
        return found

    def _telling(self, node: Union) -> tuple[tuple[Node, Gate | None], ...]:
        told = telling(node, self._facts.null_types, self._facts.gated)
        return tuple((member.type, member.gate) for member in told)

    def _named(self, target: int) -> Steps[tuple[Gate | None, bool]]:
        if target in self._known:
            return self._known[target], True
        if target in self._path:
            return Never(), False
        self._path.add(target)
        entry = self._entries[target]
        gate, is_sure = yield self._left(entry.body or Nothing())
        self._path.discard(target)
        gate = every(entry.gate, gate)
        if is_larger(gate, _LARGEST):
            self._steps = _MAX_STEPS + 1
            return Never(), False
        if isinstance(gate, Never) and target in self._facts.left:
            # No gate is in reach, and it holds some value, even if only by holding itself.
            gate, is_sure = None, True
        if self._steps <= _MAX_STEPS and (is_sure or gate is None or not self._path):
            self._known[target] = gate
            is_sure = True
        return gate, is_sure

    def _all(self, parts: tuple[tuple[Node, Gate | None], ...]) -> Steps[tuple[Gate | None, bool]]:
        gates: list[Gate | None] = []
        is_sure = True
        for node, gate in parts:
            left, sure = yield self._left(node)
            gates.extend((gate, left))
            is_sure = is_sure and sure
        return every(*gates), is_sure

    def _any(self, parts: tuple[tuple[Node, Gate | None], ...]) -> Steps[tuple[Gate | None, bool]]:
        gates: list[Gate | None] = []
        is_sure = True
        for node, gate in parts:
            left, sure = yield self._left(node)
            whole = every(gate, left)
            if whole is None:
                return None, True
            gates.append(whole)
            is_sure = is_sure and sure
        return some(*gates), is_sure
