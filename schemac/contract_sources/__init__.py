"""Settings in, where contracts come from out: sources that are compiled, or a plan file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.contract_sources.compiled import CompiledContracts
from schemac.contract_sources.planned import PlanContracts

if TYPE_CHECKING:
    from schemac.runtime.contracts import ContractSource
    from schemac.wire.settings import Settings

__all__ = ["CompiledContracts", "PlanContracts", "contract_source"]


def contract_source(settings: Settings) -> ContractSource:
    """Choose: a plan file, where one is named, needs no compiler."""
    if settings.plan is not None:
        return PlanContracts(settings.plan, settings.sig_paths)
    return CompiledContracts(settings)
