"""A union of the plan in, its members out, with those of the named unions in it in their place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from schemac.plan.layers import close, constrain, join_constraints, join_meta, layer
from schemac.plan.nodes import (
    NO_CONSTRAINTS,
    NO_META,
    Anything,
    Const,
    Constraints,
    Nothing,
    Ref,
    Scalar,
    Union,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Meta, NamedType, Node

__all__ = ["Part", "Splicer", "followed"]

_DEEPEST = 32
"""Unions with words of their own, each a member of the next by name: looked into this far."""


@dataclass(frozen=True, slots=True)
class Part:
    """A member: a node of the plan still to be cut, or (`is_cut`) one that is done.

    `constraints` and `closed` are to be added once it is cut.
    """

    node: Node
    constraints: Constraints = NO_CONSTRAINTS
    closed: bool = False
    is_cut: bool = False

    def finish(self, node: Node) -> Node:
        """Give the cut node with what is to be added."""
        bounded = constrain(node, self.constraints)
        return close(bounded) if self.closed else bounded


class View(Protocol):
    """What splicing asks of the one who cuts."""

    def is_open(self, gate: Gate | None) -> bool:
        """Tell whether the caller passes."""

    def is_left(self, target: int) -> bool:
        """Tell whether anything of a named type is left."""

    def has_left(self, node: Node) -> bool:
        """Tell whether anything of a node is left."""

    def stays(self, target: int) -> bool:
        """Tell whether a named union stays a name: one without end, or too large."""

    def leaf(self, node: Node) -> Node:
        """Give a node without its closed examples."""

    def meta(self, meta: Meta) -> Meta:
        """Give the words without their closed examples."""

    def named(self, target: int) -> tuple[NamedType, tuple[int, ...]]:
        """Give a named type, cut."""


def followed(ref: Ref, types: Sequence[NamedType]) -> tuple[Ref, Node]:
    """Follow aliases: give the last use, with what each one adds, and the body it names.

    Aliases that lead round in a circle name nothing that could be left, so none gets here.
    """
    body = types[ref.target].body
    while isinstance(body, Ref):
        ref = Ref(
            body.target,
            join_constraints(body.constraints, ref.constraints),
            closed=body.closed or ref.closed,
            meta=join_meta(body.meta, ref.meta),
        )
        body = types[ref.target].body
    return ref, body


class Splicer:
    """Flattens unions without a frame for each name, however long the chain of names is."""

    def __init__(self, view: View, types: Sequence[NamedType]) -> None:
        self._view = view
        self._types = types
        self._busy: set[int] = set()

    def parts(self, union: Union) -> list[Part]:
        """Give the open members of a union and of the bare unions in it, in order."""
        found: list[Part] = []
        spliced: set[Ref] = set()
        todo = self._inside(union, Part(union))
        while todo:
            part = todo.pop()
            node = part.node
            if isinstance(node, Union) and self._is_bare(node):
                if self._view.has_left(node):
                    todo.extend(self._inside(node, part))
            elif not isinstance(node, Ref):
                found.append(part)
            elif self._view.is_left(node.target):
                use, body = followed(_added(node, part), self._types)
                if not (isinstance(body, Union) and self._is_spliced(use, body)):
                    found.append(Part(self._kept(use, body), is_cut=True))
                elif use not in spliced:
                    # Names that are members twice would double the work at each level.
                    spliced.add(use)
                    todo.extend(self._inside(body, Part(use, use.constraints, use.closed)))
        return found

    def _inside(self, union: Union, part: Part) -> list[Part]:
        """Give the open members, the first one last, each with what is added to the whole."""
        return [
            Part(member.type, part.constraints, part.closed)
            for member in reversed(union.members)
            if self._view.is_open(member.gate)
        ]

    def _is_spliced(self, use: Ref, body: Union) -> bool:
        """Tell whether a named union gives its members; some would never end."""
        bare = self._is_bare(body) and self._is_bare(use)
        return bare and not self._view.stays(use.target)

    def _is_bare(self, node: Union | Ref) -> bool:
        return self._view.meta(node.meta) == NO_META

    def _kept(self, use: Ref, body: Node) -> Node:
        """Give a use that stays a member: what it names where that is a scalar, else the use."""
        use = replace(use, meta=self._view.meta(use.meta))
        if isinstance(body, Union):
            body = self._looked_into(use.target, body)
        if isinstance(body, Scalar | Const | Anything | Nothing):
            return layer(self._view.leaf(body), use)
        return use

    def _looked_into(self, target: int, body: Union) -> Node:
        """Cut a named union: where one member is left, it is that member."""
        if self._view.stays(target):
            # A record, a list or a map is left in it, so only `untyped` could make it a leaf.
            open_ones = (part.node for part in self._inside(body, Part(body)))
            return next((node for node in open_ones if isinstance(node, Anything)), body)
        if target in self._busy or len(self._busy) >= _DEEPEST:
            return body
        self._busy.add(target)
        try:
            return self._view.named(target)[0].body
        finally:
            self._busy.remove(target)


def _added(ref: Ref, part: Part) -> Ref:
    if part.constraints == NO_CONSTRAINTS and not part.closed:
        return ref
    return replace(
        ref,
        constraints=join_constraints(ref.constraints, part.constraints),
        closed=ref.closed or part.closed,
    )
