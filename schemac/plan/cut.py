"""Nodes with gates in, what one caller may see of them on one side out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.plan.argument_texts import ArgumentTexts
from schemac.plan.cycles import circular
from schemac.plan.facts import Unsettled
from schemac.plan.flat import union_of
from schemac.plan.left import reachable, solve
from schemac.plan.model import Shape
from schemac.plan.nodes import (
    Anything,
    Const,
    Default,
    Field,
    ListOf,
    MapOf,
    NamedType,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.plan.seen import Seen
from schemac.plan.shown import as_shown
from schemac.plan.splice import Splicer
from schemac.plan.towers import Towers
from schemac.plan.walk import references

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Mapping, Sequence

    from schemac.plan.facts import PlanFacts
    from schemac.plan.gates import Answer, Side
    from schemac.plan.nodes import Node

__all__ = ["Cutter"]


class Cutter:
    """Cuts the nodes of a plan for one caller's answers, on one side, below one root."""

    def __init__(
        self,
        types: Sequence[NamedType],
        facts: PlanFacts,
        answers: Mapping[int, Answer],
        side: Side,
    ) -> None:
        self._types = types
        self._facts = facts
        self.seen = Seen(types, facts, answers, side)
        self._below: tuple[int, ...] = ()
        self._recursive: frozenset[int] | None = None
        self._towers: Towers | None = None
        self._cut_types: dict[int, tuple[NamedType, tuple[int, ...]]] = {}
        self._splicer = Splicer(self.seen, self)
        self._texts = ArgumentTexts(types, self)

    def look_below(self, root: Node) -> None:
        """Find what is left of the named types that the root can reach; call this first."""
        facts = self._facts
        gated = reachable(facts.used_in(root), facts.reached, facts.gated.__contains__)
        self.seen.left |= solve(gated, facts.references, self._type_has_left)
        self._below = gated
        self._recursive = None
        self._towers = None

    def shape(self, root: Node) -> Shape | None:
        """Give what is left of the root, with the types it needs; None where nothing is."""
        shown = self.cut(root)
        if shown is None:
            return None
        types: dict[int, NamedType] = {}
        todo = list(reversed(references(shown)))
        while todo:
            target = todo.pop()
            if target not in types:
                types[target], used = self.named(target)
                todo.extend(reversed(used))
        return Shape(shown, types)

    def stays(self, target: int) -> bool:
        """Tell whether a named union stays a name in unions: one without end, or too large."""
        return self._is_recursive(target) or target in self._large()

    def _large(self) -> Towers:
        """Give the unions that are too large by what this caller may see."""
        if self._towers is None:
            self._towers = Towers(self.seen, self._facts.free_towers())
            if self._facts.may_tower():
                shown = self._shown_below(set(self._below))
                order = reachable(shown, shown, shown.__contains__)
                self._towers.judge(order, self._is_recursive)
        return self._towers

    def _is_recursive(self, target: int) -> bool:
        """Tell whether a named type can reach itself by what this caller may see."""
        if target not in self._facts.recursive:
            return False
        if target not in self._facts.gated:
            return True
        if self._recursive is None:
            shown = self._shown_below(self._facts.recursive.intersection(self._below))
            self._recursive = circular(shown, shown)
        return target in self._recursive

    def is_cut(self, target: int) -> bool:
        """Tell whether a named type was cut, so that `named` has nothing to do."""
        return target in self._cache(target)

    def _cache(self, target: int) -> dict[int, tuple[NamedType, tuple[int, ...]]]:
        return self._cut_types if target in self._facts.gated else self._facts.settled_types

    def named(self, target: int) -> tuple[NamedType, tuple[int, ...]]:
        """Give a named type, cut, of which something is left, and the names used in it."""
        cache = self._cache(target)
        if target not in cache:
            plan = self._types[target]
            body = self.cut(plan.body)
            if body is None:
                msg = f"nothing is left of type {target}"
                raise AssertionError(msg)
            texts = () if plan.told is None else self._texts.of(target)
            cache[target] = (as_shown(plan, body, *texts), references(body))
        return cache[target]

    def cut(self, node: Node) -> Node | None:  # noqa: C901 - one frame a level, so one function
        """Give what is left of a node of the plan, None for nothing. One frame a level."""
        if isinstance(node, Scalar | Const | Anything | Nothing):
            return self.leaf(node)
        if isinstance(node, Ref):
            return self.leaf(node) if self.seen.is_left(node.target) else None
        known = self._facts.settled(node)
        if not isinstance(known, Unsettled):
            return known
        result: Node | None
        match node:
            case ListOf():
                result = self._list(node, self.cut(node.item))
            case MapOf():
                result = self._map(node, self.cut(node.key), self.cut(node.value))
            case TupleOf():
                items: list[Node | None] = []
                for item in node.items:
                    items.append(self.cut(item))  # noqa: PERF401 - a comprehension is a frame
                result = self._tuple(node, items)
            case Record():
                shown: dict[str, tuple[Field, Node]] = {}
                for field in node.fields:
                    inner = self.cut(field.type) if self.seen.shows(field) else None
                    if inner is not None:
                        shown[field.name] = (field, inner)
                result = self._record(node, shown)
            case Union():
                members: list[Node] = []
                for part in self._splicer.parts(node):
                    whole = part.node if part.is_cut else self.cut(part.node)
                    if whole is not None:
                        members.append(part.finish(whole))
                result = self._union(node, members)
        self._facts.settle(node, result)
        return result

    def leaf(self, node: Node) -> Node:
        """Give a node without its closed examples, whatever is inside it untouched."""
        meta = self.seen.meta(node.meta)
        return node if meta is node.meta else replace(node, meta=meta)

    def _type_has_left(self, target: int, found: set[int]) -> bool:
        named = self._types[target]
        return self.seen.is_open(named.gate) and self.seen.leftovers.has(named.body, found)

    def _shown_below(self, targets: Collection[int]) -> dict[int, tuple[int, ...]]:
        """Give those of gated types that are left, with those of them that they use and show."""
        references, left = self.seen.leftovers.references, self.seen.left
        return {
            target: tuple(
                used for used in references(self._types[target].body, left) if used in targets
            )
            for target in self._below
            if target in targets and self.seen.is_left(target)
        }

    def _list(self, node: ListOf, item: Node | None) -> Node | None:
        if item is None:
            return None
        return ListOf(item, node.is_set, node.constraints, self.seen.meta(node.meta))

    def _map(self, node: MapOf, key: Node | None, value: Node | None) -> Node | None:
        if key is None or value is None:
            return None
        return MapOf(key, value, node.constraints, self.seen.meta(node.meta))

    def _tuple(self, node: TupleOf, items: Sequence[Node | None]) -> Node | None:
        kept = tuple(item for item in items if item is not None)
        return TupleOf(kept, self.seen.meta(node.meta)) if len(kept) == len(items) else None

    def _record(self, node: Record, shown: Mapping[str, tuple[Field, Node]]) -> Node | None:
        if node.fields and not shown:
            return None
        fields = tuple(self._field(field, inner, shown) for field, inner in shown.values())
        return Record(fields, node.closed, self.seen.meta(node.meta))

    def _field(self, field: Field, inner: Node, shown: Container[str]) -> Field:
        is_whole = inner is field.type and field.gate is None
        if is_whole and field.default is None and not field.depends_on:
            return field
        return Field(
            name=field.name,
            type=inner,
            required=field.required,
            deprecated=field.deprecated,
            read_only=field.read_only,
            write_only=field.write_only,
            default=self._default(field.default),
            default_for=field.default_for,
            depends_on=tuple(name for name in field.depends_on if name in shown),
            header=field.header,
            origin=field.origin,
        )

    def _default(self, default: Default | None) -> Default | None:
        if default is None or not self.seen.is_open(default.gate):
            return None
        return Default(default.value)

    def _union(self, node: Union, members: Sequence[Node]) -> Node | None:
        """Null alone is nothing left, unless no more than that was written."""
        is_only_null = all(isinstance(part, Scalar) and part.kind == "null" for part in members)
        if not members or (is_only_null and not self.seen.has_left(node)):
            return None
        return union_of(members, self.seen.meta(node.meta))
