"""Linked types in, what names of definitions say of arguments out: one text where all read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from schemac.plan.argument_texts import ArgumentTexts
from schemac.plan.cut import Cutter
from schemac.plan.facts import facts
from schemac.plan.model import Plan
from schemac.plan.nodes import Field, Record, Ref
from schemac.plan.seen import EverythingSeen
from schemac.plan.splice import Splicer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.plan.facts import PlanFacts
    from schemac.plan.gates import Side
    from schemac.plan.nodes import NamedType
    from schemac.planner.table import Entry

__all__ = ["name_arguments"]

_SIDES: Final[tuple[Side, ...]] = ("input", "output")


def name_arguments(entries: Sequence[Entry], types: Sequence[NamedType]) -> bool:
    """Write into entries the arguments that all callers read alike; say whether there are any.

    What a caller reads lies between what is read by who has no grant, on either side, and what
    stands in the plan: where these are one text, it is everybody's.
    """
    told = [at for at, named in enumerate(types) if named.told is not None]
    texts = [ArgumentTexts(types, cutter) for cutter in _cutters(types, told)]
    found = False
    for at in told:
        first, *others = (each.of(at) for each in texts)
        if all(other == first for other in others):
            entries[at].shown, entries[at].spelled = first
            entries[at].told = None
            found = True
    return found


class _Everything(Cutter):
    """Cuts nothing."""

    def __init__(self, types: Sequence[NamedType], facts: PlanFacts) -> None:
        super().__init__(types, facts, {}, "output")
        self.seen = EverythingSeen(types, facts, {}, "output")
        self._splicer = Splicer(self.seen, self)


def _cutters(types: Sequence[NamedType], told: Sequence[int]) -> Iterator[Cutter]:
    known = facts(Plan(atoms=(), types=tuple(types), tools=()))
    root = Record(tuple(Field(f"{at}", Ref(at)) for at in told))
    nobody = (Cutter(types, known, {}, side) for side in _SIDES)
    for cutter in (*nobody, _Everything(types, known)):
        cutter.look_below(root)
        yield cutter
