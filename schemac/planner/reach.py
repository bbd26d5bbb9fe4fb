"""Linked types in, what a tool reaches out: its vocabulary and the defaults it asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.nodes import Record
from schemac.plan.walk import gates_on, references, walk
from schemac.planner.gates import asked_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from schemac.plan.gates import Gate
    from schemac.plan.nodes import NamedType, Node

__all__ = ["Reach"]


class Reach:
    """Answers what is reached from some nodes; each type is read once."""

    def __init__(self, types: Sequence[NamedType]) -> None:
        bodies = [named.body for named in types]
        self._references = [references(body) for body in bodies]
        self._atoms = [frozenset((*asked_in(named.gate), *_atoms(named.body))) for named in types]
        self._defaults = [tuple(_defaults(body)) for body in bodies]

    def vocabulary(self, nodes: Sequence[Node], gates: Iterable[Gate | None]) -> tuple[int, ...]:
        """Give the atoms that the nodes and gates can ask, ascending."""
        atoms: set[int] = set()
        for gate in gates:
            atoms.update(asked_in(gate))
        for node in nodes:
            atoms.update(_atoms(node))
        for target in self._targets(nodes):
            atoms |= self._atoms[target]
        return tuple(sorted(atoms))

    def defaults_asked(self, nodes: Sequence[Node]) -> tuple[str, ...]:
        """Give the keys of `@default_for` that the nodes can ask, in order of first use."""
        keys: dict[str, None] = {}
        for node in nodes:
            keys.update(dict.fromkeys(_defaults(node)))
        for target in self._targets(nodes):
            keys.update(dict.fromkeys(self._defaults[target]))
        return tuple(keys)

    def _targets(self, nodes: Sequence[Node]) -> Iterator[int]:
        seen: set[int] = set()
        todo = [target for node in nodes for target in references(node)]
        while todo:
            level, todo = todo, []
            for target in level:
                if target not in seen:
                    seen.add(target)
                    yield target
                    todo.extend(self._references[target])


def _atoms(node: Node) -> Iterator[int]:
    for part in walk(node):
        for gate in gates_on(part):
            yield from asked_in(gate)


def _defaults(node: Node) -> Iterator[str]:
    for part in walk(node):
        if isinstance(part, Record):
            for field in part.fields:
                if field.default_for is not None:
                    yield field.default_for
