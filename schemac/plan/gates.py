"""Gates as data: three-valued expressions over atoms, which a caller's context answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = [
    "Answer",
    "Asked",
    "Atom",
    "Every",
    "Gate",
    "Inverse",
    "Never",
    "OnSide",
    "Side",
    "Some",
]

Answer: TypeAlias = Literal[0, 1, 2]
"""No (0), yes (1), unknown (2). Only yes opens a gate."""

Side: TypeAlias = Literal["input", "output"]


@dataclass(frozen=True, slots=True)
class Atom:
    """One question a gate asks: `requires` and `admin` for `@requires(:admin)`."""

    predicate: str
    flag: str


@dataclass(frozen=True, slots=True)
class Asked:
    """Open when atom number `atom` of `Plan.atoms` is answered yes."""

    atom: int


@dataclass(frozen=True, slots=True)
class Inverse:
    """Open when `inner` is a clear no; unknown stays unknown."""

    inner: Gate


@dataclass(frozen=True, slots=True)
class Every:
    """Open when every part is."""

    parts: tuple[Gate, ...]


@dataclass(frozen=True, slots=True)
class Some:
    """Open when one part is."""

    parts: tuple[Gate, ...]


@dataclass(frozen=True, slots=True)
class OnSide:
    """Open on one side only: `@read_only` is `OnSide("output")`."""

    side: Side


@dataclass(frozen=True, slots=True)
class Never:
    """Never open: what could not be read, or cannot be satisfied."""


Gate: TypeAlias = Asked | Inverse | Every | Some | OnSide | Never
"""`None`, where a gate may stand, is no gate: open to all."""
