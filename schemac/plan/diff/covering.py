"""A branch and others in, when some other takes every value of it out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from schemac.plan.diff.bounds import compare_bounds
from schemac.plan.diff.formula import CLOSED, any_of
from schemac.plan.nodes import NO_CONSTRAINTS, Anything, Const, Constraints, Scalar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schemac.plan.diff.branches import Branch, Key
    from schemac.plan.diff.formula import Formula
    from schemac.plan.nodes import Node

__all__ = ["covered", "merged"]

_WIDER = frozenset({"bound-removed", "bound-loosened"})


def covered(
    branch: Branch,
    others: Mapping[Key, Sequence[Branch]],
    like: Branch | None = None,
    *,
    apart: bool = False,
    with_words: bool = False,
) -> Formula:
    """Give when some of the others, which come by group, takes every value of the branch.

    The one that it belongs to, `like`, does whatever its bounds are: those are compared apart, and
    so are those of integers and numbers where `apart` says so. `with_words` asks for what is
    written on the branch, too.
    """
    wider = [other for group in _wider_groups(branch) for other in others.get(group, ())]
    return any_of(
        (
            *(() if like is None else (like.sight,)),
            *(other.sight for other in others.get(("untyped",), ())),
            *(
                other.sight
                for other in wider
                if not (with_words and branch.words and branch.words != other.words)
                and _takes_all(other.node, branch.node, apart=apart)
            ),
        )
    )


def merged(branch: Branch, others: Mapping[Key, Sequence[Branch]]) -> Formula:
    """Give when a branch is not told beside the others, as the union that callers see is flat.

    `untyped` leaves nothing beside it; a bare scalar no other of its kind, and no literal of it; a
    literal that was told is not told again.
    """
    if isinstance(branch.node, Anything):
        return CLOSED
    told = [other.sight for other in others.get(("untyped",), ())]
    for group in _wider_groups(branch):
        for other in others.get(group, ()):
            if other is branch:
                break
            if other.around is branch.around and isinstance(other.node, Const):
                told.append(other.sight)
        told += (
            other.sight
            for other in others.get(group, ())
            if other.is_bare and other is not branch and other.around is branch.around
        )
    return any_of(told)


def _wider_groups(branch: Branch) -> list[Key]:
    """Give the groups that can take in scalars and literals, first their own."""
    group = branch.group
    if group[0] == "value":
        groups: list[Key] = [group, ("scalar", str(group[1]))]
        if isinstance(branch.node, Const) and branch.node.kind == "integer":
            groups.append(("scalar", "integer"))
        return groups
    if group[0] != "scalar":
        return []
    return [group, ("scalar", "number")] if group == ("scalar", "integer") else [group]


def _takes_all(wider: Node, node: Node, *, apart: bool) -> bool:
    """Tell whether a scalar takes a literal, or all values of another scalar."""
    if not isinstance(wider, Scalar) or wider.constraints == NO_CONSTRAINTS:
        return True
    if isinstance(node, Scalar):
        kinds = {kind for kind, _ in compare_bounds(node.constraints, wider.constraints)}
        return apart or kinds <= _WIDER
    return isinstance(node, Const) and _fits(node, wider.constraints)


def _fits(const: Const, bounds: Constraints) -> bool:
    """Tell whether a literal is within bounds for certain; patterns and formats are not tried."""
    if (bounds.pattern, bounds.format, bounds.media_type, bounds.encoding) != (None,) * 4:
        return False
    value = json.loads(const.text)
    size = len(value) if isinstance(value, str) else value
    if bounds.multiple_of is not None and size % bounds.multiple_of != 0:
        return False
    return (
        (bounds.min is None or size >= bounds.min)
        and (bounds.max is None or size <= bounds.max)
        and (bounds.exclusive_min is None or size > bounds.exclusive_min)
        and (bounds.exclusive_max is None or size < bounds.exclusive_max)
    )
