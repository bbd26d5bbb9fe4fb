"""Rows of the table of fields in, fields of records out: what many share is read once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from schemac.plan.drafts import FieldDraft
from schemac.plan.nodes import Default
from schemac.plan.rows import Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from schemac.plan.gate_rows import GateRows
    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Field, Node, Origin

__all__ = ["FieldRows"]


class _More(NamedTuple):
    """What few fields have, in the order of `Field`."""

    deprecated: bool = False
    read_only: bool = False
    write_only: bool = False
    default: Default | None = None
    default_for: str | None = None
    depends_on: tuple[str, ...] = ()
    header: str | None = None


class FieldRows:
    """The fields of a plan, by the numbers of their rows; a record adds where each was written.

    Their `types` are numbers of nodes that need not be read yet.
    """

    def __init__(self, rows: Sequence[object], gates: GateRows, *, nodes: int) -> None:
        self._gates = gates
        self.names: list[str] = []
        self.types: list[int] = []
        self._rows: list[tuple[str, bool, Gate | None, _More]] = []
        for number, value in enumerate(rows):
            row = Row(value, f"field {number}")
            self.names.append(row.text("name"))
            self.types.append(row.index("type", nodes))
            is_required, gate = not row.flag("optional"), gates.of(row)
            self._rows.append((self.names[-1], is_required, gate, self._more(row)))
            row.end()

    def __len__(self) -> int:
        return len(self.types)

    def made(
        self, numbers: Sequence[int], types: Sequence[Node], origins: Iterable[Origin | None]
    ) -> tuple[Field, ...]:
        """Give the fields of a record, of these types."""
        rows = self._rows
        fields: list[Field] = []
        for number, node, origin in zip(numbers, types, origins, strict=True):
            draft = FieldDraft()
            draft.name, draft.required, draft.gate, more = rows[number]
            draft.type, draft.origin = node, origin
            (
                draft.deprecated,
                draft.read_only,
                draft.write_only,
                draft.default,
                draft.default_for,
                draft.depends_on,
                draft.header,
            ) = more
            fields.append(draft.finished())
        return tuple(fields)

    def _more(self, row: Row) -> _More:
        if row.is_spent:
            return _NO_MORE
        parts = row.items("default")
        return _More(
            deprecated=row.flag("deprecated"),
            read_only=row.flag("read_only"),
            write_only=row.flag("write_only"),
            default=Default(*self._gates.gated(parts, row)) if parts else None,
            default_for=row.maybe_text("default_for"),
            depends_on=row.texts("depends_on"),
            header=row.maybe_text("header"),
        )


_NO_MORE = _More()
