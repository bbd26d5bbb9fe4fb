"""Short ways from a node to the schema of an output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schemac.emit import emit_schema
from tests.unit.plan.plans import output_shape

if TYPE_CHECKING:
    from schemac.plan.nodes import NamedType, Node

__all__ = ["output_schema"]


def output_schema(root: Node, *types: NamedType, closed: bool = False) -> dict[str, Any]:
    shape = output_shape(root, *types)
    assert shape is not None
    return emit_schema(shape, closed=closed)
