"""What was given and what was kept in, the places of what was left behind out: for records only.

Enforcement counts what it leaves behind without names, since a view knows none that it hides. The
names that the plan declares are put back here, for those who audit: nothing of it reaches a caller,
and no value is in it. An undeclared key, a map key and an index stay `*`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from schemac.plan.nodes import ListOf, MapOf, Record, Ref, TupleOf, Union

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from schemac.plan.nodes import NamedType, Node

__all__ = ["Leavings"]


class _StrangeError(Exception):
    """The two values cannot be compared place by place."""


class Leavings:
    """What was left behind of one value; named when somebody asks."""

    __slots__ = ("_counted", "_given", "_kept", "_node", "_places", "_types")

    def __init__(
        self,
        counted: Mapping[str, int],
        given: object,
        kept: object,
        node: Node,
        types: Sequence[NamedType],
    ) -> None:
        self._counted = counted
        self._given = given
        self._kept = kept
        self._node = node
        self._types = types
        self._places: Mapping[str, int] | None = None

    def __bool__(self) -> bool:
        return bool(self._counted)

    def places(self) -> Mapping[str, int]:
        """Give counts by pointer. Without names where the value cannot be read a second time."""
        if not self._counted:
            return {}
        if self._places is None:
            self._places = self._named()
        return self._places

    def _named(self) -> Mapping[str, int]:
        if self._kept is None:
            return self._counted
        walk = _Walk(self._types)
        try:
            walk.compare(self._given, self._kept, [self._node], "")
        except (_StrangeError, RecursionError):
            return self._counted
        return walk.found


class _Walk:
    """Compares plain dicts and lists with what was kept of them."""

    def __init__(self, types: Sequence[NamedType]) -> None:
        self.found: dict[str, int] = {}
        self._types = types

    def compare(self, given: object, kept: object, nodes: Sequence[Node], pointer: str) -> None:
        """Look at one place, where `nodes` are what the plan allows."""
        if isinstance(kept, dict):
            self._compare_objects(_reread(given, kept), kept, list(self._flat(nodes)), pointer)
        elif isinstance(kept, list):
            self._compare_lists(_reread(given, kept), kept, list(self._flat(nodes)), pointer)

    def _compare_objects(
        self, given: object, kept: dict[str, object], nodes: Sequence[Node], pointer: str
    ) -> None:
        if type(given) is not dict:
            raise _StrangeError
        declared = _declared(nodes)
        values = [node.value for node in nodes if isinstance(node, MapOf)]
        for key, value in given.items():
            place = f"{pointer}{_escaped(key)}" if key in declared else f"{pointer}/*"
            if key in kept:
                self.compare(value, kept[key], declared.get(key, values), place)
            elif value is not None or key not in declared:
                self.found[place] = self.found.get(place, 0) + 1

    def _compare_lists(
        self, given: object, kept: list[object], nodes: Sequence[Node], pointer: str
    ) -> None:
        if not isinstance(given, list | tuple) or len(given) != len(kept):
            raise _StrangeError
        if any(isinstance(node, ListOf) and node.is_set for node in nodes):
            raise _StrangeError
        for index, (one, other) in enumerate(zip(given, kept, strict=True)):
            self.compare(one, other, list(_items(nodes, index)), f"{pointer}/*")

    def _flat(self, nodes: Sequence[Node]) -> Iterator[Node]:
        """Look through names and unions."""
        todo, seen = list(nodes), set[int]()
        while todo:
            node = todo.pop()
            if isinstance(node, Union):
                todo.extend(member.type for member in node.members)
            elif not isinstance(node, Ref):
                yield node
            elif node.target not in seen:
                seen.add(node.target)
                todo.append(self._types[node.target].body)


def _reread(given: object, kept: object) -> object:
    """Read a string that stood for what was kept, as models write objects and lists."""
    if not isinstance(given, str) or isinstance(kept, str):
        return given
    try:
        return json.loads(given)
    except (ValueError, RecursionError):
        raise _StrangeError from None


def _declared(nodes: Sequence[Node]) -> dict[object, list[Node]]:
    declared: dict[object, list[Node]] = {}
    for node in nodes:
        if isinstance(node, Record):
            for field in node.fields:
                declared.setdefault(field.name, []).append(field.type)
    return declared


def _items(nodes: Sequence[Node], index: int) -> Iterator[Node]:
    for node in nodes:
        if isinstance(node, ListOf):
            yield node.item
        elif isinstance(node, TupleOf) and index < len(node.items):
            yield node.items[index]


def _escaped(key: object) -> str:
    return "/" + str(key).replace("~", "~0").replace("/", "~1")
