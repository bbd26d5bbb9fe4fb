"""A program type in, the fields of the one record it is out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from schemac.ir.tags import TAGS
from schemac.ir.types import Group, IntersectionType, RecordType, Tagged, UnionType, Use

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.ir.tags import Tag
    from schemac.ir.types import Type
    from schemac.resolve.instances import Instance
    from schemac.source import Span

__all__ = ["EITHER_SIDE", "IN_INPUTS", "MergedField", "hides", "record_fields", "tail_hides"]

IN_INPUTS = frozenset({"read_only"})
"""The tags that hide a field from every caller in inputs."""

EITHER_SIDE = frozenset({"read_only", "write_only"})
"""The tags that hide a field from every caller in inputs or in outputs."""


@dataclass(slots=True)
class MergedField:
    """A field as all operands of an intersection declare it; `gated` by a gate on an operand."""

    name: str
    optional: bool
    gated: bool
    span: Span
    types: list[Type] = field(default_factory=list)


def hides(tag: Tag, sides: frozenset[str], gates: frozenset[str] | None = None) -> bool:
    """Whether a tag hides: one of `sides`, a predicate, or a mistake that closes like one.

    With `gates`, the predicates that there are, mistakes do not count.
    """
    return tag.name in sides or _is_gate(tag, gates)


def tail_hides(written: Type, sides: frozenset[str], gates: frozenset[str] | None = None) -> bool:
    """Whether a tag that hides is moved to the field by the tail rule (language, part 3)."""
    if not isinstance(written, UnionType):
        return False
    *others, last = written.members
    if not isinstance(last, Tagged) or any(isinstance(other, Tagged) for other in others):
        return False
    return any(hides(tag, sides, gates) for tag in last.tags)


def record_fields(
    written: Type, types: Sequence[Instance], gates: frozenset[str] | None = None
) -> tuple[MergedField, ...] | None:
    """Give the merged fields of a record, a name of one, or an intersection; else None.

    `gates` are those that count, see `hides`.
    """
    merged: dict[str, MergedField] = {}
    met: set[tuple[int, bool]] = set()
    pending = [(written, False)]
    while pending:
        node, gated = pending.pop()
        match node:
            case RecordType(fields=fields):
                for each in fields:
                    first = MergedField(each.name, each.optional, gated, each.name_span)
                    known = merged.setdefault(each.name, first)
                    known.optional = known.optional and each.optional
                    known.gated = known.gated or gated
                    known.types.append(each.type)
            case Group(inner=inner):
                pending.append((inner, gated))
            case Tagged(inner=inner, tags=tags):
                pending.append((inner, gated or any(_is_gate(tag, gates) for tag in tags)))
            case IntersectionType(operands=operands):
                pending.extend((operand, gated) for operand in reversed(operands))
            case Use(target=target):
                body = types[target].body
                if body is None or types[target].hollow:
                    return None
                if (target, gated) not in met:
                    met.add((target, gated))
                    pending.append((body, gated))
            case _:
                return None
    return tuple(merged.values())


def _is_gate(tag: Tag, gates: frozenset[str] | None) -> bool:
    return tag.name not in TAGS if gates is None else tag.name in gates
