"""A call's end in, its record out: one signal and one structured line, never a value."""

from __future__ import annotations

import json
import logging
import os
import secrets
from dataclasses import dataclass
from itertools import islice
from json.encoder import encode_basestring as _text
from typing import TYPE_CHECKING

from schemac.emit.canonical import dumps
from schemac.enforce.journal import write
from schemac.enforce.project.cuts import MOST_POINTERS, Cuts
from schemac.runtime.log_records import LogRecords
from schemac.runtime.signals import input_dropped, output_projected, signal, tool_called

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.runtime.outcomes import CallOutcome, OutcomeKind

__all__ = ["AuditRecord", "fresh_id", "record_call"]

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


_drawn: list[str] = []
"""Correlation ids that nobody has yet: asking the system for one each costs more than using it."""

_AT_ONCE = 256
_LENGTH = 16
if hasattr(os, "register_at_fork"):  # a child has none in common with its parent
    os.register_at_fork(after_in_child=_drawn.clear)


def fresh_id() -> str:
    """Give a random correlation id, sixteen hexadecimal digits."""
    try:
        return _drawn.pop()
    except IndexError:
        digits = secrets.token_hex(_LENGTH * _AT_ONCE // 2)
        first, *more = (digits[at : at + _LENGTH] for at in range(0, len(digits), _LENGTH))
        _drawn.extend(more)
        return first


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
    is_logged = _log.isEnabledFor(logging.INFO)
    if not is_logged and not tool_called.receivers:
        return
    took = round(duration * 1000, 3)
    if tool_called.receivers:
        record = AuditRecord(
            tool,
            domain,
            outcome.kind,
            took,
            outcome.correlation_id,
            _bounded(outcome.dropped),
            _bounded(outcome.cut),
            decisions,
        )
        signal(tool_called, sender, record=record)
    if is_logged:
        # What `Logger.info` does, less its search of the stack for a caller, which is always this.
        write(_log, _records.record, _line(tool, domain, outcome, took, decisions))


_records = LogRecords(_log, logging.INFO, record_call.__code__)


def _line(tool: str, domain: str, outcome: CallOutcome, took: float, decisions: str) -> str:
    """Write a record as `dumps` does, which has a say where it is not all ASCII."""
    text = (
        f'{{"tool":{_text(tool)},"domain":{_text(domain)},"outcome":"{outcome.kind}",'
        f'"duration":{took!r},"correlation_id":"{outcome.correlation_id}",'
        f'"dropped":{_counts(outcome.dropped)},"cut":{_counts(outcome.cut)},'
        f'"decisions":"{decisions}"}}'
    )
    return text if text.isascii() else dumps(json.loads(text))


def _counts(pointers: Mapping[str, int]) -> str:
    if type(pointers) is Cuts:
        return pointers.text()
    return dumps(_bounded(pointers)) if pointers else "{}"


def _bounded(pointers: Mapping[str, int]) -> dict[str, int]:
    if type(pointers) is Cuts:  # fifty at most
        return pointers.counts()
    return dict(islice(pointers.items(), MOST_POINTERS)) if pointers else {}
