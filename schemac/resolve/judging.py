"""Tools with program types in, those that stand, and the others with what is wrong out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.resolve.checks import Facts, Taken, check
from schemac.resolve.program import is_hole
from schemac.resolve.records import MergedField, record_fields
from schemac.resolve.soundness import uses
from schemac.resolve.trees import nodes
from schemac.resolve.visibility import always_visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.diagnostics.model import Diagnostic
    from schemac.ir.types import Type
    from schemac.resolve.drafts import Draft
    from schemac.resolve.instances import Instance
    from schemac.resolve.scope import Declared, Lookup, Table

__all__ = ["judge"]


def judge(
    drafts: Sequence[Draft],
    types: Sequence[Instance],
    marks: Sequence[bool],
    table: Table,
    gates: frozenset[str] | None,
) -> tuple[list[Draft], list[Draft], tuple[Diagnostic, ...]]:
    """Check every tool; `marks` says which types a mistake reaches, `gates` what can hide.

    Tools whose annotations could not be parsed are in neither list: too little is known of them.
    """
    judged = [draft for draft in drafts if not draft.bound.handler.misread]
    arguments = [_arguments(draft, types, gates) for draft in judged]
    wanted = [part for fields in arguments for each in fields or () for part in each.types]
    visible = iter(always_visible(types, wanted, gates=gates))
    sound: list[Draft] = []
    flawed: list[Draft] = []
    found: list[Diagnostic] = []
    for draft, fields in zip(judged, arguments, strict=True):
        taken = None if fields is None else tuple(_taken(each, visible) for each in fields)
        diagnostics = _check(draft, taken, marks, table)
        if not draft.bound.declaration.guessed:
            found.extend(diagnostics)
        (sound if draft.bound.sound and not diagnostics else flawed).append(draft)
    return sound, flawed, tuple(found)


def _arguments(
    draft: Draft, types: Sequence[Instance], gates: frozenset[str] | None
) -> tuple[MergedField, ...] | None:
    """Give what the tool takes, each with the types it must fit; None where that is no record."""
    if draft.parameters and isinstance(draft.bound.input_own, int):
        return None
    if draft.input is not None:
        return record_fields(draft.input, types, gates)
    taken: dict[str, MergedField] = {}
    for each in draft.parameters or ():
        # A name that stands twice was reported, and is no second mistake in the `def`.
        if each.name not in taken:
            taken[each.name] = MergedField(
                each.name, each.optional, gated=False, span=each.name_span, types=[each.type]
            )
    return tuple(taken.values())


def _taken(field: MergedField, visible: Iterator[bool]) -> Taken:
    shown = [next(visible) for _ in field.types]
    return Taken(field.name, field.span, field.optional, all(shown) and not field.gated)


def _check(
    draft: Draft, taken: tuple[Taken, ...] | None, marks: Sequence[bool], table: Table
) -> tuple[Diagnostic, ...]:
    bound = draft.bound
    if taken is None and draft.input is not None and _is_tainted(draft.input, marks):
        return ()
    takes_type = bound.input_own if bound.handler.signature is not None else bound.input_seen
    facts = Facts(
        tool=bound,
        parameters=bound.handler.parameters,
        taken=taken,
        output=_declared(bound.output_own, table),
        input=_declared(takes_type, table),
        returns_known=draft.output is None or not any(map(is_hole, nodes(draft.output))),
    )
    return check(facts)


def _is_tainted(written: Type, marks: Sequence[bool]) -> bool:
    """Whether a mistake that was reported reaches the input."""
    return is_hole(written) or any(marks[target] for target in uses(written))


def _declared(found: Lookup, table: Table) -> Declared | None:
    return table[found] if isinstance(found, int) else None
