"""A plan in, a number for each of its nodes out: equal ones stand for the same, all the way down.

Two plans that are numbered together can so be compared without a look inside: what has one
number differs in nothing that a caller could meet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from schemac.plan.cycles import components
from schemac.plan.diff.diagrams import UNSURE, vague
from schemac.plan.facts import facts
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
from schemac.plan.walk import children

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from schemac.plan.diff.diagrams import Formula
    from schemac.plan.gates import Gate
    from schemac.plan.model import Plan
    from schemac.plan.nodes import Field, Meta, NamedType, Node

__all__ = ["Numbers", "Reach"]


class Numbers:
    """The numbers of all that two plans hold on one side; of atoms their places in diagrams."""

    def __init__(self, *plans: Plan) -> None:
        # A plan lists atoms as it asks them, so those on the way to one type stand together. The
        # longer list has most of what is in the other.
        listed = sorted((plan.atoms for plan in plans), key=len, reverse=True)
        atoms = dict.fromkeys(atom for each in listed for atom in each)
        self.places = {atom: place for place, atom in enumerate(atoms)}
        self._known: dict[Hashable, int] = {}
        self._vague: dict[int, Formula] = {}

    def of(self, what: Hashable) -> int:
        """Give the number of something, a new one where it was not met."""
        return self._known.setdefault(what, len(self._known))

    def vague(self, number: int) -> Formula:
        """Give what stands for the condition of something where that is too much to find out.

        It is one for the same in both plans, so that the same is no difference.
        """
        found = self._vague.get(number)
        if found is None:
            found = self._vague[number] = vague()
        return found


class Reach:
    """Numbers the nodes of one plan. Gates count as the conditions that they are."""

    def __init__(
        self, plan: Plan, gate: Callable[[Gate | None], Formula], numbers: Numbers
    ) -> None:
        self._types = plan.types
        self._gate_of = gate
        self._numbers = numbers
        self._nodes: dict[int, tuple[Node, int]] = {}
        self._named: dict[int, Hashable] = {}
        edges = facts(plan).references
        for circle in components(range(len(plan.types)), edges):
            if len(circle) == 1 and circle[0] not in edges[circle[0]]:
                self._named[circle[0]] = numbers.of(self._type(circle[0], self._nodes))
            else:
                self._circle(sorted(circle))

    def named(self, target: int) -> int:
        """Give the number of a named type."""
        return self._numbers.of(self._named[target])

    def node(self, node: Node) -> int:
        """Give the number of a node."""
        return self._node(node, self._nodes)

    def field(self, field: Field) -> int:
        """Give the number of a field."""
        return self._numbers.of((self._field(field), self.node(field.type)))

    def _circle(self, circle: Sequence[int]) -> None:
        """Give numbers to types that hold each other: inside, they go by their names."""
        names: dict[Hashable, int] = {}
        for target in circle:
            name = _name(self._types[target])
            names[name] = names.get(name, 0) + 1
            self._named[target] = ("within", name, names[name])
        inside: dict[int, tuple[Node, int]] = {}
        held = {target: (self._named[target], self._type(target, inside)) for target in circle}
        whole = self._numbers.of(frozenset(held.values()))
        for target, (name, _) in held.items():
            self._named[target] = self._numbers.of((whole, name))

    def _type(self, target: int, known: dict[int, tuple[Node, int]]) -> Hashable:
        named = self._types[target]
        return (_name(named), self._gate(named.gate), self._node(named.body, known))

    def _node(self, node: Node, known: dict[int, tuple[Node, int]]) -> int:
        """Give a node its number after what is inside. Nodes are kept, so that ids stay theirs."""
        todo = [node]
        pending: list[Node] = []
        while todo:
            part = todo.pop()
            if id(part) not in known:
                pending.append(part)
                todo.extend(children(part))
        for part in reversed(pending):
            inner = tuple(known[id(child)][1] for child in children(part))
            key = (type(part).__name__, self._meta(part.meta), *self._here(part), inner)
            known[id(part)] = (part, self._numbers.of(key))
        return known[id(node)][1]

    def _here(self, node: Node) -> tuple[Hashable, ...]:
        """Give what a node is, its words and what is inside aside."""
        match node:
            case Scalar():
                return (node.kind, node.constraints)
            case Const():
                return (node.kind, node.text)
            case Anything() | Nothing() | TupleOf():
                return ()
            case ListOf():
                return (node.is_set, node.constraints)
            case MapOf():
                return (node.constraints,)
            case Record():
                return (node.closed, tuple(map(self._field, node.fields)))
            case Union():
                return tuple(self._gate(member.gate) for member in node.members)
            case Ref():
                return (self._named[node.target], node.constraints, node.closed)
            case _:
                assert_never(node)

    def _field(self, field: Field) -> Hashable:
        """Give what a field is, its type aside."""
        default = field.default and (field.default.value, self._gate(field.default.gate))
        return (
            field.name,
            field.required,
            self._gate(field.gate),
            field.deprecated,
            field.read_only,
            field.write_only,
            default,
            field.default_for,
            field.depends_on,
            field.header,
        )

    def _meta(self, meta: Meta) -> Hashable:
        examples = tuple((each.value, self._gate(each.gate)) for each in meta.examples)
        sayings = tuple((self._meta(each.words), self._gate(each.gate)) for each in meta.sayings)
        return (meta.title, meta.description, meta.deprecated, examples, sayings)

    def _gate(self, gate: Gate | None) -> Hashable:
        """Give the condition of a gate; one that cannot be known is like no other."""
        found = self._gate_of(gate)
        return object() if found is UNSURE else found


def _name(named: NamedType) -> Hashable:
    return (named.name, named.arguments, named.file, named.owner, named.shown, named.spelled)
