"""A plan and a pointer into a tool in, where the author wrote what stands there out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.nodes import Const, ListOf, MapOf, Record, Ref, TupleOf, Union

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.plan.gates import Side
    from schemac.plan.model import Plan, ToolPlan
    from schemac.plan.nodes import Field, Node, Origin

__all__ = ["place_in"]


def place_in(
    plan: Plan, tool: ToolPlan, side: Side | None, pointer: str, subject: str, what: str
) -> Origin | None:
    """Give the place of a field, or of the type or variant that another change is in.

    What is not there any more was in the type that the last key leads to; without one, and for
    what belongs to neither side, it is the tool's own place.
    """
    if side is None:
        texts = (each.origin for each in tool.descriptions if each.text == what)
        return (next(texts, None) if subject == "description" else None) or tool.origin
    walk = _Walk(plan)
    nodes: tuple[Node, ...] = (tool.input if side == "input" else tool.output,)
    place = tool.origin
    for written in pointer.split("/")[1:]:
        key = written.replace("~1", "/").replace("~0", "~")
        place = walk.type_place(nodes) or place
        fields = walk.fields(nodes, key)
        place = next((each.origin for each in fields if each.origin is not None), place)
        nodes = (*(each.type for each in fields), *walk.items(nodes, key))
    if subject in {"field", "item"}:
        return place
    return walk.variant_place(nodes, what) or walk.type_place(nodes) or place


class _Walk:
    """Goes through the nodes of a plan; names and unions are looked through."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def fields(self, nodes: tuple[Node, ...], key: str) -> tuple[Field, ...]:
        return tuple(
            field
            for node in self._through(nodes)
            if isinstance(node, Record)
            for field in node.fields
            if field.name == key
        )

    def items(self, nodes: tuple[Node, ...], key: str) -> tuple[Node, ...]:
        found: list[Node] = []
        for node in self._through(nodes):
            match node:
                case ListOf(item):
                    found.append(item)
                case TupleOf(items):
                    found += [item for at, item in enumerate(items) if key in {"*", str(at)}]
                case MapOf(names, value):
                    found.append(names if key == "@key" else value)
                case _:
                    pass
        return tuple(found)

    def type_place(self, nodes: tuple[Node, ...]) -> Origin | None:
        """Give where the innermost declared type of these nodes was written."""
        places = (
            self._plan.types[node.target].origin
            for node in self._through(nodes)
            if isinstance(node, Ref)
        )
        return next((place for place in places if place is not None), None)

    def variant_place(self, nodes: tuple[Node, ...], what: str) -> Origin | None:
        unions = (node for node in self._through(nodes) if isinstance(node, Union))
        members = (member for union in unions for member in union.members)
        return next((each.origin for each in members if self._called(each.type) == what), None)

    def _called(self, node: Node) -> str | None:
        match node:
            case Const(_, text):
                return text
            case Ref(target):
                return self._plan.types[target].name
            case _:
                return None

    def _through(self, nodes: tuple[Node, ...]) -> Iterator[Node]:
        """Give the nodes, what they name, and the variants of both."""
        todo, seen = list(reversed(nodes)), set[int]()
        while todo:
            node = todo.pop()
            yield node
            if isinstance(node, Union):
                todo += [member.type for member in reversed(node.members)]
            if isinstance(node, Ref) and node.target not in seen:
                seen.add(node.target)
                todo.append(self._plan.types[node.target].body)
