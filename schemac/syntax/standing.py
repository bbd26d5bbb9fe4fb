"""A block of annotation text with the place it stands in, before anybody has read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schemac.diagnostics.model import Diagnostic
    from schemac.syntax.blocks import Block
    from schemac.syntax.places import Place

__all__ = ["Standing"]


@dataclass(frozen=True, slots=True)
class Standing:
    """A block, the place it stands in, and the function that a signature in it would be of.

    `refused` says why nothing in it is read. `below` is the class or function that it stands
    above, or among the decorators of, with no statement between; a method aside. `ended` is the
    one that a refused block may have been meant for, though it ended above.
    """

    block: Block
    place: Place
    head: Place | None
    refused: Diagnostic | None = None
    below: Place | None = None
    ended: Place | None = None
