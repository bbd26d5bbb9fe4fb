"""A type that recurses in, SC317 for each list in it that nothing bounds out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.types import Group, ListType, OptionalType, RecordType, Tagged, UnionType, Use
from schemac.ir.walk import children, walk
from schemac.planner.placement import split_tags

if TYPE_CHECKING:
    from schemac.ir.tags import Tag
    from schemac.ir.types import Type
    from schemac.planner.findings import Findings, Scope

__all__ = ["lint_lists"]


def lint_lists(body: Type, group: frozenset[int], scope: Scope, findings: Findings) -> None:
    """Warn about lists of what reaches back to the type; `group` holds those that do."""
    todo: list[tuple[Type, bool]] = [(body, False)]
    while todo:
        part, is_bounded = todo.pop()
        if isinstance(part, RecordType):
            for field in reversed(part.fields):
                core, tags = split_tags(field.type)
                todo.append((core, _has_max(tags)))
            continue
        if isinstance(part, ListType) and not is_bounded and _reaches(part.item, group):
            findings.report(
                scope,
                "SC317",
                "this list recurses and nothing bounds it",
                part.span,
                hint="put `@max(n)` on it",
            )
        if isinstance(part, Tagged):
            todo.append((part.inner, is_bounded or _has_max(part.tags)))
        else:
            passes = isinstance(part, Group | OptionalType | UnionType) and is_bounded
            todo.extend((child, passes) for child in reversed(children(part)))


def _has_max(tags: tuple[Tag, ...]) -> bool:
    return any(tag.name == "max" for tag in tags)


def _reaches(item: Type, group: frozenset[int]) -> bool:
    return any(isinstance(node, Use) and node.target in group for node in walk(item))
