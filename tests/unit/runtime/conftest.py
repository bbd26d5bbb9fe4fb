"""Surfaces over real contracts, compiled from the tests' own annotations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from schemac.diagnostics.catalog import severity
from schemac.diagnostics.model import Severity
from schemac.planner.program import plan_program
from schemac.resolve.loader import Loader
from schemac.resolve.resolver import resolve
from schemac.runtime.contracts import Contracts
from schemac.runtime.settings import SurfaceSettings
from schemac.runtime.surface import Surface

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from schemac import Registry
    from schemac.plan.declaration import ToolDeclaration


class Compiled:
    """Compiles what is declared, and counts how often it was asked to."""

    def __init__(self, predicates: tuple[str, ...] = ("requires", "feature", "tier")) -> None:
        self.predicates = predicates
        self.asked = 0
        self.has_changed = False

    def contracts(self, declarations: Sequence[ToolDeclaration]) -> Contracts:
        self.asked += 1
        self.has_changed = False
        program, resolving = resolve(declarations, Loader(()))
        plan, planning = plan_program(program, predicates=self.predicates)
        found = (*resolving, *planning)
        errors = [one for one in found if severity(one) is Severity.ERROR]
        planned = {tool.name for tool in plan.tools}
        why = "; ".join(f"{one.code} {one.message}" for one in errors) or "left out"
        missing = {one.name: why for one in declarations if one.name not in planned}
        return Contracts(plan, missing)

    def changed(self) -> bool:
        return self.has_changed


@pytest.fixture
def source() -> Compiled:
    return Compiled()


@pytest.fixture
def surface_of(source: Compiled) -> Callable[..., Surface]:
    def make(registry: Registry, **settings: Any) -> Surface:
        return Surface(registry, source, SurfaceSettings(**settings))

    return make
