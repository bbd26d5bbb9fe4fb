"""Linked types in, what a tool reaches out: its vocabulary and the defaults it asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.nodes import Record, Union
from schemac.plan.walk import gates_on, references, walk
from schemac.planner.gates import asked_in
from schemac.resolve.cycles import components

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from schemac.plan.gates import Gate
    from schemac.plan.nodes import NamedType, Node

__all__ = ["Reach"]


class Reach:
    """Answers what is reached from some nodes; each type is read once, whoever reaches it."""

    def __init__(self, types: Sequence[NamedType]) -> None:
        self._references = [references(named.body) for named in types]
        self._defaults = [tuple(_defaults(named.body)) for named in types]
        own = [frozenset(_asked(named)) for named in types]
        self._atoms: list[frozenset[int]] = [frozenset()] * len(types)
        self._asks = [False] * len(types)
        for group in components(self._references):
            self._join(group, own)

    def _join(self, group: Sequence[int], own: Sequence[frozenset[int]]) -> None:
        """Give the types that reach each other what all of them and those below reach."""
        below = {target for number in group for target in self._references[number]}
        atoms = frozenset().union(
            *(own[number] for number in group), *(self._atoms[target] for target in below)
        )
        asks = any(self._defaults[number] for number in group) or any(
            self._asks[target] for target in below
        )
        for number in group:
            self._atoms[number] = atoms
            self._asks[number] = asks

    def vocabulary(self, nodes: Sequence[Node], gates: Iterable[Gate | None]) -> tuple[int, ...]:
        """Give the atoms that the nodes and gates can ask, ascending."""
        atoms: set[int] = set()
        for gate in gates:
            atoms.update(asked_in(gate))
        for node in nodes:
            atoms.update(_atoms(node))
            for target in references(node):
                atoms |= self._atoms[target]
        return tuple(sorted(atoms))

    def defaults_asked(self, nodes: Sequence[Node]) -> tuple[str, ...]:
        """Give the keys of `@default_for` that the nodes can ask, in order of first use."""
        keys: dict[str, None] = {}
        for node in nodes:
            keys.update(dict.fromkeys(_defaults(node)))
        for target in self._asking(nodes):
            keys.update(dict.fromkeys(self._defaults[target]))
        return tuple(keys)

    def _asking(self, nodes: Sequence[Node]) -> Iterator[int]:
        seen: set[int] = set()
        todo = [target for node in nodes for target in references(node)]
        while todo:
            level, todo = todo, []
            for target in level:
                if self._asks[target] and target not in seen:
                    seen.add(target)
                    yield target
                    todo.extend(self._references[target])


def _asked(named: NamedType) -> Iterator[int]:
    yield from asked_in(named.gate)
    yield from _atoms(named.body)
    if named.told is not None:
        yield from _atoms(named.told)


def _atoms(node: Node) -> Iterator[int]:
    for part in walk(node):
        if isinstance(part, Record | Union) or part.meta.examples or part.meta.sayings:
            # Nothing else has gates on it, and most parts are something else.
            for gate in gates_on(part):
                yield from asked_in(gate)


def _defaults(node: Node) -> Iterator[str]:
    for part in walk(node):
        if isinstance(part, Record):
            for field in part.fields:
                if field.default_for is not None:
                    yield field.default_for
