from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from schemac.diagnostics.catalog import severity
from schemac.diagnostics.model import Severity
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration
from schemac.planner.program import plan_program
from schemac.resolve.loader import Loader
from schemac.resolve.resolver import resolve

if TYPE_CHECKING:
    from schemac.diagnostics.model import Diagnostic
    from schemac.plan.model import Plan, ToolPlan
    from schemac.plan.nodes import Node


@dataclass(frozen=True)
class Planned:
    plan: Plan
    diagnostics: tuple[Diagnostic, ...]

    @property
    def tool(self) -> ToolPlan:
        return self.plan.tools[0]

    @property
    def found(self) -> list[tuple[str, str]]:
        """Code and text under the span of each finding."""
        return [
            (each.code, "" if each.span is None else each.span.text) for each in self.diagnostics
        ]

    @property
    def errors(self) -> list[str]:
        """Codes and messages without those that only warn."""
        return [
            f"{each.code} {each.message}"
            for each in self.diagnostics
            if severity(each) is Severity.ERROR
        ]

    @property
    def messages(self) -> list[str]:
        return [f"{each.code} {each.message}" for each in self.diagnostics]

    def type(self, name: str) -> Node:
        return next(named.body for named in self.plan.types if named.name == name)


Planner = Callable[..., Planned]


@pytest.fixture
def planned() -> Planner:
    def planned(
        types: str = "",
        signature: str | None = "() -> output",
        *,
        tool: dict[str, Any] | None = None,
        docstring: str | None = None,
        **options: Any,
    ) -> Planned:
        handler = InlineAnnotations(
            signature=signature, types=types or None, parameters=None, docstring=docstring
        )
        declaration = ToolDeclaration(name="t", handler=handler, **(tool or {}))
        program, found = resolve([declaration], Loader(()))
        assert found == (), found
        plan, diagnostics = plan_program(program, **options)
        return Planned(plan, diagnostics)

    return planned
