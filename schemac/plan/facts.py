"""A plan in, what holds for all its callers out, computed once and kept with the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from schemac.plan.cycles import circular
from schemac.plan.left import Leftovers, has_value, is_null, reachable, solve
from schemac.plan.nodes import Ref, Union
from schemac.plan.seen import EverythingSeen, Seen
from schemac.plan.towers import Towers
from schemac.plan.walk import children, has_gate_itself, references, walk

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from schemac.plan.gates import Gate
    from schemac.plan.model import Plan
    from schemac.plan.nodes import Field, NamedType, Node

__all__ = ["UNSETTLED", "PlanFacts", "Unsettled", "facts"]


class Unsettled:
    """The type of `UNSETTLED`."""


UNSETTLED: Final = Unsettled()
"""Says that a node was not cut yet, where None says that nothing of it is left."""


def facts(plan: Plan) -> PlanFacts:
    """Give the plan's facts; the first call walks the whole plan, linear in its size."""
    known = plan.memo.get("facts")
    if isinstance(known, PlanFacts):
        return known
    made = PlanFacts(plan)
    plan.memo["facts"] = made
    return made


class PlanFacts:
    """References between named types, which of them depend on the caller, and what never does.

    The caches only ever gain entries that any thread would compute alike, so they need no lock.
    """

    def __init__(self, plan: Plan) -> None:
        bodies = {number: named.body for number, named in enumerate(plan.types)}
        self.references = {number: references(body) for number, body in bodies.items()}
        self.reached = _with_told(self.references, plan.types)
        self.gated = solve(
            bodies,
            self.references,
            lambda number, found: (
                plan.types[number].gate is not None
                or plan.types[number].told is not None
                or any(used in found for used in self.references[number])
                or any(map(has_gate_itself, walk(bodies[number])))
            ),
        )
        self.null_types = solve(
            bodies, self.references, lambda number, found: is_null(bodies[number], found)
        )
        self.recursive = circular(bodies, self.references)
        leftovers = Leftovers(_is_ungated, _is_plain, self.null_types, self.gated, set())
        free = tuple(number for number in bodies if number not in self.gated)
        valued = solve(
            free,
            self.references,
            lambda number, found: (
                leftovers.has(bodies[number], found) or has_value(bodies[number], found)
            ),
        )
        # An empty list is a value where the items have none, and still nothing is left to show.
        self.left = valued - solve(
            valued,
            self.references,
            lambda number, gone: not leftovers.has(bodies[number], _Without(valued, gone)),
        )
        self._types = plan.types
        self._free_towers: Towers | None = None
        self._may_tower: bool | None = None
        self._settled: dict[int, tuple[Node, Node | None]] = {}
        self._unsettled: dict[int, Node] = {}
        self._used: dict[int, tuple[Node, tuple[int, ...]]] = {}
        self.settled_types: dict[int, tuple[NamedType, tuple[int, ...]]] = {}

    def free_towers(self) -> Towers:
        """Give the unions too large to be written out in others that all callers see alike."""
        if self._free_towers is None:
            self._free_towers = self._towers(Seen(self._types, self, {}, "output"), self.left)
        return self._free_towers

    def may_tower(self) -> bool:
        """Tell whether some caller may see a union that is too large to be written out."""
        if self._may_tower is None:
            # Some caller may see of a circle no more than an arc.
            circles = (self._types[at].body for at in self.recursive if at in self.gated)
            self._may_tower = any(isinstance(body, Union | Ref) for body in circles) or bool(
                self._towers(EverythingSeen(self._types, self, {}, "output"), self.references)
            )
        return self._may_tower

    def _towers(self, seen: Seen, targets: Collection[int]) -> Towers:
        found = Towers(seen)
        order = reachable(targets, self.references, targets.__contains__)
        found.judge(order, self.recursive.__contains__)
        return found

    def used_in(self, root: Node) -> tuple[int, ...]:
        """Give the named types that a tool's input or output uses itself."""
        if id(root) not in self._used:
            self._used[id(root)] = (root, references(root))
        return self._used[id(root)][1]

    def settled(self, node: Node) -> Node | Unsettled | None:
        """Give how the node is cut for every caller, if that is known."""
        entry = self._settled.get(id(node))
        return UNSETTLED if entry is None else entry[1]

    def settle(self, node: Node, result: Node | None) -> None:
        """Remember how a node was cut, if it is cut so for every caller on either side."""
        if self.is_free(node):
            # The node is held so that no other can ever take its id.
            self._settled[id(node)] = (node, result)

    def is_free(self, node: Node) -> bool:
        """Tell whether all callers see the node alike.

        Cutting goes from the inside out, so what is inside is mostly known by now.
        """
        if id(node) in self._unsettled:
            return False
        if not has_gate_itself(node) and all(map(self._is_known_free, children(node))):
            return True
        self._unsettled[id(node)] = node
        return False

    def _is_known_free(self, node: Node) -> bool:
        if id(node) in self._settled:
            return True
        if id(node) in self._unsettled:
            return False
        return all(
            not has_gate_itself(part) and not (isinstance(part, Ref) and part.target in self.gated)
            for part in walk(node)
        )


def _with_told(
    used: Mapping[int, tuple[int, ...]], types: Sequence[NamedType]
) -> Mapping[int, tuple[int, ...]]:
    """Add what is told of arguments, which may name more than the type uses."""
    told = {number: each.told for number, each in enumerate(types) if each.told is not None}
    return {**used, **{at: (*used[at], *references(node)) for at, node in told.items()}}


class _Without:
    """What is in one set and not in another, without a third one."""

    def __init__(self, whole: set[int], gone: set[int]) -> None:
        self._whole = whole
        self._gone = gone

    def __contains__(self, target: object) -> bool:
        return target in self._whole and target not in self._gone


def _is_ungated(gate: Gate | None) -> bool:
    return gate is None


def _is_plain(field: Field) -> bool:
    return field.gate is None and not field.read_only and not field.write_only
