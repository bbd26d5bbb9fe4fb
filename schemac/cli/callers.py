"""What the command line says of a caller in, the context that calls with it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.cli.grants import note_unasked, read_caller
from schemac.project.personas import persona_context
from schemac.runtime.grants import Grants

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.project.config import Config
    from schemac.service import Service

__all__ = ["NOBODY", "calling_context", "is_nobody"]

NOBODY = "say who calls with `--persona NAME` or `--grant PREDICATE:FLAG`"
"""What helps who names no caller."""


def is_nobody(persona: str | None, grants: Sequence[str], *, everything: bool) -> bool:
    """Say whether the command line names no caller."""
    return persona is None and not grants and not everything


def calling_context(
    config: Config,
    service: Service,
    grants: Sequence[str],
    persona: str | None,
    domain: str | None,
    *,
    everything: bool,
) -> object:
    """Make the context. Raises click.UsageError, PersonaError.

    A persona is made by `persona_context` where the configuration has it; grants are just held. One
    that no gate of the service asks for is told, as it may be a typo.
    """
    caller = read_caller(config, grants, persona, everything=everything)
    if persona is not None:
        return persona_context(config, persona, domain)
    if caller.grants:
        note_unasked(service.surface.program().plan, caller)
    if caller.everything:
        return Grants.all()
    held: dict[str, list[str]] = {}
    for predicate, flag in sorted(caller.grants):
        held.setdefault(predicate, []).append(flag)
    return Grants(defaults=None, user=None, **held)
