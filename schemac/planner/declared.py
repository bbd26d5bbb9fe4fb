"""A plan and declarations of tools in, the gates that the plan should have for them out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.planner.findings import Findings, Scope
from schemac.planner.gates import Atoms
from schemac.planner.predicates import GateReader
from schemac.source import Source

if TYPE_CHECKING:
    from schemac.plan.declaration import Gates, ToolDeclaration
    from schemac.plan.gates import Gate
    from schemac.plan.model import Plan

__all__ = ["DeclaredGates"]

_NOWHERE = Source("", "").span(0, 0)


class DeclaredGates:
    """Reads the gates of tools as the planner does, in the atoms of one plan."""

    def __init__(self, plan: Plan) -> None:
        atoms = Atoms()
        for atom in plan.atoms:
            atoms.number(atom)
        self._reader = GateReader(Findings(), atoms, plan.predicates, {})
        self._known: dict[Gates, Gate | None] = {}

    def of(self, declaration: ToolDeclaration) -> Gate | None:
        """Give the tool's gate, None for none. An atom of no plan's has a number of no plan's."""
        gates = declaration.gates
        if gates not in self._known:
            self._known[gates] = self._reader.of_tool(declaration, _NOWHERE, Scope("tool", 0))
        return self._known[gates]
