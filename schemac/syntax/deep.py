"""A declaration in, a finding out if it is nested deeper than any traversal has to go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.decls import Declaration, Description, Import, Signature, TypeDeclaration
from schemac.ir.tags import AllOf, AnyOf, Flag, Not
from schemac.ir.walk import depth
from schemac.syntax.scan import DEEPEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from schemac.ir.tags import GateExpression
    from schemac.ir.types import Type
    from schemac.source import Span
    from schemac.syntax.reading import Reading

__all__ = ["limit_gates", "report_depth", "too_deep"]

_MOST_LEVELS = DEEPEST * 5 + 10
"""Levels of nodes: a bracket may hold a union of tagged intersections of types that may be null."""


def report_depth(reading: Reading, span: Span) -> None:
    """Report what is nested too deep, at the first place that is."""
    reading.report(
        "SC110",
        f"this is nested more than {DEEPEST} levels deep",
        span,
        hint="give a part of it a name of its own",
    )


def too_deep(declaration: Declaration, reading: Reading) -> None:
    """Report a declaration whose types have too many levels."""
    for one in _types(declaration):
        levels, lowest = depth(one)
        if levels > _MOST_LEVELS:
            report_depth(reading, lowest.span)
            return


def _types(declaration: Declaration) -> Iterator[Type]:
    match declaration:
        case TypeDeclaration(_, parameters, body):
            yield body
            yield from (one.default for one in parameters if one.default is not None)
        case Signature(parameters, returns):
            yield from (one.type for one in parameters)
            if returns is not None:
                yield returns
        case Import() | Description():
            return


def limit_gates(gates: Iterable[GateExpression], reading: Reading) -> None:
    """Report an expression of flags that has too many levels."""
    level = list(gates)
    for _ in range(DEEPEST + 1):
        level = [part for gate in level for part in _parts(gate)]
        if not level:
            return
    report_depth(reading, level[0].span)


def _parts(gate: GateExpression) -> tuple[GateExpression, ...]:
    match gate:
        case Flag():
            return ()
        case Not(inner):
            return (inner,)
        case AllOf(parts) | AnyOf(parts):
            return parts
