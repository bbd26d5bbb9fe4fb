"""What is met at one place of a generic's body in, the steps to what is met inside it out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.ir.types import (
    Anything,
    IntersectionType,
    ListType,
    MapType,
    RecordType,
    TupleType,
)
from schemac.resolve.beside import fields_of, is_of_one_kind
from schemac.resolve.operand_fields import ungated
from schemac.resolve.place_steps import Step
from schemac.resolve.variants import Part

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from schemac.ir.tags import Tag
    from schemac.ir.types import Type
    from schemac.resolve.beside import Beside
    from schemac.resolve.gated_types import GatedTypes
    from schemac.resolve.place_steps import Way
    from schemac.resolve.variants import Branch, Leaf, Variants

__all__ = ["Meetings"]

_DEEPEST = 10
"""Fields in fields that are met one by one."""
_MOST = 2_000
"""Parts of variants that are looked at for one body."""


class Meetings:
    """Goes into what is met, variant by variant and field by field, as the planner merges it."""

    def __init__(self, variants: Variants, beside: Beside, gated: GatedTypes) -> None:
        self._variants = variants
        self._beside = beside
        self._gated = gated
        self._left = _MOST

    def inside(self, step: Step) -> Iterator[Step]:
        """Give the steps on from what is met, each of one part or of more that are met again."""
        if not any(self._variants.names_parameter(each.generic) for each in step.parts):
            return
        found = None
        if step.depth <= _DEEPEST and self._left > 0:
            found = self._variants.of(step.parts, held=step.is_held)
        if found is None:
            yield from self._one_by_one(step)
            return
        found = [each for each in found if is_of_one_kind(each)]
        self._left -= sum(map(len, found))
        is_sure = step.is_sure and len(found) == 1
        several = _of_variants(found)
        if several:
            yield from self._whole(step, found, several)
        for branch in found:
            fits = is_sure or self._beside.fits(branch)
            if fits is False:
                continue
            way = step.way.behind(tag for leaf in branch for tag in _hiding(leaf))
            if fits is None:
                gates = self._gated.gates_in(each.made for each in step.parts)
                if gates is None:
                    continue
                way = way.behind(gates)
            is_whole = step.is_whole and len(found) == 1
            inner = replace(step, way=way, is_whole=is_whole, is_sure=is_sure)
            yield from self._branch(inner, branch, several)

    def _whole(
        self, step: Step, found: Sequence[Branch], several: Container[int]
    ) -> Iterator[Step]:
        """Give places of arguments that are unions, for those who see each variant that fits.

        What hides one hides a part of the argument, which is told as a whole.
        """
        ways: dict[int, tuple[Leaf, Way | None]] = {}
        for branch in found:
            fits = self._beside.fits(branch)
            for leaf in branch if fits is not False else ():
                if leaf.place is None or leaf.argument is None or id(leaf.place) not in several:
                    continue
                first, way = ways.get(id(leaf.place), (leaf, step.way))
                hidden = self._beside_place(leaf, leaf.argument, branch, step)
                gates = (
                    self._gated.gates_in(each.made for each in step.parts) if fits is None else ()
                )
                if way is None or hidden is None or gates is None:
                    ways[id(leaf.place)] = first, None
                    continue
                # Gates in the argument are its own, and hide parts of what is told of it.
                others = [each for each in branch if each.argument != leaf.argument]
                hiding = (tag for each in others for tag in (*_hiding(each), *each.own))
                ways[id(leaf.place)] = first, way.behind((*hiding, *gates, *hidden))
        for leaf, whole in ways.values():
            if whole is not None and leaf.place is not None and leaf.argument is not None:
                yield Step((Part(leaf.place, leaf.argument),), whole)

    def _beside_place(
        self, leaf: Leaf, argument: Type, branch: Branch, step: Step
    ) -> tuple[Tag, ...] | None:
        """Give the gates upon a place, and those by which others hide parts of the argument."""
        # The same argument hides no more of itself than it does alone.
        others = [each for each in branch if each.argument != argument]
        hidden = self._beside.hidden(argument, others, step.parts)
        return None if hidden is None else (*leaf.above, *hidden)

    def _one_by_one(self, step: Step) -> Iterator[Step]:
        """Give each part alone, for those from whom nothing of the others is hidden."""
        gates = self._gated.gates_in(each.made for each in step.parts)
        if gates is not None:
            for part in step.parts:
                yield Step((part,), step.way.behind(gates))

    def _branch(self, step: Step, branch: Branch, several: Container[int]) -> Iterator[Step]:
        yield from self._places(step, branch, several)
        leaves = [each for each in branch if not isinstance(each.made, Anything)]
        match leaves[0].made if leaves else None:
            case RecordType():
                yield from self._fields(step, leaves)
            case ListType() | MapType() | TupleType():
                yield from self._items(step, leaves)
            case _:
                pass

    def _places(self, step: Step, branch: Branch, several: Container[int]) -> Iterator[Step]:
        """Give the parameters that stand here, with what others hide of their arguments."""
        met: set[int] = set()
        for leaf in branch:
            if leaf.place is None or leaf.argument is None or id(leaf.place) in several:
                continue
            if id(leaf.place) in met:
                continue
            met.add(id(leaf.place))
            hidden = self._beside_place(leaf, leaf.argument, branch, step)
            if hidden is not None:
                yield Step((Part(leaf.place, leaf.argument),), step.way.behind(hidden))

    def _fields(self, step: Step, leaves: list[Leaf]) -> Iterator[Step]:
        parts: dict[str, list[Part]] = {}
        ways: dict[str, Way] = {}
        for leaf in leaves:
            record = leaf.generic
            generics = record.fields if isinstance(record, RecordType) else ()
            for at, (name, gates, made) in enumerate(fields_of(leaf)):
                generic = ungated(generics[at].type)[1] if generics else None
                parts.setdefault(name, []).append(Part(generic, made))
                ways[name] = ways.get(name, step.way).behind((*leaf.own, *gates))
        for name, found in parts.items():
            yield _met(step, found, ways[name])

    def _items(self, step: Step, leaves: list[Leaf]) -> Iterator[Step]:
        """Give what is inside lists, or tuples or maps, which are hidden with any part of them."""
        made = [each.made for each in leaves]
        if isinstance(made[0], TupleType | MapType):
            if not step.is_whole and any(map(self._gated.holds_gate, made)):
                if not step.is_sure:
                    yield from self._one_by_one(step)
                    return
                whole = made[0] if len(made) == 1 else IntersectionType(tuple(made), made[0].span)
                step = replace(step, way=step.way.beside(whole))
            step = replace(step, is_whole=True)
        inside = [Part(each.generic, each.made).inside() for each in leaves]
        for found in zip(*inside, strict=False):
            yield replace(_met(step, list(found), step.way), is_whole=step.is_whole)


def _of_variants(found: Sequence[Branch]) -> set[int]:
    """Give the places whose arguments are several variants here."""
    known: dict[int, Type] = {}
    several: set[int] = set()
    for branch in found:
        for leaf in branch:
            if leaf.place is not None and known.setdefault(id(leaf.place), leaf.made) != leaf.made:
                several.add(id(leaf.place))
    return several


def _met(step: Step, parts: list[Part], way: Way) -> Step:
    return Step(tuple(parts), way, False, True, step.is_sure, step.depth + 1)  # noqa: FBT003 - fields


def _hiding(leaf: Leaf) -> tuple[Tag, ...]:
    """Give the gates that hide all of a variant; those on a record are on its fields."""
    return leaf.gates if isinstance(leaf.made, RecordType) else (*leaf.own, *leaf.gates)
