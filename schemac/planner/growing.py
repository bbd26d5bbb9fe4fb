"""Records in, one by one, the record that all of them are together out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.layers import join_meta
from schemac.plan.nodes import Record
from schemac.planner.branches import Branch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.nodes import Field

__all__ = ["Growing", "only_record"]


class Growing:
    """A record that others are merged into, at a cost that is theirs and not its own.

    An intersection may have thousands of operands with a field each.
    """

    def __init__(self, record: Record) -> None:
        self._fields = list(record.fields)
        self._places = {field.name: at for at, field in enumerate(record.fields)}
        self._closed = record.closed
        self._meta = record.meta

    def shared(self, other: Record) -> list[tuple[int, Field, Field]]:
        """Give the fields that both have, and where they stand here, in that order."""
        pairs = [(self._places[field.name], field) for field in other.fields if self.has(field)]
        pairs.sort(key=lambda pair: pair[0])
        return [(at, self._fields[at], field) for at, field in pairs]

    def has(self, field: Field) -> bool:
        """Tell whether there is a field of that name."""
        return field.name in self._places

    def put(self, at: int, field: Field) -> None:
        """Let a field stand for the one of its name."""
        self._fields[at] = field

    def add(self, other: Record) -> None:
        """Add the fields that are not here, and what is said of the other record as a whole."""
        for field in other.fields:
            if not self.has(field):
                self._places[field.name] = len(self._fields)
                self._fields.append(field)
        self._closed = self._closed or other.closed
        self._meta = join_meta(self._meta, other.meta)

    def record(self) -> Record:
        """Give the record as it is now."""
        return Record(tuple(self._fields), self._closed, self._meta)

    def branch(self) -> Branch:
        """Give the only variant that this is."""
        return Branch(self.record(), None)


def only_record(branches: Sequence[Branch] | None) -> Record | None:
    """Give the record that is the only variant, and seen by all who see anything of it."""
    if branches is None or len(branches) != 1 or branches[0].gate is not None:
        return None
    node = branches[0].node
    return node if isinstance(node, Record) else None
