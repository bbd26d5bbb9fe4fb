"""Settings in, where contracts come from out: sources that are compiled, or a plan file."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from schemac.contract_sources.compiled import CompiledContracts
from schemac.contract_sources.planned import PlanContracts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.runtime.contracts import ContractSource
    from schemac.wire.settings import Settings

__all__ = ["CompiledContracts", "PlanContracts", "contract_source", "plans_ignored"]

_ignores_plans: ContextVar[bool] = ContextVar("schemac_ignores_plans", default=False)


def contract_source(settings: Settings) -> ContractSource:
    """Choose: a plan file, where one is named, needs no compiler."""
    if settings.plan is not None and not _ignores_plans.get():
        return PlanContracts(settings.plan, settings.sig_paths)
    return CompiledContracts(settings)


@contextmanager
def plans_ignored() -> Iterator[None]:
    """Let services that are made meanwhile compile, whatever plan they name: it may be stale."""
    token = _ignores_plans.set(True)
    try:
        yield
    finally:
        _ignores_plans.reset(token)
