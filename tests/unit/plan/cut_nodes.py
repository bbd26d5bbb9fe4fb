"""What a cut leaves of a node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.nodes import NamedType, Ref
from tests.unit.plan.plans import (
    INTEGER,
    STRING,
    X,
    granted,
    many,
    named,
    opt,
    output_shape,
    rec,
    req,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from schemac.plan.gates import Asked
    from schemac.plan.nodes import Node

__all__ = ["TREE", "left"]


def left(node: Node, *types: NamedType, grants: Iterable[Asked] = ()) -> Node | None:
    """Give what is left of a node of an output."""
    shape = output_shape(node, *types, answers=granted(*grants))
    return None if shape is None else shape.root


TREE = named("tree", rec(req("label", STRING), opt("cost", INTEGER, X), opt("kids", many(Ref(0)))))
