"""A scalar or literal and another in, whether it takes every value of that out."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from schemac.plan.diff.bounds import is_wider
from schemac.plan.nodes import NO_CONSTRAINTS, Const, Constraints, Scalar
from schemac.plan.sameness import literal_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.plan.gates import Side
    from schemac.plan.nodes import Node, ScalarKind

__all__ = ["BY_BOUNDS", "TEXTS", "is_one_text", "takes_all", "takes_scalar", "to_callers"]

TEXTS = frozenset({"date", "datetime", "duration", "uuid", "decimal", "bytes"})
"""Kinds that are texts to callers: a string without bounds takes all of each."""


BY_BOUNDS: Mapping[ScalarKind, Mapping[str, str]] = {
    "uuid": {"format": "uuid"},
    "decimal": {"pattern": r"^-?[0-9]+(\.[0-9]+)?$"},
    "bytes": {"encoding": "base64"},
    "date": {"format": "date"},
    "datetime": {"format": "date-time"},
    "duration": {"format": "duration"},
}
"""By which bounds a string is the same to callers as a kind that is a text to them."""

_FEWER = frozenset({"date", "datetime", "duration"})
"""Kinds of which Python does not hold all that such a string may be: inputs refuse these."""


def to_callers(node: Scalar, side: Side) -> Scalar:
    """Give a string as the kind that it is to callers, if it is one to them."""
    if node.kind != "string":
        return node
    bounds = node.constraints
    for kind, own in BY_BOUNDS.items():
        if side == "input" and kind in _FEWER:
            continue
        if all(getattr(bounds, name) == value for name, value in own.items()):
            rest: dict[str, Any] = dict.fromkeys(own)
            return replace(node, kind=kind, constraints=replace(bounds, **rest))
    return node


def is_one_text(one: Scalar, other: Scalar) -> bool:
    """Tell whether one is a string with just the bounds that make it what the other is."""
    if one.kind in TEXTS:
        one, other = other, one
    return other.kind in TEXTS and one == Scalar("string", _as_text(other.kind), one.meta)


def _as_text(kind: ScalarKind) -> Constraints:
    bounds: dict[str, Any] = {**BY_BOUNDS[kind]}
    return Constraints(**bounds)


def takes_scalar(wider: Scalar | Const, node: Scalar | Const) -> bool:
    """Tell it of any two."""
    if isinstance(wider, Const):
        return isinstance(node, Const) and literal_key(wider) == literal_key(node)
    if wider.kind != node.kind and (wider.kind, node.kind) != ("number", "integer"):
        is_text = isinstance(node, Scalar) and node.kind in TEXTS and wider.kind == "string"
        return is_text and takes_all(wider, node)
    return takes_all(wider, node)


def takes_all(wider: Node, node: Node, *, apart: bool = False) -> bool:
    """Tell whether a scalar takes a literal, or all values of another scalar, of a kind with it.

    With `apart`, bounds are compared elsewhere, if they are of one kind.
    """
    if not isinstance(wider, Scalar) or wider.constraints == NO_CONSTRAINTS:
        return True
    if isinstance(node, Scalar):
        if node.kind in TEXTS and node.kind != wider.kind:
            return wider.constraints == _as_text(node.kind)
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
