"""Tool declarations in, their contracts out: how a registry gets its plan, whoever makes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schemac.plan.declaration import ToolDeclaration
    from schemac.plan.model import Plan

__all__ = ["ContractSource", "Contracts", "WatchedSource"]


@dataclass(frozen=True, slots=True)
class Contracts:
    """A plan of the declared tools; tools that are not in it have a problem each.

    `problems` maps a tool's name to a text for its author. `diagnostics` is the report of all
    findings, errors and warnings, as people read it; "" where there is nothing to report. `fixed`
    says that the plan was made before: a handler that does not fit it makes it stale. `errors` says
    that there are errors among the findings, whether they concern a tool or not.
    """

    plan: Plan
    problems: Mapping[str, str] = field(default_factory=dict)
    diagnostics: str = ""
    fixed: bool = False
    errors: bool = False


class ContractSource(Protocol):
    """Makes contracts: compiles the sources, or reads a plan file. Thread-safe."""

    def contracts(self, declarations: Sequence[ToolDeclaration]) -> Contracts:
        """Give the contracts of the declared tools. Raises what keeps a plan from use."""


@runtime_checkable
class WatchedSource(Protocol):
    """A source that can tell whether the files behind its last contracts have changed."""

    def changed(self) -> bool:
        """Say whether asking again would give something else."""
