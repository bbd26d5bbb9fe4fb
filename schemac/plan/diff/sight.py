"""A plan and a side in, under which grants something of a node is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from schemac.plan.diff.formula import CLOSED, OPEN, UNSURE, all_of, any_of, condition, measured
from schemac.plan.diff.reaches import Reach
from schemac.plan.facts import facts
from schemac.plan.left import reachable, telling
from schemac.plan.nodes import (
    Anything,
    Const,
    ListOf,
    MapOf,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)

if TYPE_CHECKING:
    from schemac.plan.diff.formula import Formula
    from schemac.plan.diff.reaches import Numbers
    from schemac.plan.gates import Gate, Side
    from schemac.plan.model import Plan
    from schemac.plan.nodes import Field, Node

__all__ = ["Sight"]

_STEPS_A_TYPE = 1_000
"""What each named type adds to the work that finding out about all of them may be."""


class Sight:
    """Conditions of one plan on one side. What grew too large to be known is `UNSURE`, or vague.

    Both plans share the `numbers` of a side, by which `reach` tells what is the same in them.
    """

    def __init__(self, plan: Plan, side: Side, numbers: Numbers) -> None:
        self.plan = plan
        self.side = side
        self._facts = facts(plan)
        self._places = numbers.places
        self._gates: dict[int, tuple[Gate, Formula]] = {}
        with measured(_STEPS_A_TYPE * len(plan.types)):
            self.reach = Reach(plan, self.gate, numbers)
            self._types = self._all_types()
        for target, found in self._types.items():
            if found is UNSURE:
                self._types[target] = numbers.vague(self.reach.named(target))

    def gate(self, gate: Gate | None) -> Formula:
        """Give when a gate is open. Gates are kept with that, so that their ids stay theirs."""
        if gate is None:
            return OPEN
        found = self._gates.get(id(gate))
        if found is None:
            found = (gate, condition(gate, self.plan.atoms, self.side, self._places))
            self._gates[id(gate)] = found
        return found[1]

    def field(self, field: Field) -> Formula:
        """Give when a field is there, its type aside."""
        hidden = field.read_only if self.side == "input" else field.write_only
        return CLOSED if hidden else self.gate(field.gate)

    def named(self, target: int) -> Formula:
        """Give when something of a named type is left."""
        return self._types.get(target, CLOSED)

    def left(self, node: Node) -> Formula:  # noqa: C901 - one frame a level, so one function
        """Give when something of a node is left. One frame a level."""
        match node:
            case Scalar() | Const() | Anything() | Nothing():
                return OPEN
            case Ref():
                return self.named(node.target)
            case ListOf():
                return self.left(node.item)
            case MapOf():
                return all_of((self.left(node.key), self.left(node.value)))
            case TupleOf():
                items: list[Formula] = []
                for item in node.items:
                    items.append(self.left(item))  # noqa: PERF401 - it would cost a frame
                return all_of(items)
            case Record():
                fields: list[Formula] = [CLOSED if node.fields else OPEN]
                for field in node.fields:
                    fields.append(  # noqa: PERF401 - as above
                        all_of((self.field(field), self.left(field.type)))
                    )
                return any_of(fields)
            case Union():
                members: list[Formula] = []
                for member in telling(node, self._facts.null_types, self._facts.gated):
                    members.append(  # noqa: PERF401 - as above
                        all_of((self.gate(member.gate), self.left(member.type)))
                    )
                return any_of(members)
            case _:
                assert_never(node)

    def _all_types(self) -> dict[int, Formula]:
        """Find the least fixed point, inner types first, so that two rounds mostly do."""
        count = len(self.plan.types)
        order = reachable(range(count), self._facts.references, lambda _: True)
        free = self._facts.left
        self._types = {target: OPEN if target in free else CLOSED for target in order}
        order = tuple(target for target in order if target not in free)
        rounds = 0
        pending = True
        while pending and rounds <= count + 1:
            pending = False
            rounds += 1
            for target in order:
                named = self.plan.types[target]
                found = all_of((self.gate(named.gate), self.left(named.body)))
                if self._types[target] not in {found, UNSURE}:
                    self._types[target] = found
                    pending = True
        if pending:
            self._types.update(dict.fromkeys(order, UNSURE))
        return self._types
