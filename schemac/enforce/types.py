"""Nodes of a shape in, the same with uses of names looked through."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from schemac.plan.cycles import circular
from schemac.plan.nodes import (
    NO_CONSTRAINTS,
    Anything,
    Const,
    Constraints,
    ListOf,
    MapOf,
    Member,
    Node,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.plan.walk import references

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from schemac.enforce.values import Raw
    from schemac.plan.nodes import NamedType

__all__ = ["Types", "parts", "tightened"]

MOST_WRITTEN_OUT = 8
"""Named types that are written out in one another at most."""

_LARGER = frozenset({"min", "exclusive_min"})
_SMALLER = frozenset({"max", "exclusive_max"})
_NO_STRING_KINDS = frozenset({"integer", "number", "boolean", "null"})


class Types:
    """The named types of one shape."""

    def __init__(self, named: Mapping[int, NamedType]) -> None:
        self._named = named
        self._circular: frozenset[int] | None = None
        self._effective: dict[Ref, Node] = {}
        self._numbers: dict[int, int] = {}
        self._fresh = count()
        self._heights: dict[tuple[int, int], int] = {}

    def effective(self, node: Node) -> Node:
        """Give what a use stands for, with what it adds put in; never a `Ref`."""
        if not isinstance(node, Ref):
            return node
        known = self._effective.get(node)
        if known is None:
            known = node
            while isinstance(known, Ref):
                known = _used(self._named[known.target].body, known)
            # The first to come decides for all threads: what is known of a node is known by its id.
            known = self._effective.setdefault(node, known)
        return known

    def alternatives(self, node: Node) -> Iterator[Node]:
        """List the members of a union, unions inside it opened, each as its use was written.

        A name that comes again, whatever the words beside it, fits no other values.
        """
        waiting = [node]
        seen: set[tuple[int, Constraints, bool]] = set()
        while waiting:
            each = waiting.pop()
            if isinstance(each, Ref):
                key = (each.target, each.constraints, each.closed)
                if key in seen:
                    continue
                seen.add(key)
            inner = self.effective(each)
            if isinstance(inner, Union):
                waiting.extend(member.type for member in reversed(inner.members))
            else:
                yield each

    def opened(self, node: Union) -> Union:
        """Give the union of all its alternatives, uses of names looked through."""
        found = map(self.effective, self.alternatives(node))
        return Union(tuple(Member(each) for each in found))

    def holds_named_union(self, node: Union) -> bool:
        """Say whether a member is the use of a union, which may lead back to this one."""
        return any(
            isinstance(member.type, Ref) and isinstance(self.effective(member.type), Union)
            for member in node.members
        )

    def nullable(self, node: Node) -> bool:
        """Say whether null is a value of this type."""
        return any(
            isinstance(inner, Anything) or (isinstance(inner, Scalar) and inner.kind == "null")
            for inner in map(self.effective, self.alternatives(node))
        )

    def only(self, node: Node) -> Node | None:
        """Give the one type, null aside, that stands here."""
        others = [
            inner
            for inner in map(self.effective, self.alternatives(node))
            if not (isinstance(inner, Scalar) and inner.kind == "null")
        ]
        return others[0] if len(others) == 1 else None

    def takes_text(self, node: Node) -> bool:
        """Say whether some string could be a value of this type."""
        return any(_takes_text(self.effective(inner)) for inner in self.alternatives(node))

    def takes_container(self, node: Node) -> bool:
        """Say whether some object or list could be a value of this type."""
        return any(
            isinstance(self.effective(inner), Record | MapOf | ListOf | TupleOf | Anything)
            for inner in self.alternatives(node)
        )

    def number(self, node: Union) -> int:
        """Give each union of the shape a number; it lives as long as the shape."""
        known = self._numbers.get(id(node))
        return self._numbers.setdefault(id(node), next(self._fresh)) if known is None else known

    def recursive(self, target: int) -> bool:
        """Say whether a named type can reach itself."""
        if self._circular is None:
            edges = {number: references(named.body) for number, named in self._named.items()}
            self._circular = circular(edges, edges)
        return target in self._circular

    def height(self, node: Node, names: int = MOST_WRITTEN_OUT) -> int:
        """Count the containers that stand in one another, through as many names.

        Named types that are never written out where they are used are not counted.
        """
        tallest = 0
        todo = [(node, 0)]
        while todo:
            each, above = todo.pop()
            if isinstance(each, Ref):
                tallest = max(tallest, above + self._height_of(each.target, names))
                continue
            above += isinstance(each, Record | ListOf | TupleOf | MapOf)
            tallest = max(tallest, above)
            todo.extend((part, above) for part in parts(each))
        return tallest

    def _height_of(self, target: int, names: int) -> int:
        if not names or self.recursive(target):
            return 0
        key = (target, names)
        if key not in self._heights:
            self._heights[key] = self.height(self._named[target].body, names - 1)
        return self._heights[key]

    def literal_texts(self, node: Node) -> frozenset[str] | None:
        """List the keys of a map whose keys are literals; None where keys are free."""
        found: set[str] = set()
        for inner in map(self.effective, self.alternatives(node)):
            if not isinstance(inner, Const):
                return None
            found.add(json.loads(inner.text))
        return frozenset(found)


def parts(node: Node) -> Iterable[Node]:
    """List the nodes directly inside a node."""
    match node:
        case ListOf(item=item):
            return (item,)
        case TupleOf(items=items):
            return items
        case MapOf(value=value):
            return (value,)
        case Record(fields=inner):
            return [field.type for field in inner]
        case Union(members=members):
            return [member.type for member in members]
        case _:
            return ()


def _takes_text(node: Node) -> bool:
    match node:
        case Scalar(kind=kind):
            return kind not in _NO_STRING_KINDS
        case Const(kind=kind):
            return kind == "string"
        case Anything():
            return True
        case _:
            return False


def _used(body: Node, use: Ref) -> Node:
    """Put the additions of a use into the body that it names."""
    added = use.constraints
    match body:
        case Record() if use.closed:
            return replace(body, closed=True)
        case Scalar() | ListOf() | MapOf() if added != NO_CONSTRAINTS:
            return replace(body, constraints=tightened(body.constraints, added))
        case Ref():
            return replace(
                body,
                constraints=tightened(body.constraints, added),
                closed=body.closed or use.closed,
            )
        case Union() if added != NO_CONSTRAINTS or use.closed:
            return replace(body, members=tuple(_member(member, use) for member in body.members))
        case _:
            return body


def _member(member: Member, use: Ref) -> Member:
    if isinstance(member.type, Scalar) and member.type.kind == "null":
        return member
    return replace(member, type=_used(member.type, use))


def tightened(one: Constraints, other: Constraints) -> Constraints:
    """Join the constraints of a type and of its use: of two bounds the tighter holds."""
    if one == NO_CONSTRAINTS:
        return other
    if other == NO_CONSTRAINTS:
        return one
    joined: dict[str, Any] = {}
    for each in fields(Constraints):
        joined[each.name] = _joined(each.name, getattr(one, each.name), getattr(other, each.name))
    return Constraints(**joined)


def _joined(name: str, one: Raw, other: Raw) -> Raw:
    if name == "unique":
        return one or other
    if one is None or other is None:
        return one if other is None else other
    if name in _LARGER:
        return max(one, other)
    if name in _SMALLER:
        return min(one, other)
    return other
