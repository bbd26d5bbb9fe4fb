"""Parts of an intersection in, what it comes apart into out: as it distributes over unions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from schemac.ir.types import (
    Group,
    IntersectionType,
    NameType,
    OptionalType,
    Scalar,
    Tagged,
    UnionType,
    Use,
)
from schemac.ir.walk import children, walk
from schemac.resolve.generic_bodies import body_of_use
from schemac.resolve.operand_fields import BOUNDS
from schemac.resolve.records import hides

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from schemac.ir.tags import Tag
    from schemac.ir.types import Type
    from schemac.resolve.instances import Instance

__all__ = ["Branch", "Leaf", "Part", "Variants", "Work"]

_MOST = 60
"""Variants that one intersection may come to, to be looked at one by one."""
_DEEPEST = 40
"""Levels of names, parentheses and operators that a part has."""

_Stand: TypeAlias = Literal["operand", "held", "variant"]
"""Where a type stands: gates upon an operand are its fields', those upon a variant hide it whole.

One that is `held` by a field or list is an operand, but that tags upon it make it a variant.
"""


@dataclass(frozen=True, slots=True)
class Part:
    """A type that others stand beside, and the same in the generic's body.

    There it is None where it names no parameter.
    """

    generic: Type | None
    made: Type

    def inside(self) -> list[Part]:
        """Give what it is made of."""
        made = children(self.made)
        generics = [None] * len(made) if self.generic is None else children(self.generic)
        return [Part(one, other) for one, other in zip(generics, made, strict=True)]


@dataclass(frozen=True, slots=True)
class Leaf:
    """What a part is in one variant: no name, no union. The `own` gates are on each of its fields.

    In the `place` of a parameter all of the argument stands, with the gates `above` upon it.
    """

    part: int
    generic: Type | None
    made: Type
    own: tuple[Tag, ...] = ()
    gates: tuple[Tag, ...] = ()
    place: NameType | None = None
    argument: Type | None = None
    above: tuple[Tag, ...] = ()
    is_bound: bool = False


Branch: TypeAlias = tuple[Leaf, ...]


@dataclass(frozen=True, slots=True)
class _Cursor:
    leaf: Leaf
    stand: _Stand
    depth: int = 0
    met: frozenset[int] = frozenset()

    def at(self, generic: Type | None, made: Type, stand: _Stand | None = None) -> _Cursor:
        leaf = replace(self.leaf, generic=generic, made=made)
        return _Cursor(leaf, stand or self.stand, self.depth + 1, self.met)


@dataclass(slots=True)
class Work:
    """How many parts may still be taken apart in a program; generics that recurse have no end."""

    left: int = 100_000


class Variants:
    """Takes parts of intersections apart, in the body of a generic with these parameters."""

    def __init__(
        self, types: Sequence[Instance], names: Collection[str] = (), work: Work | None = None
    ) -> None:
        self._types = types
        self._names = names
        self._work = Work() if work is None else work

    def names_parameter(self, generic: Type | None) -> bool:
        """Tell whether a part of the generic's body names a parameter."""
        if generic is None:
            return False
        return any(
            isinstance(each, NameType) and each.name in self._names for each in walk(generic)
        )

    def of(self, parts: Sequence[Part], *, held: bool) -> list[Branch] | None:
        """Give the variants that all parts come to together, also those that do not fit.

        None where they are too many, or endless.
        """
        stand: _Stand = "held" if held else "operand"
        return self._product(
            [_Cursor(Leaf(at, each.generic, each.made), stand) for at, each in enumerate(parts)]
        )

    def _product(self, cursors: Sequence[_Cursor]) -> list[Branch] | None:
        found: list[Branch] = [()]
        for cursor in cursors:
            inner = self._apart(self._aligned(cursor))
            if inner is None or len(found) * len(inner) > _MOST:
                return None
            found = [(*left, *right) for left in found for right in inner]
        return found

    def _sum(self, cursors: Sequence[_Cursor]) -> list[Branch] | None:
        found: list[Branch] = []
        for cursor in cursors:
            inner = self._apart(self._aligned(cursor))
            if inner is None or len(found) + len(inner) > _MOST:
                return None
            found += inner
        rest = [each for each in found if not _is_null(each)]
        return rest or found[:1]

    def _aligned(self, cursor: _Cursor) -> _Cursor:
        """Note the place of a parameter, of which all is the argument."""
        leaf = cursor.leaf
        generic, made = leaf.generic, leaf.made
        if isinstance(generic, Group) and not isinstance(made, Group):
            generic = generic.inner
        if isinstance(generic, NameType):
            if generic.name in self._names:
                leaf = replace(leaf, place=generic, argument=made, above=leaf.own)
                generic = None
            elif not isinstance(made, Use) or not self.names_parameter(generic):
                generic = None
        elif type(generic) is not type(made):
            generic = None
        return replace(cursor, leaf=replace(leaf, generic=generic))

    def _apart(self, cursor: _Cursor) -> list[Branch] | None:
        self._work.left -= 1
        if cursor.depth > _DEEPEST or self._work.left < 0:
            return None
        leaf, made = cursor.leaf, cursor.leaf.made
        match made:
            case Tagged():
                return self._product([_tagged(cursor, made)])
            case Group():
                return self._product(_inside(cursor, cursor.stand))
            case Use():
                return self._used(cursor, made.target)
            case UnionType() | OptionalType():
                return self._sum(_inside(cursor, "variant"))
            case IntersectionType():
                return self._product(_inside(cursor, "operand"))
            case _:
                return [(leaf,)]

    def _used(self, cursor: _Cursor, target: int) -> list[Branch] | None:
        used, generic = self._types[target], cursor.leaf.generic
        if used.body is None or used.hollow or target in cursor.met:
            return None
        if isinstance(generic, NameType):
            generic = body_of_use(generic, used.declared)
        inner = cursor.at(generic, used.body, "operand" if cursor.stand == "held" else None)
        return self._product([replace(inner, met=cursor.met | {target})])


def _tagged(cursor: _Cursor, made: Tagged) -> _Cursor:
    leaf = cursor.leaf
    gates = tuple(tag for tag in made.tags if hides(tag, frozenset()))
    stand: _Stand = "variant" if gates and cursor.stand == "held" else cursor.stand
    own, whole = (gates, ()) if stand == "operand" else ((), gates)
    leaf = replace(
        leaf,
        own=(*leaf.own, *own),
        gates=(*leaf.gates, *whole),
        is_bound=leaf.is_bound or any(tag.name in BOUNDS for tag in made.tags),
    )
    generic = leaf.generic.inner if isinstance(leaf.generic, Tagged) else None
    return replace(cursor, leaf=leaf).at(generic, made.inner, stand)


def _inside(cursor: _Cursor, stand: _Stand) -> list[_Cursor]:
    parts = Part(cursor.leaf.generic, cursor.leaf.made).inside()
    return [cursor.at(each.generic, each.made, stand) for each in parts]


def _is_null(branch: Branch) -> bool:
    return any(isinstance(each.made, Scalar) and each.made.kind == "null" for each in branch)
