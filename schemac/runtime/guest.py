"""A caller who was looked at in; the same caller, with the answers taken so far, out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schemac.runtime.decide import Decisions

__all__ = ["Guest"]


@dataclass(frozen=True, slots=True, eq=False)
class Guest:
    """Stands for a context in the rest of its request, so that no question is asked twice.

    An adapter that must know before it reads a message whether a domain is there for its caller
    asks the context some questions; what it was answered goes with the request.
    """

    context: object
    decisions: Decisions
