"""The parts of a template: text that is always there, and what stands in it for some callers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from schemac.emit.templates.verdicts import Verdict
    from schemac.plan.gates import Gate, Side
    from schemac.plan.nodes import Node

__all__ = [
    "Chain",
    "Choice",
    "Door",
    "Gated",
    "Inline",
    "Option",
    "Part",
    "Piece",
    "Row",
    "Rows",
    "SideTemplate",
    "ToolTemplate",
    "TypeTemplate",
    "UnfitError",
    "Use",
    "Variant",
]

Door: TypeAlias = "int | Gate"
"""An atom that must be answered yes, or a gate that must be open."""


class UnfitError(Exception):
    """No template is certain to give the bytes that the plain emitter gives."""


@dataclass(frozen=True, slots=True, eq=False)
class Use:
    """A use of a named type: its whole schema as a reference, and what stands around it inlined.

    `doors` are those of the aliases on the way to it.
    """

    target: int
    doors: tuple[Door, ...]
    reference: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, eq=False)
class Inline:
    """A use that is never a reference: the root of a schema, or the only one in it."""

    use: Use


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A field, or a run of fields that everybody sees: then `inner` is None and `text` is whole.

    `text` begins with a comma. `required` is the quoted name, "" for one that is not; of a run it
    is all their names.
    """

    doors: tuple[Door, ...]
    text: str
    inner: Part | None
    required: str


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """A record: its fields between `before` and `after`, the list of the required ones behind."""

    before: str
    rows: tuple[Row, ...]
    after: str


@dataclass(frozen=True, slots=True, eq=False)
class Chain:
    """Parts one behind the other, of which nothing is left where one of them is missing."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Gated:
    """A part that some see."""

    doors: tuple[Door, ...]
    part: Part


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """A member of a union: among others, and where it is the only one."""

    doors: tuple[Door, ...]
    among: Part
    alone: Part


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """A union of objects and lists, with null last where its doors are open.

    `clashes` are the pairs of members that may share a value; `null` is None without a null.
    """

    before: str
    options: tuple[Option, ...]
    null: tuple[Door, ...] | None
    clashes: frozenset[tuple[int, int]]
    after: str


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """A small node without names in it: written by the plain emitter once for each set of doors.

    `node` is a record of one field that holds it; `is_core` leaves braces and words out.
    """

    doors: tuple[Door, ...]
    node: Node
    is_core: bool
    known: dict[tuple[bool, ...], str | None] = field(default_factory=dict)


Part: TypeAlias = "str | Use | Inline | Rows | Chain | Gated | Choice | Variant"
Piece: TypeAlias = "str | Use"
"""What parts become for one caller."""


@dataclass(frozen=True, slots=True, eq=False)
class TypeTemplate:
    """A named type: `core` is its schema without braces and words; they stand around it.

    `core` is None where nothing is left of it for anybody. `name` is that of its definition.
    """

    name: str
    doors: tuple[Door, ...]
    core: Part | None
    before: str
    after: str


class SideTemplate:
    """One side of a tool: the doors before it, and its whole schema, None where it never is.

    `asked` are the numbers of all gates that its views ask; what was written for some of their
    verdicts is `known`, a few at most: callers who differ in what the other side asks get the same.
    """

    __slots__ = ("asked", "closed", "doors", "known", "part", "side")

    def __init__(
        self,
        side: Side,
        doors: tuple[Door, ...],
        part: Part | None,
        asked: tuple[int, ...],
        *,
        closed: bool,
    ) -> None:
        self.side = side
        self.doors = doors
        self.part = part
        self.asked = asked
        self.closed = closed
        self.known: dict[Verdict, str | None] = {}


@dataclass(frozen=True, slots=True, eq=False)
class ToolTemplate:
    """Both sides of a tool; `doors` is None where it is hidden from everybody.

    `bare_input` is the input of those for whom nothing of it is left. `asked` are the numbers of
    all gates that the tool's views ask, those of its words and examples included.
    """

    doors: tuple[Door, ...] | None
    input: SideTemplate
    bare_input: str
    output: SideTemplate
    asked: tuple[int, ...]
