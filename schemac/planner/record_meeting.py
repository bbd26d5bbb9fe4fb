"""Two fields of one name in, the field that stands for both out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Label
from schemac.planner.gates import every

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Field, Node, Record
    from schemac.planner.findings import Findings
    from schemac.planner.table import Ledger, Where

__all__ = ["gated", "met_field", "report_lost_defaults"]


def met_field(left: Field, right: Field, node: Node) -> Field:
    """Give one field with the gates of both, required if one is; what a later one says holds.

    A default goes where the field turned out to be required, which is to be reported.
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


def report_lost_defaults(
    shared: Sequence[tuple[int, Field, Field]],
    where: Where,
    ledger: Ledger,
    findings: Findings,
) -> None:
    """Report defaults of fields that the other operand requires: nobody can leave them out."""
    back = [(at, theirs, ours) for at, ours, theirs in shared]
    for pairs in (shared, back):
        for _, field, other in pairs:
            tag = None if field.origin is None else ledger.defaults.get(field.origin)
            if tag is None or not other.required or field.required:
                continue
            findings.report(
                where.scope,
                "SC310",
                f"`{field.name}` has a default, and another part of this intersection requires it",
                where.span,
                labels=(Label(tag.span, "this default"),),
                hint=f"write `?{field.name}:` in the other part, or take the default off",
            )


def gated(record: Record, gate: Gate | None) -> Record:
    """Give the record with a gate upon each of its fields."""
    if gate is None:
        return record
    fields = tuple(replace(field, gate=every(gate, field.gate)) for field in record.fields)
    return replace(record, fields=fields)
