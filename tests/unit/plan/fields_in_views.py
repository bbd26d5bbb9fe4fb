"""Fields with gates, and what a view has of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.nodes import NamedType, Node, Record
from tests.unit.plan.plans import STRING, X, granted, input_shape, lit, named, opt, rec, req

if TYPE_CHECKING:
    from schemac.plan.gates import Asked

__all__ = ["SECRET", "THING", "A", "B", "C", "of_field"]

A, B, C = lit("a"), lit("b"), lit("c")
SECRET = named("secret", rec(req("s", STRING)), gate=X)


def of_field(node: Node, *types: NamedType, granting: tuple[Asked, ...] = ()) -> Node | None:
    """Give what a field of this type is cut to, None where it is hidden."""
    shape = input_shape(rec(opt("v", node), req("w", STRING)), *types, answers=granted(*granting))
    assert isinstance(shape.root, Record)
    shown = {field.name: field.type for field in shape.root.fields}
    return shown.get("v")


THING = named("thing", rec(req("t", STRING)))
