"""A record in, its rows out: runs of fields that everybody sees are one text."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Protocol

from schemac.emit.canonical import dumps
from schemac.emit.shapes import record_schema
from schemac.emit.templates.gating import doors_of
from schemac.emit.templates.parts import Row, Rows, UnfitError
from schemac.plan.nodes import NO_META, Anything, Field, Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.emit.templates.parts import Part
    from schemac.plan.gates import Side

__all__ = ["Fields", "is_hidden", "joined_rows", "rows_of"]


class Fields(Protocol):
    """What a record asks of the one who makes templates."""

    side: Side
    closed: bool

    def field(self, field: Field, *, settled: bool) -> Part | None:
        """Give the schema of a field, whatever its own gate."""


def rows_of(fields: Fields, node: Record, *, settled: bool) -> Part | None:
    """Give a record without braces and words; None where nothing of it is ever left."""
    rows: list[Row] = []
    for field in node.fields:
        doors = None if is_hidden(field, fields.side) else doors_of((field.gate,), fields.side)
        part = None if doors is None else fields.field(field, settled=settled)
        if doors is not None and part is not None:
            rows.append(_row(field, doors, part))
    if node.fields and not rows:
        return None
    joined = tuple(joined_rows(rows))
    after = _after(fields, node, rows)
    if not joined or (len(joined) == 1 and _is_text(joined[0])):
        return _text(joined, after)
    return Rows('"type":"object","properties":{', joined, after)


def is_hidden(field: Field, side: Side) -> bool:
    """Tell whether a field is never on this side."""
    return field.read_only if side == "input" else field.write_only


def _row(field: Field, doors: tuple[object, ...], part: Part) -> Row:
    name = dumps(field.name)
    required = name if field.required else ""
    if isinstance(part, str):
        return Row(doors, f",{name}:{part}", None, required)  # type: ignore[arg-type] # doors
    return Row(doors, f",{name}:", part, required)  # type: ignore[arg-type] # the same


def _is_text(row: Row) -> bool:
    return not row.doors and row.inner is None


def joined_rows(rows: Sequence[Row]) -> Iterator[Row]:
    """Give the rows with each run that everybody sees as one."""
    for is_text, run in groupby(rows, _is_text):
        if is_text:
            fields = list(run)
            required = ",".join(row.required for row in fields if row.required)
            yield Row((), "".join(row.text for row in fields), None, required)
        else:
            yield from run


def _text(rows: Sequence[Row], after: str) -> str:
    """Write a record that is the same for everybody."""
    fields = "".join(row.text for row in rows)[1:]
    required = ",".join(row.required for row in rows if row.required)
    needed = f',"required":[{required}]' if required else ""
    return f'"type":"object","properties":{{{fields}}}{needed}{after}'


def _after(fields: Fields, node: Record, rows: Sequence[Row]) -> str:
    """Give what follows the required names; the fields that others need must be certain."""
    shown: tuple[Field, ...] = ()
    if any(field.depends_on for field in node.fields):
        if len(rows) < len(node.fields) or not all(map(_is_text, rows)):
            raise UnfitError
        shown = tuple(
            Field(field.name, Anything(), required=False, depends_on=field.depends_on)
            for field in node.fields
        )
    bare = Record(shown, node.closed, NO_META)
    schema = record_schema(bare, {}, closed=fields.closed)
    del schema["type"], schema["properties"]
    return f",{dumps(schema)[1:-1]}" if schema else ""
