"""A type written as an argument in, what every caller sees of it out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.ir.types import (
    Group,
    IntersectionType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    Scalar,
    Tagged,
    TupleType,
    UnionType,
    Use,
)
from schemac.ir.walk import bare, walk
from schemac.plan.left import solve
from schemac.resolve.occurrences import Occurrences
from schemac.resolve.records import EITHER_SIDE, hides, tail_hides
from schemac.resolve.soundness import uses
from schemac.resolve.trees import fold, rebuilt
from schemac.resolve.visibility import always_visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.ir.types import Field, Type
    from schemac.resolve.instances import Instance

__all__ = ["Shown"]

_OF_FIELDS = frozenset({"depends_on"})
_OF_VALUES = frozenset({"default", "default_for", "example"})


class Shown:
    """Leaves out of arguments what any caller, on either side, may not see."""

    def __init__(self, types: Sequence[Instance]) -> None:
        written = [argument.type for each in types for argument in each.arguments]
        inside = {target: node for part in written for target, node in _names(part)}
        visible = always_visible(types, list(inside.values()), EITHER_SIDE)
        self._hidden = {at for at, is_seen in zip(inside, visible, strict=True) if not is_seen}
        self._occurrences = Occurrences(types)
        self._types = types
        self._gated: set[int] | None = None

    def of(self, instance: Instance, at: int) -> Type | None:
        """Give what is left of an argument, None for nothing; one without gates is given back."""
        if not self.occurs(instance, at):
            return None
        return fold(instance.arguments[at].type, self._left)

    def occurs(self, instance: Instance, at: int) -> bool:
        """Say whether an argument is seen by everybody who sees the type, if it is not gated."""
        return self._occurrences.has(instance.declared, at)

    def _holds_gate(self, written: Type) -> bool:
        """Tell whether a gate stands anywhere in a type, in those that it names included."""
        if self._gated is None:
            edges = [() if each.body is None else tuple(uses(each.body)) for each in self._types]
            own = [each.body is not None and _has_gate(each.body) for each in self._types]
            self._gated = solve(
                range(len(edges)),
                dict(enumerate(edges)),
                lambda at, found: own[at] or any(used in found for used in edges[at]),
            )
        return _has_gate(written) or any(used in self._gated for used in uses(written))

    def _left(self, node: Type, parts: Sequence[Type | None]) -> Type | None:
        match node:
            case Use(target=target):
                return None if target in self._hidden else node
            case Tagged(tags=tags):
                is_hidden = any(hides(tag, EITHER_SIDE) for tag in tags)
                return None if is_hidden else _tagged(node, parts[0])
            case UnionType(members=members):
                return _union(node, members, parts)
            case RecordType(fields=fields):
                return _record(node, fields, parts)
            case IntersectionType():
                # A gate in one operand hides what another one declares of the same field.
                return None if self._holds_gate(node) else node
            case Group() | OptionalType() | ListType() | MapType() | TupleType():
                kept = tuple(part for part in parts if part is not None)
                return rebuilt(node, kept) if len(kept) == len(parts) else None
            case _:
                return node


def _has_gate(written: Type) -> bool:
    tagged = (node for node in walk(written) if isinstance(node, Tagged))
    return any(hides(tag, EITHER_SIDE) for node in tagged for tag in node.tags)


def _names(written: Type) -> list[tuple[int, Type]]:
    return [(target, Use(target, written.span)) for target in uses(written)]


def _tagged(node: Tagged, inner: Type | None) -> Type | None:
    """Leave out tags that quote what may be hidden: values of the type, and other fields."""
    if inner is None:
        return None
    is_plain = inner is node.inner and not uses(inner)
    quoting = _OF_FIELDS if is_plain else _OF_FIELDS | _OF_VALUES
    tags = tuple(tag for tag in node.tags if tag.name not in quoting)
    return replace(node, inner=inner, tags=tags) if tags else inner


def _union(node: UnionType, members: Sequence[Type], parts: Sequence[Type | None]) -> Type | None:
    kept = tuple(part for part in parts if part is not None)
    if len(kept) == len(members):
        return rebuilt(node, kept)
    if all(_is_null(part) for part in kept):
        return None
    return replace(node, members=kept) if len(kept) > 1 else kept[0]


def _is_null(node: Type) -> bool:
    inner = bare(node)
    return isinstance(inner, Scalar) and inner.kind == "null"


def _record(node: RecordType, fields: Sequence[Field], parts: Sequence[Type | None]) -> Type | None:
    kept = tuple(
        replace(field, type=part)
        for field, part in zip(fields, parts, strict=True)
        if part is not None and not tail_hides(field.type, EITHER_SIDE)
    )
    return replace(node, fields=kept) if kept or not fields else None
