"""A call's end in, its record out: one signal and one structured line, never a value."""

from __future__ import annotations

import logging
from dataclasses import dataclass, fields
from itertools import islice
from typing import TYPE_CHECKING

from schemac.emit.canonical import dumps
from schemac.enforce.project.cuts import MOST_POINTERS, Cuts
from schemac.runtime.signals import input_dropped, output_projected, signal, tool_called

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.runtime.outcomes import CallOutcome, OutcomeKind

__all__ = ["AuditRecord", "record_call"]

_log = logging.getLogger("schemac.audit")


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """What is kept of a call. `duration` is in milliseconds.

    `dropped` and `cut` are pointers with counts, 50 at most; `decisions` is a short hash of the
    answers that shaped the caller's view. Nothing in it is a value of the call.
    """

    tool: str
    domain: str
    outcome: OutcomeKind
    duration: float
    correlation_id: str
    dropped: Mapping[str, int]
    cut: Mapping[str, int]
    decisions: str


_NAMES = tuple(each.name for each in fields(AuditRecord))


def record_call(
    sender: object, tool: str, domain: str, outcome: CallOutcome, duration: float, decisions: str
) -> None:
    """Signal and log the end of a call."""
    if input_dropped.receivers and outcome.dropped:
        pointers = _bounded(outcome.dropped)
        signal(input_dropped, sender, tool=tool, domain=domain, pointers=pointers)
    if output_projected.receivers and outcome.cut:
        pointers = _bounded(outcome.cut)
        signal(output_projected, sender, tool=tool, domain=domain, pointers=pointers)
    if tool_called.receivers or _log.isEnabledFor(logging.INFO):
        _record(sender, tool, domain, outcome, duration, decisions)


def _record(
    sender: object, tool: str, domain: str, outcome: CallOutcome, duration: float, decisions: str
) -> None:
    told = (
        tool,
        domain,
        outcome.kind,
        round(duration * 1000, 3),
        outcome.correlation_id,
        _bounded(outcome.dropped),
        _bounded(outcome.cut),
        decisions,
    )
    if tool_called.receivers:
        signal(tool_called, sender, record=AuditRecord(*told))
    if _log.isEnabledFor(logging.INFO):
        line = dumps(dict(zip(_NAMES, told, strict=True)))
        # What `Logger.info` does, less its search of the stack for a caller, which is always this.
        here = (__file__, _record.__code__.co_firstlineno)
        _log.handle(_log.makeRecord(_log.name, logging.INFO, *here, "%s", (line,), None, "_record"))


def _bounded(pointers: Mapping[str, int]) -> dict[str, int]:
    if isinstance(pointers, Cuts):  # fifty at most
        return pointers.counts()
    return dict(islice(pointers.items(), MOST_POINTERS)) if pointers else {}
