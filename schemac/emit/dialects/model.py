"""What a dialect gives back: the schema for one consumer, and what it could not carry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from schemac.plan.gates import Side

__all__ = ["Dialect", "Loss", "LossCode", "Rewritten"]

LossCode = Literal["SC501", "SC502", "SC503", "SC504"]
"""Refused as a whole; a keyword lost; a name, a description that clients do not take."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A keyword that the consumer will not see as it was meant, and where it stands.

    `pointer` is a JSON Pointer into the schema that the dialect was given.
    """

    pointer: str
    keyword: str
    reason: str
    code: LossCode = "SC502"


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A schema for one consumer. Where it is `refused`, `schema` is the one that was given."""

    schema: dict[str, Any]
    losses: tuple[Loss, ...] = ()

    @property
    def refused(self) -> bool:
        """Whether the dialect cannot say this at all."""
        return any(loss.code == "SC501" for loss in self.losses)


class Dialect(Protocol):
    """A function from a schema and its side to the schema for one consumer."""

    def __call__(self, schema: dict[str, Any], side: Side) -> Rewritten:
        """Rewrite the schema; the one given stays as it is."""
