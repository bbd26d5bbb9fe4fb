"""A call's end as data: what is sent, and what is recorded about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["CallOutcome", "OutcomeKind"]

OutcomeKind: TypeAlias = Literal["ok", "denied", "error", "invalid", "internal", "contract"]
"""Fine; refused or failed by the handler; arguments that do not fit; a bug of the handler; a
result that breaks the tool's output contract."""


@dataclass(slots=True)
class CallOutcome:
    """What a call came to, ready to be sent. Not frozen, since one is made for each call.

    `content` are MCP content blocks, `structured` the projected value (None on an error), `text`
    the words of an error. `dropped` and `cut` count by pointer what was left out of the arguments
    and of the result: names that the plan declares, everything else is `*`. They are for records,
    never for the caller.
    """

    content: list[dict[str, object]]
    structured: dict[str, object] | None
    is_error: bool
    meta: Mapping[str, object] | None
    kind: OutcomeKind
    text: str
    correlation_id: str
    dropped: Mapping[str, int] = field(default_factory=dict)
    cut: Mapping[str, int] = field(default_factory=dict)
