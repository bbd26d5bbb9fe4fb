"""Merged types in, without the variants out that turned out to have no value.

What comes back to itself is named before it is merged: only afterwards it is known that it has no
value, and that what holds it has none either.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.plan.nodes import Record, Ref, Union

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from schemac.plan.nodes import Node
    from schemac.planner.table import Entry
    from schemac.planner.tools import DraftTool

__all__ = ["drop_dead_variants"]


def drop_dead_variants(entries: Sequence[Entry], drafts: Sequence[DraftTool]) -> None:
    """Leave out of unions each record that holds what no value fits.

    A merged type of which nothing is left has none either.
    """
    dead = {number for number, each in enumerate(entries) if each.operands and each.impossible}
    is_new = bool(dead)
    while is_new:
        is_new = False
        for number, entry in enumerate(entries):
            body = None if entry.body is None else _alive(entry.body, dead)
            is_new = is_new or body is not entry.body
            entry.body = body
            if entry.operands and isinstance(body, Union) and not body.members:
                entry.impossible = True
                dead.add(number)
    for made in drafts:
        made.input, made.output = _alive(made.input, dead), _alive(made.output, dead)


def _alive(node: Node, dead: Container[int]) -> Node:
    if not isinstance(node, Union):
        return node
    members = tuple(each for each in node.members if not _is_dead(each.type, dead))
    return node if len(members) == len(node.members) else replace(node, members=members)


def _is_dead(node: Node, dead: Container[int]) -> bool:
    match node:
        case Ref(target=target):
            return target in dead
        case Record(fields=fields):
            return any(isinstance(each.type, Ref) and each.type.target in dead for each in fields)
        case _:
            return False
