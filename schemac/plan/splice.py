"""A union of the plan in, its members out, with those of the named unions in it in their place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from schemac.plan.everything import Everything
from schemac.plan.layers import close, constrain, describe, join_constraints, join_meta, layer
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
    from schemac.plan.nodes import Meta, NamedType, Node
    from schemac.plan.seen import Seen

__all__ = ["Part", "Splicer"]


@dataclass(frozen=True, slots=True)
class Part:
    """A member: a node of the plan still to be cut, or (`is_cut`) one that is done.

    `constraints`, `closed` and `words` are to be added once it is cut.
    """

    node: Node
    constraints: Constraints = NO_CONSTRAINTS
    closed: bool = False
    words: Meta = NO_META
    is_cut: bool = False

    def finish(self, node: Node) -> Node:
        """Give the cut node with what is to be added."""
        if self.constraints is NO_CONSTRAINTS and self.words is NO_META and not self.closed:
            return node
        bounded = constrain(node, self.constraints)
        return describe(close(bounded) if self.closed else bounded, self.words)


class Cuts(Protocol):
    """What splicing asks of the one who cuts."""

    def stays(self, target: int) -> bool:
        """Tell whether a named union stays a name: one without end, or too large."""

    def leaf(self, node: Node) -> Node:
        """Give a node without its closed examples."""

    def is_cut(self, target: int) -> bool:
        """Tell whether a named type was cut, so that `named` has nothing to do."""

    def named(self, target: int) -> tuple[NamedType, tuple[int, ...]]:
        """Give a named type, cut."""


class Splicer:
    """Flattens unions without a frame for each name, however long the chain of names is."""

    def __init__(self, seen: Seen, cuts: Cuts) -> None:
        self._seen = seen
        self._cuts = cuts
        self._everything = Everything(seen)

    def parts(self, union: Union) -> list[Part]:
        """Give the open members of a union and of the bare unions in it, in order.

        Where one member is left, a name stays one: there is no union that it could be opened in.
        """
        only, words = self._seen.only(union)
        if only is not union:
            return [Part(only, words=words)]
        found: list[Part] = []
        met: set[Ref] = set()
        todo = self._inside(union, Part(union))
        while todo:
            part = self._only(todo.pop())
            node = part.node
            if isinstance(node, Union) and part.words == NO_META and self._seen.is_bare(node):
                if self._seen.has_left(node):
                    todo.extend(self._inside(node, part))
            elif not isinstance(node, Ref):
                found.append(part)
            elif self._seen.is_left(node.target):
                whole = _added(node, part)
                use, body = self._seen.followed(whole)
                if use in met:
                    # Names that are members twice would double the work at each level.
                    continue
                met.add(use)
                if isinstance(body, Union) and self._is_spliced(use, body):
                    todo.extend(self._inside(body, Part(use, use.constraints, use.closed)))
                else:
                    found.append(Part(self._kept(whole, use, body), is_cut=True))
        return found

    def _only(self, part: Part) -> Part:
        """Give what is left of a union of which one member is."""
        if not isinstance(part.node, Union):
            return part
        node, words = self._seen.only(part.node)
        return part if node is part.node else replace(part, node=node, words=words)

    def _inside(self, union: Union, part: Part) -> list[Part]:
        """Give the open members, the first one last, each with what is added to the whole."""
        return [
            Part(member.type, part.constraints, part.closed)
            for member in reversed(union.members)
            if self._seen.is_open(member.gate)
        ]

    def _is_spliced(self, use: Ref, body: Union) -> bool:
        """Tell whether a named union gives its members; some would never end."""
        bare = self._seen.is_bare(body) and self._seen.is_bare(use)
        return bare and not self._cuts.stays(use.target)

    def _kept(self, member: Ref, use: Ref, body: Node) -> Node:
        """Give a member that is a name: what it names where that is a scalar, else the name.

        `use` is the last one that it leads to. A name on the way that adds something stays: written
        out at each use, what it closes would double at each level.
        """
        use = replace(use, meta=self._seen.meta(use.meta))
        if isinstance(body, Union):
            body = self._looked_into(use.target, body)
        if isinstance(body, Scalar | Const | Anything | Nothing):
            return layer(self._cuts.leaf(body), use)
        if use.target == member.target:
            return use
        kept = self._seen.unaliased(member)
        return replace(kept, meta=self._seen.meta(kept.meta))

    def _looked_into(self, target: int, body: Union) -> Node:
        """Cut a named union: where one member is left, it is that member."""
        if self._cuts.stays(target):
            # A record, a list or a map is left in it, so only `untyped` could make it a leaf.
            return self._everything.of(target) or body
        if not self._cuts.is_cut(target):
            self._cut_below(target)
        return self._cuts.named(target)[0].body

    def _cut_below(self, target: int) -> None:
        """Cut the unions that a named union is looked into for, inner ones first.

        So none is cut while another is, however long the chain of names is.
        """
        todo = [(target, False)]
        entered: set[int] = set()
        while todo:
            union, is_ready = todo.pop()
            if is_ready:
                self._cuts.named(union)
            elif union not in entered and not self._cuts.is_cut(union):
                entered.add(union)
                todo.append((union, True))
                todo.extend((inner, False) for inner in self._unions_in(union))

    def _unions_in(self, target: int) -> list[int]:
        """Give the named unions that are members of unions in what is seen of a type."""
        found: list[int] = []
        todo = [(self._seen.types[target].body, False)]
        while todo:
            node, is_member = todo.pop()
            node, _ = self._seen.only(node)
            if isinstance(node, Ref):
                if is_member:
                    use, body = self._seen.followed(node)
                    if isinstance(body, Union) and not self._cuts.stays(use.target):
                        found.append(use.target)
            else:
                is_union = isinstance(node, Union)
                todo.extend((child, is_union) for child in self._seen.inside(node))
        return found


def _added(ref: Ref, part: Part) -> Ref:
    if part.constraints == NO_CONSTRAINTS and not part.closed and part.words == NO_META:
        return ref
    return replace(
        ref,
        constraints=join_constraints(ref.constraints, part.constraints),
        closed=ref.closed or part.closed,
        meta=join_meta(ref.meta, part.words),
    )
