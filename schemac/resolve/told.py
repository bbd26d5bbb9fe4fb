"""An argument of a generic in, what names of definitions tell of it out: to be cut, then written.

It is a type that hides what the argument hides, and keeps what is written of the rest: members of
unions stand in `WRAPPED` fields, so that no union takes another in; bounds and words are one text.
Values and the names of other fields may be those of something hidden: they are left out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.ir.print_tags import print_tags
from schemac.ir.tags import Tag, TextArgument
from schemac.ir.types import (
    Field,
    Group,
    IntersectionType,
    MapType,
    OptionalType,
    RecordType,
    Tagged,
    UnionType,
)
from schemac.ir.walk import children, with_type
from schemac.plan.spelling import WORDS, WRAPPED
from schemac.resolve.nulls import Nulls
from schemac.resolve.operand_fields import BOUNDS, operand_fields, tail_moved, ungated
from schemac.resolve.records import EITHER_SIDE, hides
from schemac.resolve.trees import fold, rebuilt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.ir.types import Type
    from schemac.resolve.instances import Instance
    from schemac.resolve.operand_fields import OperandField
    from schemac.source import Span

__all__ = ["Teller", "one_field"]

_QUOTING = frozenset({"default", "default_for", "depends_on", "example"})
_DEEPEST = 3
"""Intersections in each other that are told by fields."""


class Teller:
    """Says what is told of arguments of one program."""

    def __init__(self, types: Sequence[Instance]) -> None:
        self._types = types
        self._nulls = Nulls(types)

    def told(self, written: Type, depth: int = 0) -> Type:
        """Give what is told of an argument; `depth` are the intersections that it stands in."""

        def combine(node: Type, parts: Sequence[Type]) -> Type:
            match node:
                case IntersectionType():
                    return self._intersection(node, depth)
                case UnionType() | OptionalType():
                    pairs = zip(children(node), parts, strict=True)
                    return rebuilt(node, [self._member(was, part) for was, part in pairs])
                case _:
                    return _told(node, parts)

        return fold(fold(written, _headed), combine, _outside_intersections)

    def _member(self, written: Type, told: Type) -> Type:
        """Wrap a member, unless it is null: where nothing else is left, neither is the union."""
        if not self._nulls.has(written):
            return one_field(WRAPPED, told)
        # In parentheses, its tags are nobody else's.
        return Group(told, told.span) if isinstance(told, Tagged) else told

    def _intersection(self, node: IntersectionType, depth: int) -> Type:
        """Merge records, so that who sees fields of one operand only reads what is told of these.

        A gate in one operand hides what another one says: all else is told as it comes out.
        """
        found = operand_fields(node, self._types) if depth < _DEEPEST else None
        if found is None:
            return fold(node, _stripped)
        fields = (self._merged(same, node.span, depth) for same in found.values())
        return RecordType(tuple(fields), node.span)

    def _merged(self, same: Sequence[OperandField], span: Span, depth: int) -> Field:
        """Give the field that several operands declare, with the gates of all."""
        first = same[0].field
        split = [ungated(each.field.type) for each in same]
        gates = tuple(tag for each in same for tag in each.gates)
        gates += tuple(tag for each, _ in split for tag in each)
        if len(same) == 1:
            inner = self.told(split[0][1], depth + 1)
        else:
            inner = fold(IntersectionType(tuple(each for _, each in split), span), _stripped)
        made = Tagged(Group(inner, span), gates, span) if gates else inner
        optional = all(each.field.optional for each in same)
        return Field(first.name, made, optional, None, first.span, first.name_span)


def one_field(name: str, written: Type) -> RecordType:
    """Give a record of one field."""
    field = Field(name, written, False, None, written.span, written.span)  # noqa: FBT003 - required
    return RecordType((field,), written.span)


def _headed(node: Type, parts: Sequence[Type]) -> Type:
    """Put tags that the tail rule moves to a field where they are the field's by their place."""
    if not isinstance(node, RecordType):
        return rebuilt(node, parts)
    fields = (_tail_moved(each, part) for each, part in zip(node.fields, parts, strict=True))
    return replace(node, fields=tuple(fields))


def _tail_moved(field: Field, written: Type) -> Field:
    return with_type(field, tail_moved(written))


def _told(node: Type, parts: Sequence[Type]) -> Type:
    match node:
        case MapType(key=key):
            return rebuilt(node, (fold(key, _stripped), parts[1]))
        case Tagged():
            return _tagged(node, parts[0])
        case RecordType():
            return rebuilt(_undocumented(node), parts)
        case _:
            return rebuilt(node, parts)


def _outside_intersections(node: Type) -> tuple[Type, ...]:
    return () if isinstance(node, IntersectionType) else children(node)


def _tagged(node: Tagged, inner: Type) -> Type:
    """Keep gates as they are, and all else as a text, behind that of what is inside."""
    gates = tuple(tag for tag in node.tags if hides(tag, EITHER_SIDE))
    rest = [tag for tag in node.tags if tag not in gates and tag.name not in _QUOTING]
    words = _words_of(inner) + print_tags(rest)
    tags = (*gates, _words(words, node)) if rest else gates
    return Tagged(inner, tags, node.span) if tags else inner


def _words_of(node: Type) -> str:
    while isinstance(node, Group):
        node = node.inner
    if isinstance(node, Tagged):
        for tag in node.tags:
            if isinstance(tag.argument, TextArgument) and tag.argument.text.startswith(WORDS):
                return tag.argument.text.removeprefix(WORDS)
    return ""


def _words(text: str, node: Type) -> Tag:
    return Tag("desc", TextArgument(WORDS + text, False, node.span), node.span, node.span)  # noqa: FBT003 - not quoted


def _stripped(node: Type, parts: Sequence[Type]) -> Type:
    """Leave out words and values; bounds decide what an intersection comes to."""
    match node:
        case Tagged(tags=tags):
            kept = tuple(tag for tag in tags if tag.name in BOUNDS or hides(tag, EITHER_SIDE))
            return replace(node, inner=parts[0], tags=kept) if kept else parts[0]
        case RecordType():
            return rebuilt(_undocumented(node), parts)
        case _:
            return rebuilt(node, parts)


def _undocumented(node: RecordType) -> RecordType:
    if all(each.doc is None for each in node.fields):
        return node
    return replace(node, fields=tuple(replace(each, doc=None) for each in node.fields))
