"""A type as written in, each of its parts out, with the gates that stand around it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from schemac.ir.tags import GateArgument
from schemac.ir.types import Field, Nothing, RecordType, Scalar, Tagged, Use
from schemac.ir.walk import LEAVES, children
from schemac.planner.placement import split_tags

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.ir.tags import GateExpression, Tag
    from schemac.ir.types import Type
    from schemac.source import Span

__all__ = ["GateUse", "Visit", "gates_of", "visits"]


@dataclass(frozen=True, slots=True)
class GateUse:
    """A gate as written. Two are equal where they ask the same."""

    predicate: str
    expression: GateExpression
    span: Span = field(compare=False, repr=False)


_SILENT = frozenset((Scalar, Nothing, Use))
"""Types that hold nothing, and of which there is nothing to warn: most parts are of these."""
Part: TypeAlias = "Type | Field"


@dataclass(slots=True, eq=False)
class Visit:
    """A part, its own tags, the gates among them, and those of all that it stands in.

    There is one for each part of a program, and freezing costs more than making: it is not frozen.
    """

    part: Part
    tags: tuple[Tag, ...]
    own: tuple[GateUse, ...]
    outer: tuple[GateUse, ...]

    @property
    def core(self) -> Type:
        """The type behind the part's own tags."""
        if isinstance(self.part, Field):
            return split_tags(self.part.type)[0]
        return self.part.inner if isinstance(self.part, Tagged) else self.part

    @property
    def all(self) -> tuple[GateUse, ...]:
        """All gates that must be open for somebody to see the part."""
        return (*self.outer, *self.own)


def gates_of(tags: Sequence[Tag], predicates: Sequence[str]) -> tuple[GateUse, ...]:
    """Give the gates among some tags."""
    return tuple(
        GateUse(tag.name, tag.argument.expressions[0], tag.span)
        for tag in tags
        if tag.name in predicates and isinstance(tag.argument, GateArgument)
    )


def visits(
    roots: Sequence[Part], predicates: Sequence[str], outer: tuple[GateUse, ...] = ()
) -> Iterator[Visit]:
    """Give the parts in reading order, those aside that say nothing; names are not followed."""
    todo: list[tuple[Part, tuple[GateUse, ...]]] = [(root, outer) for root in reversed(roots)]
    while todo:
        part, around = todo.pop()
        inside, tags = _split(part)
        own = gates_of(tags, predicates) if tags else ()
        yield Visit(part, tags, own, around)
        if inside:
            inner = (*around, *own) if own else around
            todo += [(child, inner) for child in reversed(inside) if type(child) not in _SILENT]


def _split(part: Part) -> tuple[tuple[Part, ...], tuple[Tag, ...]]:
    """Give what is inside a part, and the tags on it."""
    if type(part) in LEAVES:
        return (), ()
    if isinstance(part, Field):
        core, tags = split_tags(part.type)
        return (core,), tags
    if isinstance(part, RecordType):
        return part.fields, ()
    return children(part), part.tags if isinstance(part, Tagged) else ()
