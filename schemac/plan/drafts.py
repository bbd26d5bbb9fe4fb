"""Parts in, places and fields out, of which a plan has tens of thousands, in a sixth of the time.

The constructor of a frozen dataclass sets each attribute by a call. Here an object of a class that
is not frozen, with the same slots, is filled, and then becomes what it stands for; where the slots
are not the same Python refuses that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.nodes import Field, Origin

if TYPE_CHECKING:
    from collections.abc import Iterable

    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Default, Node

__all__ = ["FieldDraft", "drafted_origin", "drafted_origins"]


class _OriginDraft:
    __slots__ = ("column", "file", "line")

    file: str
    line: int
    column: int


class FieldDraft:
    """A field that is being made: all attributes are to be set, in any order, then `finished`."""

    __slots__ = (
        "default",
        "default_for",
        "depends_on",
        "deprecated",
        "gate",
        "header",
        "name",
        "origin",
        "read_only",
        "required",
        "type",
        "write_only",
    )

    name: str
    type: Node
    required: bool
    gate: Gate | None
    deprecated: bool
    read_only: bool
    write_only: bool
    default: Default | None
    default_for: str | None
    depends_on: tuple[str, ...]
    header: str | None
    origin: Origin | None

    def finished(self) -> Field:
        """Become the field."""
        self.__class__ = Field  # type: ignore[assignment] # that is what this is for
        return self  # type: ignore[return-value] # it is one now


def drafted_origins(
    files: Iterable[str], lines: Iterable[int], columns: Iterable[int]
) -> list[Origin]:
    """Give an `Origin` for each file, line and column, of which there are as many."""
    made: list[Origin] = []
    for file, line, column in zip(files, lines, columns, strict=True):
        # The same as below: a call for each would cost as much again.
        draft = _OriginDraft()
        draft.file, draft.line, draft.column = file, line, column
        draft.__class__ = Origin  # type: ignore[assignment] # as above
        made.append(draft)  # type: ignore[arg-type] # it is one now
    return made


def drafted_origin(file: str, line: int, column: int) -> Origin:
    """Give an `Origin`."""
    draft = _OriginDraft()
    draft.file, draft.line, draft.column = file, line, column
    draft.__class__ = Origin  # type: ignore[assignment] # as above
    return draft  # type: ignore[return-value] # the same
