"""A scalar or literal and another in, whether it takes every value of that out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from schemac.plan.diff.bounds import is_wider
from schemac.plan.nodes import NO_CONSTRAINTS, Const, Scalar
from schemac.plan.sameness import literal_key

if TYPE_CHECKING:
    from schemac.plan.nodes import Constraints, Node

__all__ = ["TEXTS", "takes_all", "takes_scalar"]

TEXTS = frozenset({"date", "datetime", "duration", "uuid", "decimal", "bytes"})
"""Kinds that are texts to callers: a string without bounds takes all of each."""


def takes_scalar(wider: Scalar | Const, node: Scalar | Const) -> bool:
    """Tell it of any two."""
    if isinstance(wider, Const):
        return isinstance(node, Const) and literal_key(wider) == literal_key(node)
    if wider.kind != node.kind and (wider.kind, node.kind) != ("number", "integer"):
        is_text = isinstance(node, Scalar) and node.kind in TEXTS
        return is_text and wider == Scalar("string", meta=wider.meta)
    return takes_all(wider, node)


def takes_all(wider: Node, node: Node, *, apart: bool = False) -> bool:
    """Tell whether a scalar takes a literal, or all values of another scalar, of a kind with it.

    With `apart`, bounds are compared elsewhere, if they are of one kind.
    """
    if not isinstance(wider, Scalar) or wider.constraints == NO_CONSTRAINTS:
        return True
    if isinstance(node, Scalar):
        if node.kind in TEXTS and node.kind != wider.kind:
            return False
        whole = node.kind == "integer"
        return apart or is_wider(wider.constraints, node.constraints, whole=whole)
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
