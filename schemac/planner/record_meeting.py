"""Two fields of one name in, the field that stands for both out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.planner.gates import every

if TYPE_CHECKING:
    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Field, Node, Record

__all__ = ["gated", "met_field"]


def met_field(left: Field, right: Field, node: Node) -> Field:
    """Give one field with the gates of both, required if one is; what a later one says holds.

    A default goes where the field turned out to be required: nobody can leave it out.
    """
    required = left.required or right.required
    default = None if required else right.default or left.default
    default_for = None if required else right.default_for or left.default_for
    return replace(
        left,
        type=node,
        required=required,
        gate=every(left.gate, right.gate),
        deprecated=left.deprecated or right.deprecated,
        read_only=left.read_only or right.read_only,
        write_only=left.write_only or right.write_only,
        default=default,
        default_for=default_for,
        depends_on=tuple(dict.fromkeys((*left.depends_on, *right.depends_on))),
        header=right.header or left.header,
    )


def gated(record: Record, gate: Gate | None) -> Record:
    """Give the record with a gate upon each of its fields."""
    if gate is None:
        return record
    fields = tuple(replace(field, gate=every(gate, field.gate)) for field in record.fields)
    return replace(record, fields=fields)
