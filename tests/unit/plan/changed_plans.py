"""Types of before and after, as plans whose changes are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.diff import PlanDiff, compare
from tests.unit.plan.plans import ATOMS, STRING, plan_of, req, tool_of

if TYPE_CHECKING:
    from schemac.plan.nodes import NamedType, Node

__all__ = ["A_X", "A_Y", "A_Z", "A", "inputs", "outputs"]

A_X, A_Y, A_Z = ATOMS


def outputs(old: Node, new: Node, *types: NamedType) -> PlanDiff:
    return compare(plan_of(tool_of(output=old), *types), plan_of(tool_of(output=new), *types))


def inputs(old: Node, new: Node, *types: NamedType) -> PlanDiff:
    return compare(plan_of(tool_of(old), *types), plan_of(tool_of(new), *types))


A = req("a", STRING)
