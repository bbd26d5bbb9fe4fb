"""What is met in one variant of an intersection in, what one of them hides of another out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.types import (
    Anything,
    ListType,
    LiteralType,
    MapType,
    RecordType,
    Scalar,
    TupleType,
)
from schemac.ir.walk import bare, children
from schemac.resolve.operand_fields import ungated
from schemac.resolve.variants import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from schemac.ir.tags import Tag
    from schemac.ir.types import Type
    from schemac.resolve.gated_types import GatedTypes
    from schemac.resolve.variants import Branch, Leaf, Variants

__all__ = ["Beside", "fields_of", "is_of_one_kind"]

_DEEPEST = 6
"""Fields in fields that are compared."""


class Beside:
    """Compares types that stand beside each other in an intersection."""

    def __init__(self, variants: Variants, gated: GatedTypes) -> None:
        self._variants = variants
        self._gated = gated

    def hidden(
        self, argument: Type, others: Iterable[Leaf], parts: Sequence[Part]
    ) -> tuple[Tag, ...] | None:
        """Give the gates that hide parts of an argument where others of its variant have them.

        None where it cannot be told.
        """
        return self._over((argument,), others, [each.made for each in parts], 0)

    def _over(
        self, mine: Sequence[Type], others: Iterable[Leaf], wholes: Sequence[Type], depth: int
    ) -> tuple[Tag, ...] | None:
        leaves = self._leaves(mine)
        found: dict[Tag, None] = {}
        for other in others:
            whole = wholes[other.part]
            gates: Iterable[Tag] | None
            if leaves is None or depth > _DEEPEST:
                gates = self._gated.gates_in((whole,))
            else:
                gates = self._by(other, [each.made for each in leaves], whole, depth)
            if gates is None:
                return None
            found.update(dict.fromkeys(gates))
        return tuple(found)

    def _leaves(self, written: Iterable[Type]) -> list[Leaf] | None:
        found: list[Leaf] = []
        for each in written:
            branches = self._variants.of((Part(None, each),), held=True)
            if branches is None:
                return None
            found += [leaf for branch in branches for leaf in branch]
        return found

    def _by(
        self, other: Leaf, mine: Sequence[Type], whole: Type, depth: int
    ) -> tuple[Tag, ...] | None:
        """Give the gates of one that hide what is in others."""
        match other.made:
            case RecordType():
                return self._of_fields(other, mine, depth)
            case ListType(item=item):
                items = [each.item for each in mine if isinstance(each, ListType)]
                return self._inside(items, item, depth)
            case Anything():
                return ()
            case _:
                is_met = any(_kind(each) == _kind(other.made) for each in mine)
                return self._gated.gates_in((whole,)) if is_met else ()

    def _of_fields(self, other: Leaf, mine: Sequence[Type], depth: int) -> tuple[Tag, ...] | None:
        known: dict[str, list[Type]] = {}
        for record in mine:
            if isinstance(record, RecordType):
                for field in record.fields:
                    known.setdefault(field.name, []).append(ungated(field.type)[1])
        found: dict[Tag, None] = {}
        for name, gates, written in fields_of(other):
            if name in known:
                inside = self._inside(known[name], written, depth)
                if inside is None:
                    return None
                found.update(dict.fromkeys((*other.own, *gates, *inside)))
        return tuple(found)

    def _inside(self, mine: Sequence[Type], other: Type, depth: int) -> tuple[Tag, ...] | None:
        """Give the gates in a field or item that hide what is in the same one of others."""
        # The same type hides no more of itself than it does alone.
        if not self._gated.holds_gate(other) or all(bare(each) == bare(other) for each in mine):
            return ()
        branches = self._variants.of((Part(None, other),), held=True)
        if branches is None or len(branches) != 1:
            return self._gated.gates_in((other,))
        found = self._over(mine, branches[0], (other,), depth + 1)
        return None if found is None else (*(g for each in branches[0] for g in each.gates), *found)

    def fits(self, branch: Branch, depth: int = 0) -> bool | None:
        """Tell whether there are values that fit all of a variant; None where it is unknown."""
        if not is_of_one_kind(branch):
            return False
        leaves = [each for each in branch if not isinstance(each.made, Anything)]
        if len(leaves) < 2:  # noqa: PLR2004 - a meeting takes two
            return True
        verdicts = [_fit_leaves(leaves)]
        verdicts += [self._all_fit(types, depth + 1) for types in _shared(leaves)]
        if any(each is False for each in verdicts):
            return False
        return None if None in verdicts else True

    def _all_fit(self, written: Sequence[Type], depth: int) -> bool | None:
        if all(bare(each) == bare(written[0]) for each in written):
            return True
        parts = [Part(None, each) for each in written]
        branches = None if depth > _DEEPEST else self._variants.of(parts, held=True)
        if branches is None:
            return None
        verdicts = [self.fits(each, depth) for each in branches]
        if True in verdicts:
            return True
        return None if None in verdicts else False


def fields_of(leaf: Leaf) -> Iterator[tuple[str, tuple[Tag, ...], Type]]:
    """Give the fields of a record by name, with their gates and without."""
    for field in leaf.made.fields if isinstance(leaf.made, RecordType) else ():
        gates, written = ungated(field.type)
        yield field.name, gates, written


def is_of_one_kind(branch: Branch) -> bool:
    """Tell whether all that is met in a variant is of one kind: records, say."""
    return len({_kind(each.made) for each in branch if not isinstance(each.made, Anything)}) < 2  # noqa: PLR2004 - one


def _kind(node: Type) -> type[object]:
    return Scalar if isinstance(node, LiteralType) else type(node)


def _shared(leaves: Sequence[Leaf]) -> Iterator[list[Type]]:
    """Give the types that are met inside."""
    made = [each.made for each in leaves]
    if all(isinstance(each, RecordType) for each in made):
        known: dict[str, list[Type]] = {}
        for leaf in leaves:
            for name, _, written in fields_of(leaf):
                known.setdefault(name, []).append(written)
        yield from (types for types in known.values() if len(types) > 1)
    elif all(isinstance(each, ListType | MapType | TupleType) for each in made):
        yield from map(list, zip(*map(children, made), strict=False))


def _fit_leaves(leaves: Sequence[Leaf]) -> bool | None:
    first = leaves[0].made
    if isinstance(first, RecordType):
        return True
    if isinstance(first, ListType | MapType):
        return None if any(each.is_bound for each in leaves) else True
    if isinstance(first, TupleType):
        return len({len(children(each.made)) for each in leaves}) == 1
    literals = {each.made for each in leaves if isinstance(each.made, LiteralType)}
    if len(literals) > 1:
        return False
    if any(each.is_bound for each in leaves):
        return None
    kinds = {each.made.kind for each in leaves if isinstance(each.made, Scalar | LiteralType)}
    return True if len(kinds) == 1 else None
