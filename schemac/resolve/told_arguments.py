"""Instances of generics in, what names of definitions tell of their arguments out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.types import Field, RecordType, TupleType
from schemac.ir.walk import depth
from schemac.plan.spelling import SEEN
from schemac.resolve.occurrences import Occurrences
from schemac.resolve.told import Teller

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.resolve.instances import Instance

__all__ = ["told_arguments"]

_DEEPEST = 100
"""Levels of an argument that is told, names in it being one; a deeper one is told to nobody."""


def told_arguments(types: Sequence[Instance], order: Sequence[int]) -> dict[int, RecordType]:
    """Give for each instance a record of its arguments, to be cut for each caller.

    An argument that only some see a place of stands behind `SEEN`, in a tuple with what must be
    left for that. One that nobody sees is left out.
    """
    if not any(types[at].arguments for at in order):
        return {}
    occurrences, teller = Occurrences(types), Teller(types)
    return {at: _record(at, types[at], occurrences, teller) for at in order if types[at].arguments}


def _record(at: int, instance: Instance, occurrences: Occurrences, teller: Teller) -> RecordType:
    fields: list[Field] = []
    for part, argument in enumerate(instance.arguments):
        if depth(argument.type)[0] > _DEEPEST:
            continue
        name, written = f"{part}", teller.told(argument.type)
        if not occurrences.is_always(at, part):
            seen = occurrences.seen(at, part)
            if seen is None:
                continue
            name, written = f"{SEEN} {part}", TupleType((written, seen), written.span)
        fields.append(Field(name, written, False, None, written.span, written.span))  # noqa: FBT003 - required
    return RecordType(tuple(fields), instance.declared.declaration.span)
