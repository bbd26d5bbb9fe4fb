"""Two scalars or literals in, what both admit out; None where nothing is."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from schemac.plan.layers import join_constraints, join_meta
from schemac.plan.nodes import Const, Constraints, Scalar
from schemac.plan.sameness import literal_key
from schemac.planner.bounds import family, is_empty
from schemac.planner.numbers import is_integer

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.plan.nodes import ListOf, MapOf, Node
    from schemac.planner.findings import Findings
    from schemac.planner.table import Where

Bounded: TypeAlias = "Scalar | ListOf | MapOf"

__all__ = ["clash", "meet_constraints", "meet_leaves", "report_clash"]


def meet_leaves(
    left: Scalar | Const, right: Scalar | Const, accepts: Callable[[Node, object], bool]
) -> Scalar | Const | None:
    """Give what two leaves have in common; `accepts` judges a literal by a scalar's constraints."""
    if isinstance(left, Const) and isinstance(right, Const):
        if literal_key(left) != literal_key(right):
            return None
        return replace(left, meta=join_meta(left.meta, right.meta))
    if isinstance(left, Const) and isinstance(right, Scalar):
        return _within(left, right, accepts)
    if isinstance(left, Scalar) and isinstance(right, Const):
        found = _within(right, left, accepts)
        return None if found is None else replace(found, meta=join_meta(left.meta, right.meta))
    if isinstance(left, Scalar) and isinstance(right, Scalar):
        return _scalars(left, right)
    return None


def report_clash(left: Node, right: Node, where: Where, findings: Findings) -> None:
    """Report two scalars that have a tag each of which a type can have one only."""
    if isinstance(left, Scalar) and isinstance(right, Scalar):
        name = clash(left.constraints, right.constraints)
        if name is not None:
            message = f"the parts of this intersection have a `@{name}` each"
            findings.report(where.scope, "SC309", message, where.span)


def clash(left: Constraints, right: Constraints) -> str | None:
    """Give the constraint of which there can be one only and both have a different one."""
    for name in ("pattern", "format", "multiple_of", "media_type", "encoding"):
        one, other = getattr(left, name), getattr(right, name)
        if one is not None and other is not None and one != other:
            return name
    return None


def meet_constraints(kind: str, left: Bounded, right: Bounded) -> Constraints | None:
    """Give the constraints of both, None where they leave nothing.

    What is empty by itself was told where it was written.
    """
    joined = join_constraints(left.constraints, right.constraints)
    if any(is_empty(family(each), each.constraints) for each in (left, right)):
        return joined
    return None if is_empty(kind, joined) else joined


def _within(const: Const, scalar: Scalar, accepts: Callable[[Node, object], bool]) -> Const | None:
    value = json.loads(const.text)
    fits = (
        const.kind == scalar.kind
        or (scalar.kind == "number" and const.kind == "integer")
        or (scalar.kind == "integer" and const.kind == "number" and is_integer(value))
    )
    if not fits or not accepts(scalar, value):
        return None
    return replace(const, meta=join_meta(const.meta, scalar.meta))


def _scalars(left: Scalar, right: Scalar) -> Scalar | None:
    kinds = {left.kind, right.kind}
    if kinds == {"integer", "number"}:
        kind = "integer"
    elif len(kinds) == 1:
        kind = left.kind
    else:
        return None
    constraints = meet_constraints(kind, left, right)
    if constraints is None:
        return None
    kept = left if left.kind == kind else right
    return replace(kept, constraints=constraints, meta=join_meta(left.meta, right.meta))
