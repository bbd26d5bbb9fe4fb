"""A union as written in, the literals that it has twice out: SC307."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.types import Group, LiteralType, OptionalType, Tagged, UnionType
from schemac.planner.numbers import compact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.ir.types import Type
    from schemac.planner.findings import Findings, Scope
    from schemac.source import Span

__all__ = ["report_repeats"]


def report_repeats(written: UnionType, scope: Scope, findings: Findings) -> None:
    """Warn of each literal that stands before, in a group perhaps; a name is not looked into."""
    seen: dict[tuple[str, object], Span] = {}
    for literal in _literals(written):
        kind = "number" if literal.kind == "integer" else literal.kind
        first = seen.setdefault((kind, literal.value), literal.span)
        if first is not literal.span:
            findings.repeated(scope, compact(literal.value) or "", literal.span, first)


def _literals(union: UnionType) -> Iterator[LiteralType]:
    todo: list[Type] = [union]
    while todo:
        node = todo.pop()
        if isinstance(node, LiteralType):
            yield node
        elif isinstance(node, Group | Tagged | OptionalType):
            todo.append(node.inner)
        elif isinstance(node, UnionType):
            todo.extend(reversed(node.members))
