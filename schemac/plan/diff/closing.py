"""A plan in, the same plan with all records closed out, as inputs that refuse more have them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

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
    from schemac.plan.model import Plan, ToolPlan
    from schemac.plan.nodes import Node

__all__ = ["closed", "has_open"]


def closed(plan: Plan) -> Plan:
    """Give the plan with closed records in its types and in the inputs of its tools."""
    making = _Closing()
    return replace(
        plan,
        types=tuple(replace(named, body=making.node(named.body)) for named in plan.types),
        tools=tuple(replace(tool, input=making.node(tool.input)) for tool in plan.tools),
    )


def has_open(plan: Plan, tool: ToolPlan) -> bool:
    """Tell whether a tool's arguments can hold a record that is not closed by itself.

    A map of declared keys is as open as one.
    """
    todo: list[tuple[Node, bool]] = [(tool.input, False)]
    met: set[tuple[int, bool]] = set()
    while todo:
        node, is_closed = todo.pop()
        match node:
            case Ref():
                use = (node.target, is_closed or node.closed)
                if use not in met:
                    met.add(use)
                    todo.append((plan.types[node.target].body, use[1]))
            case Record():
                if not (is_closed or node.closed):
                    return True
                todo.extend((field.type, False) for field in node.fields if not field.read_only)
            case Union():
                todo.extend((member.type, is_closed) for member in node.members)
            case MapOf() if _holds_literals(plan, node.key):
                return True
            case _:
                todo.extend((child, False) for child in children(node))
    return False


def _holds_literals(plan: Plan, key: Node) -> bool:
    todo, met = [key], set[int]()
    while todo:
        match todo.pop():
            case Const():
                return True
            case Union(members=members):
                todo.extend(member.type for member in members)
            case Ref(target=target) if target not in met:
                met.add(target)
                todo.append(plan.types[target].body)
            case _:
                pass
    return False


class _Closing:
    """Makes the nodes anew, each once: what was shared stays so. Nodes are kept with their ids."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[Node, Node]] = {}

    def node(self, node: Node) -> Node:
        """Give the node, those inside it before it; without a frame a level."""
        todo = [(node, False)]
        while todo:
            part, is_ready = todo.pop()
            if id(part) in self._made:
                continue
            if is_ready:
                self._made[id(part)] = (part, self._around(part))
            else:
                todo.append((part, True))
                todo.extend((child, False) for child in children(part))
        return self._made[id(node)][1]

    def _around(self, node: Node) -> Node:
        match node:
            case Scalar() | Const() | Anything() | Nothing():
                return node
            case Ref():
                # What it leads to is closed there; a use that is closed as well is the same.
                return replace(node, closed=False)
            case ListOf():
                return replace(node, item=self._inside(node.item))
            case TupleOf():
                return replace(node, items=tuple(map(self._inside, node.items)))
            case MapOf():
                return replace(node, key=self._inside(node.key), value=self._inside(node.value))
            case Record():
                parts = (replace(each, type=self._inside(each.type)) for each in node.fields)
                return replace(node, fields=tuple(parts), closed=True)
            case Union():
                members = (replace(each, type=self._inside(each.type)) for each in node.members)
                return replace(node, members=tuple(members))
            case _:
                assert_never(node)

    def _inside(self, node: Node) -> Node:
        return self._made[id(node)][1]
