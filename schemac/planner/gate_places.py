"""A type as written in, where in it a gate stands out: the narrowest place to point at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.types import Group, OptionalType, Tagged, UnionType, Use

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.ir.types import Type
    from schemac.planner.predicates import GateReader
    from schemac.resolve.program import Program
    from schemac.source import Span

__all__ = ["gated_member"]


def gated_member(written: Type, program: Program, gates: GateReader) -> Span | None:
    """Give the gates on the first member that has some, names looked through; None without one."""
    seen: set[int] = set()
    todo = [written]
    while todo:
        part = todo.pop()
        if isinstance(part, Tagged):
            tags = [tag for tag in part.tags if gates.is_gate(tag)]
            if tags:
                return tags[0].span.to(tags[-1].span)
        todo.extend(reversed(_open_parts(part, program, seen)))
    return None


def _open_parts(part: Type, program: Program, seen: set[int]) -> Sequence[Type]:
    if isinstance(part, UnionType):
        return part.members
    if isinstance(part, OptionalType):
        return (part.inner,)
    if isinstance(part, Use) and part.target not in seen:
        seen.add(part.target)
        return (program.types[part.target].body,)
    return (part.inner,) if isinstance(part, Group | Tagged) else ()
