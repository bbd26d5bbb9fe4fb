"""Constraints before and after in, what became of each bound out."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from schemac.plan.diff.written import as_tag
from schemac.plan.nodes import Constraints

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["compare_bounds", "is_wider"]

_LOW = frozenset({"min", "exclusive_min"})
_HIGH = frozenset({"max", "exclusive_max"})


_WIDER = frozenset({"bound-removed", "bound-loosened"})


def is_wider(wider: Constraints, other: Constraints) -> bool:
    """Tell whether bounds let through all that others do."""
    return {kind for kind, _ in compare_bounds(other, wider)} <= _WIDER


def compare_bounds(old: Constraints, new: Constraints) -> Iterator[tuple[str, str]]:
    """Give kind and detail of each difference."""
    for part in fields(Constraints):
        before, after = getattr(old, part.name), getattr(new, part.name)
        if before == after:
            continue
        if before is None or before is False:
            yield "bound-added", as_tag(part.name, after)
        elif after is None or after is False:
            yield "bound-removed", as_tag(part.name, before)
        else:
            detail = f"{as_tag(part.name, before)} → {as_tag(part.name, after)}"
            yield _kind(part.name, before, after), detail


def _kind(name: str, before: float, after: float) -> str:
    if name in _LOW:
        return "bound-tightened" if after > before else "bound-loosened"
    if name in _HIGH:
        return "bound-tightened" if after < before else "bound-loosened"
    if name == "multiple_of":
        return _multiple(before, after)
    return "bound-replaced"


def _multiple(before: float, after: float) -> str:
    if before and after % before == 0:
        return "bound-tightened"
    return "bound-loosened" if after and before % after == 0 else "bound-replaced"
