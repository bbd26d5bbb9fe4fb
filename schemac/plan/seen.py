"""Nodes with gates in, what one caller sees of them on one side out, before anything is cut."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.plan.decisions import evaluate
from schemac.plan.layers import describe, join_constraints, join_meta
from schemac.plan.left import Leftovers
from schemac.plan.nodes import NO_META, Example, Meta, Record, Ref, Union
from schemac.plan.walk import children

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schemac.plan.facts import PlanFacts
    from schemac.plan.gates import Answer, Gate, Side
    from schemac.plan.nodes import Field, NamedType, Node

__all__ = ["EverythingSeen", "Seen"]


class Seen:
    """Answers for one caller's answers, on one side; `left` gains the types with something left."""

    def __init__(
        self,
        types: Sequence[NamedType],
        facts: PlanFacts,
        answers: Mapping[int, Answer],
        side: Side,
    ) -> None:
        self.types = types
        self.left: set[int] = set()
        self._facts = facts
        self._answers = answers
        self._side = side
        self.leftovers = Leftovers(
            self.is_open, self.shows, facts.null_types, facts.gated, facts.left
        )

    def is_open(self, gate: Gate | None) -> bool:
        """Tell whether this caller passes."""
        return gate is None or evaluate(gate, self._answers, self._side) == 1

    def shows(self, field: Field) -> bool:
        """Tell whether a field is shown, if anything of its type is left."""
        if field.read_only if self._side == "input" else field.write_only:
            return False
        return self.is_open(field.gate)

    def has_left(self, node: Node) -> bool:
        """Tell whether anything of a node is left."""
        return self.leftovers.has(node, self.left)

    def is_left(self, target: int) -> bool:
        """Tell whether anything of a named type is left."""
        return target in self.left or target in self._facts.left

    def meta(self, meta: Meta) -> Meta:
        """Give the words that are told, with their open examples only, and no gates."""
        if meta.sayings:
            return self._said(meta)
        if not meta.examples or all(example.gate is None for example in meta.examples):
            return meta
        shown = tuple(
            Example(example.value) for example in meta.examples if self.is_open(example.gate)
        )
        return Meta(meta.title, meta.description, shown, meta.deprecated)

    def _said(self, meta: Meta) -> Meta:
        told = self.meta(replace(meta, sayings=()))
        for saying in meta.sayings:
            if self.is_open(saying.gate):
                told = join_meta(told, self.meta(saying.words))
        return told

    def is_bare(self, node: Union | Ref) -> bool:
        """Tell whether this caller reads no words on the node itself."""
        return self.meta(node.meta) == NO_META

    def only(self, node: Node) -> tuple[Node, Meta]:
        """Give the member that is left of a union where one is, with the words of the union.

        Any other node is given back, without words: it has its own.
        """
        words = NO_META
        while isinstance(node, Union):
            member = self._only_member(node)
            if member is None:
                break
            words = join_meta(self.meta(node.meta), words)
            node = member
        return node, words

    def followed(self, ref: Ref) -> tuple[Ref, Node]:
        """Follow aliases: give the last use, with what each one adds, and the body it names.

        A union of which one use is left is an alias. Aliases that lead round in a circle, which
        name nothing that could be left, end somewhere.
        """
        body, words = self.only(self.types[ref.target].body)
        for _ in range(len(self.types)):
            if not isinstance(body, Ref):
                break
            ref = Ref(
                body.target,
                join_constraints(body.constraints, ref.constraints),
                closed=body.closed or ref.closed,
                meta=join_meta(join_meta(self.meta(body.meta), words), self.meta(ref.meta)),
            )
            body, words = self.only(self.types[ref.target].body)
        return ref, describe(body, words)

    def unaliased(self, ref: Ref) -> Ref:
        """Follow aliases that this caller sees nothing added by: they are the types they name.

        One that adds something is a type of its own, which may be a definition.
        """
        for _ in range(len(self.types)):
            body, words = self.only(self.types[ref.target].body)
            if words != NO_META or not isinstance(body, Ref):
                break
            if replace(body, meta=self.meta(body.meta)) != Ref(body.target):
                break
            ref = replace(ref, target=body.target)
        return ref

    def inside(self, node: Node) -> Sequence[Node]:
        """Give the nodes directly inside of which something is left."""
        if isinstance(node, Union):
            parts = [member.type for member in node.members if self.is_open(member.gate)]
        elif isinstance(node, Record):
            parts = [field.type for field in node.fields if self.shows(field)]
        else:
            return children(node)
        return [part for part in parts if self.has_left(part)]

    def _only_member(self, union: Union) -> Node | None:
        """Give the one member of which something is left, None where there are none or more.

        Where nothing of the whole is left (null alone is nothing), there is none.
        """
        found: Node | None = None
        for member in union.members:
            if self.is_open(member.gate) and self.has_left(member.type):
                if found is not None:
                    return None
                found = member.type
        return found if found is not None and self.has_left(union) else None


class EverythingSeen(Seen):
    """Sees all there is, which no caller need be able to: what is small here is so for anybody."""

    def is_open(self, gate: Gate | None) -> bool:  # noqa: ARG002 - as others ask
        """Tell that this gate is open."""
        return True

    def shows(self, field: Field) -> bool:  # noqa: ARG002 - as others ask
        """Tell that this field is shown."""
        return True

    def has_left(self, node: Node) -> bool:  # noqa: ARG002 - as others ask
        """Tell that something of this node is left."""
        return True

    def meta(self, meta: Meta) -> Meta:
        """Give the words that every caller reads: a node without them is bare for some."""
        examples = tuple(example for example in meta.examples if example.gate is None)
        return Meta(meta.title, meta.description, examples, meta.deprecated)
