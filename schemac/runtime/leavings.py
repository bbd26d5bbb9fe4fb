"""One side of a tool's plan in, the names that are declared at each of its places out.

A view knows none of the names that it hides, so enforcement counts what it leaves behind with the
help of these: for those who audit, never for a caller, and no value is in it. An undeclared key, a
map key and an index stay `*`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from schemac.enforce.project.walk import escaped
from schemac.plan.nodes import ListOf, MapOf, Record, Ref, TupleOf, Union

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from schemac.plan.nodes import NamedType, Node

__all__ = ["DeclaredNames"]

_KEPT_PLACES: Final = 1000


class DeclaredNames:
    """Tells the names of a place, and the pointer to each. Thread-safe."""

    __slots__ = ("_known", "_root", "_types")

    def __init__(self, root: Node, types: Sequence[NamedType]) -> None:
        self._root = root
        self._types = types
        self._known: dict[str, Mapping[object, str]] = {}

    def __call__(self, place: str) -> Mapping[object, str]:
        """Give pointers by name; `place` is a JSON Pointer with `*` for indices and map keys."""
        known = self._known.get(place)
        if known is None:
            if len(self._known) >= _KEPT_PLACES:
                self._known.clear()
            known = self._known[place] = MappingProxyType(self._found(place))
        return known

    def _found(self, place: str) -> dict[object, str]:
        nodes = list(self._flat([self._root]))
        for step in place.split("/")[1:]:
            name = step.replace("~1", "/").replace("~0", "~")
            nodes = list(self._flat([part for node in nodes for part in _below(node, name)]))
        names = (field.name for node in nodes if isinstance(node, Record) for field in node.fields)
        return {**{name: place + escaped(name) for name in names}, "*": f"{place}/*"}

    def _flat(self, nodes: Sequence[Node]) -> Iterator[Node]:
        """Look through names and unions, each named type once."""
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


def _below(node: Node, step: str) -> Iterator[Node]:
    """Give what may stand one step below a node."""
    match node:
        case Record(fields=fields):
            yield from (field.type for field in fields if field.name == step)
        case ListOf(item=item) if step == "*":
            yield item
        case TupleOf(items=items) if step == "*":
            yield from items
        case MapOf(value=value) if step == "*":
            yield value
        case _:
            return
