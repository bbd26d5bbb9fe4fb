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


_ENDS = ((_LOW, 1), (_HIGH, -1))
"""The bounds at each end, and by what a larger value is a tighter one."""

_WIDER = frozenset({"bound-removed", "bound-loosened"})


def is_wider(wider: Constraints, other: Constraints, *, whole: bool = False) -> bool:
    """Tell whether bounds let through all that others do; `whole` numbers have no fractions."""
    return {kind for kind, _ in compare_bounds(other, wider, whole=whole)} <= _WIDER


def compare_bounds(
    old: Constraints, new: Constraints, *, whole: bool = False
) -> Iterator[tuple[str, str]]:
    """Give kind and detail of each difference; at each end of a range there is one bound."""
    for names, sign in _ENDS:
        yield from _end(old, new, names, sign, whole=whole)
    told = frozenset[str]().union(*(names for names, _ in _ENDS if _is_other(old, new, names)))
    for part in fields(Constraints):
        if part.name in told:
            continue
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


def _is_other(old: Constraints, new: Constraints, names: frozenset[str]) -> bool:
    """Tell whether an end has bounds before and after, and not of the same kinds."""
    was, now = _given(old, names), _given(new, names)
    return bool(was and now) and was.keys() != now.keys()


def _end(
    old: Constraints, new: Constraints, names: frozenset[str], sign: int, *, whole: bool
) -> Iterator[tuple[str, str]]:
    """Compare an end whose bound is of another kind now: `@min(1)` and `@exclusive_min(0)`."""
    if not _is_other(old, new, names):
        return
    was, now = _given(old, names), _given(new, names)
    before, after = (
        max(_tightness(name, sign * value, whole=whole) for name, value in each.items())
        for each in (was, now)
    )
    tags = (" ".join(as_tag(*each) for each in sorted(side.items())) for side in (was, now))
    if before != after:
        kind = "bound-tightened" if after > before else "bound-loosened"
        yield kind, " → ".join(tags)


def _tightness(name: str, value: float, *, whole: bool) -> tuple[float, bool]:
    is_exclusive = name.startswith("exclusive")
    if whole and is_exclusive and isinstance(value, int):
        return value + 1, False
    return value, is_exclusive


def _given(bounds: Constraints, names: frozenset[str]) -> dict[str, float]:
    found = ((name, getattr(bounds, name)) for name in sorted(names))
    return {name: value for name, value in found if value is not None}


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
