"""A branch and others in, when some other takes every value of it out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from schemac.plan.diff.bounds import compare_bounds
from schemac.plan.diff.formula import CLOSED, any_of
from schemac.plan.nodes import NO_CONSTRAINTS, Anything, Const, Constraints, Scalar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.plan.diff.branches import Branch, Key
    from schemac.plan.diff.formula import Formula
    from schemac.plan.nodes import Node

__all__ = ["covered", "merged"]

_WIDER = frozenset({"bound-removed", "bound-loosened"})


def covered(branch: Branch, others: Mapping[Key, Branch], *, apart: bool = False) -> Formula:
    """Give when some of the others takes every value of the branch.

    One of the same key does, whatever its bounds are: those are compared apart, and so are those of
    integers and numbers where `apart` says so.
    """
    keys: list[Key] = [branch.key, ("untyped",)]
    wider = [others[key] for key in _wider_keys(branch) if key in others]
    return any_of(
        (
            *(others[key].sight for key in keys if key in others),
            *(other.sight for other in wider if _takes_all(other.node, branch.node, apart=apart)),
        )
    )


def merged(branch: Branch, others: Mapping[Key, Branch]) -> Formula:
    """Give when a literal is not told, as a bare scalar beside it says as much."""
    if not branch.is_bare or not isinstance(branch.node, Const):
        return CLOSED
    wider = [others[key] for key in (*_wider_keys(branch), ("untyped",)) if key in others]
    return any_of(
        other.sight
        for other in wider
        if isinstance(other.node, Anything)
        or (other.is_bare and branch.words[: len(other.words)] == other.words)
    )


def _wider_keys(branch: Branch) -> list[Key]:
    keys: list[Key] = []
    if branch.key[0] == "value":
        keys.append(("scalar", str(branch.key[1])))
        if isinstance(branch.node, Const) and branch.node.kind == "integer":
            keys.append(("scalar", "integer"))
    if branch.key == ("scalar", "integer"):
        keys.append(("scalar", "number"))
    return keys


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
