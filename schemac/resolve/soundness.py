"""Program types in, those that a mistake reaches out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.walk import holders, targets
from schemac.resolve.program import is_hole

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from schemac.ir.types import Type
    from schemac.resolve.instances import Instance

__all__ = ["reached", "tainted", "uses"]


def uses(written: Type) -> list[int]:
    """Give the types that a type names, in order, each once."""
    return list(targets(written))


def tainted(types: Sequence[Instance]) -> list[bool]:
    """Say of each type whether it is broken, has a hole, or uses one that is so, at any depth."""
    users: list[list[int]] = [[] for _ in types]
    marks = [instance.broken for instance in types]
    for at, instance in enumerate(types):
        parts = [argument.type for argument in instance.arguments]
        parts += [] if instance.body is None else [instance.body]
        for target in dict.fromkeys(target for part in parts for target in uses(part)):
            users[target].append(at)
        marks[at] |= any(is_hole(node) for part in parts for node in holders(part))
    pending = [at for at, broken in enumerate(marks) if broken]
    while pending:
        for user in users[pending.pop()]:
            if not marks[user]:
                marks[user] = True
                pending.append(user)
    return marks


def reached(roots: Iterable[int], edges: Sequence[Sequence[int]]) -> list[int]:
    """Give the types that can be reached from the roots, those included, in order of first use."""
    order: dict[int, None] = {}
    pending = list(reversed(list(roots)))
    while pending:
        at = pending.pop()
        if at not in order:
            order[at] = None
            pending.extend(reversed(edges[at]))
    return list(order)
