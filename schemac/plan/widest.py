"""A tool's input in, what callers of any kind may send of it out: one shape without gates.

What one caller may send fits it. It may let through what no single caller may send, for it does not
ask whether the gates of two parts are ever open together.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from schemac.plan.cut import Cutter
from schemac.plan.facts import facts
from schemac.plan.gates import Asked, Every, Inverse, Never, OnSide, Some
from schemac.plan.nodes import Record, Ref
from schemac.plan.seen import Seen
from schemac.plan.splice import Splicer
from schemac.plan.view import empty_input

if TYPE_CHECKING:
    from collections.abc import Container

    from schemac.plan.gates import Gate, Side
    from schemac.plan.model import Plan, Shape, ToolPlan
    from schemac.plan.nodes import Field, Node

__all__ = ["widest_input"]

_SIDE: Side = "input"


def widest_input(plan: Plan, tool: ToolPlan) -> Shape:
    """Give the input with every variant and field that some caller sees.

    What must be there, or must go with something, is what no caller may leave out.
    """
    cutter = _Widest(plan, tool.input)
    cutter.look_below(tool.input)
    widest = cutter.shape(tool.input)
    if widest is None:
        return empty_input(plan, tool.input)
    return widest if cutter.is_left_to_all(tool.input) else _loosened(widest)


def _loosened(shape: Shape) -> Shape:
    """Let all fields of the root be absent: somebody sees nothing of it, and sends `{}`."""
    root, closed = shape.root, False
    while isinstance(root, Ref):
        closed = closed or root.closed
        root = shape.types[root.target].body
    if not isinstance(root, Record):
        return shape
    fields = tuple(replace(field, required=False, depends_on=()) for field in root.fields)
    return replace(shape, root=replace(root, fields=fields, closed=closed or root.closed))


class _AnythingSeen(Seen):
    """Sees what some caller sees."""

    def is_open(self, gate: Gate | None) -> bool:
        return gate is None or _may_be(gate, yes=True)


class _Widest(Cutter):
    """Cuts nothing but what is hidden from everybody."""

    def __init__(self, plan: Plan, root: Node) -> None:
        known = facts(plan)
        super().__init__(plan.types, known, {}, _SIDE)
        self.seen = _AnythingSeen(plan.types, known, {}, _SIDE)
        self._splicer = Splicer(self.seen, self)
        nobody = Cutter(plan.types, known, {}, _SIDE)
        nobody.look_below(root)
        self._narrowest = nobody.seen

    def is_left_to_all(self, node: Node) -> bool:
        """Tell whether every caller sees something of the node."""
        return self._narrowest.has_left(node)

    def _field(self, field: Field, inner: Node, shown: Container[str]) -> Field:
        found = super()._field(field, inner, shown)
        if self._narrowest.shows(field) and self._narrowest.has_left(field.type):
            return found
        return replace(found, required=False, depends_on=())


def _may_be(gate: Gate, *, yes: bool) -> bool:
    """Tell whether the gate may come to a clear yes, or to a clear no, for some answers."""
    match gate:
        case Asked():
            return True
        case Inverse(inner):
            return _may_be(inner, yes=not yes)
        case Every(parts):
            found = [_may_be(part, yes=yes) for part in parts]
            return all(found) if yes else any(found)
        case Some(parts):
            found = [_may_be(part, yes=yes) for part in parts]
            return any(found) if yes else all(found)
        case OnSide(only):
            return (only == _SIDE) == yes
        case Never():
            return False
        case _:
            assert_never(gate)
