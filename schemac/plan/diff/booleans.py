"""Branches in, `true` and `false` among them as the boolean that callers see where both stand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.plan.nodes import Const, Scalar
from schemac.plan.sameness import literal_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.plan.diff.branches import Branch, Key

__all__ = ["with_booleans"]

_BOOLEAN: Key = ("scalar", "boolean")
_TRUTHS = (Const("boolean", "true"), Const("boolean", "false"))


def with_booleans(found: Mapping[Key, Branch]) -> tuple[Branch, ...]:
    """Give the branches in order, the boolean where the first of the two stood."""
    pair = [found.get(("value", *literal_key(each))) for each in _TRUTHS]
    one, other = pair
    if one is None or other is None or _BOOLEAN in found or not _are_told_alike(one, other):
        return tuple(found.values())
    first = next(each for each in found.values() if each in pair)
    called = replace(first, group=_BOOLEAN, key=_BOOLEAN, label="boolean")
    whole = replace(called, node=Scalar("boolean"), is_bare=not first.words)
    rest = (whole if each is first else each for each in found.values())
    return tuple(each for each in rest if each is whole or each not in pair)


def _are_told_alike(one: Branch, other: Branch) -> bool:
    is_alike = one.words == other.words and one.around is other.around
    return is_alike and one.sight is other.sight and one.readers == other.readers
