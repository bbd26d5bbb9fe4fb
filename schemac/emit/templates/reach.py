"""A root in, whether what it reaches can have a template out: no recursion, no twins."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from schemac.emit.defs import DEEPEST, levels
from schemac.emit.naming import declared_name
from schemac.emit.templates.gating import atoms_of
from schemac.emit.templates.parts import UnfitError
from schemac.emit.twins import twin_key
from schemac.plan.facts import facts
from schemac.plan.left import reachable
from schemac.plan.nodes import Ref
from schemac.plan.shown import as_shown
from schemac.plan.walk import children, gates_on, walk

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from schemac.plan.gates import Gate
    from schemac.plan.model import Plan
    from schemac.plan.nodes import Node

__all__ = ["Reach", "check_known"]


class Reach:
    """What the roots of a plan reach; each named type is looked at once."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._facts = facts(plan)
        self._asked: dict[int, tuple[Gate, ...]] = {}
        self._heights: dict[int, int] = {}

    def asked(self, root: Node, vocabulary: Container[int]) -> tuple[Gate, ...]:
        """Give the gates that stand on anything that a root reaches, and ask atoms.

        Raises UnfitError for one that no template is certain to give as it is.
        """
        facts_, types = self._facts, self._plan.types
        order = reachable(facts_.used_in(root), facts_.references, lambda _: True)
        if any(each in facts_.recursive or types[each].told is not None for each in order):
            raise UnfitError
        named = [types[each] for each in order if not isinstance(types[each].body, Ref)]
        shown = [as_shown(each, each.body) for each in named]
        if _repeats([declared_name(each) for each in shown]):
            raise UnfitError
        if _repeats([twin_key(as_shown(types[each], types[each].body)) for each in order]):
            raise UnfitError
        for each in order:
            if each not in self._asked:  # which is set last: two threads may be here
                self._heights[each] = self._height(types[each].body)
                self._asked[each] = _asked(types[each].body, types[each].gate)
        if self._height(root) > DEEPEST:
            raise UnfitError
        gates = [*_asked(root, None)]
        for each in order:
            gates.extend(self._asked[each])
        check_known(gates, vocabulary)
        return tuple(gates)

    def _height(self, body: Node) -> int:
        """Give how many levels of JSON a body has with all names in it inlined, at most."""
        tallest = 0
        todo = [(body, 1)]
        while todo:
            node, depth = todo.pop()
            if isinstance(node, Ref):
                tallest = max(tallest, depth - 1 + self._heights[node.target])
            else:
                tallest = max(tallest, depth + 1)
                todo.extend((child, depth + levels(node)) for child in children(node))
        return tallest


def check_known(gates: Iterable[Gate], vocabulary: Container[int]) -> None:
    """Raise UnfitError for a gate that asks other atoms.

    What is kept for callers who answer a tool's own questions alike must ask no other.
    """
    if not all(atom in vocabulary for gate in gates for atom in atoms_of(gate)):
        raise UnfitError


def _asked(body: Node, gate: Gate | None) -> tuple[Gate, ...]:
    gates = [each for node in walk(body) for each in gates_on(node)]
    if gate is not None:
        gates.append(gate)
    return tuple(each for each in dict.fromkeys(gates) if any(True for _ in atoms_of(each)))


def _repeats(keys: Sequence[object]) -> bool:
    return any(count > 1 for count in Counter(keys).values())
