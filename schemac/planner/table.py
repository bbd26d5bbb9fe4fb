"""What the planner knows while it works: types by number, and what is to be checked at the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from schemac.plan.drafts import drafted_origin
from schemac.plan.nodes import Anything, Member, Origin, Ref, Union

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.ir.tags import Tag
    from schemac.ir.types import UnionType
    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Node, Record
    from schemac.planner.findings import Scope
    from schemac.planner.judged import Bound
    from schemac.source import Span

__all__ = [
    "Entry",
    "KeyCheck",
    "Ledger",
    "Part",
    "RecordCheck",
    "UnionCheck",
    "UseCheck",
    "ValueCheck",
    "Where",
    "hold",
    "joined_name",
    "origin_of",
    "unknown",
]


_MAX_NAME = 60


@dataclass(frozen=True, slots=True)
class Part:
    """A type and the gate of the tags on it, which what is around it has yet to place."""

    node: Node
    gate: Gate | None = None


@dataclass(frozen=True, slots=True)
class Where:
    """Text that a finding is about."""

    scope: Scope
    span: Span


@dataclass(slots=True)
class Entry:
    """A named type in the making.

    The declared types come first, by their number in the program. Behind them stand the
    intersections: those written (`operands`, to be merged when every operand is known) and those
    that follow from two fields of one name. `inline` ones never stay: their result takes their
    place; `stands_for` is the declared type of which one is the whole right side. `body` is there
    when the type is done. Of a `hole` nothing is known, and nothing is reported. `shown` and
    `spelled` are the arguments as every caller reads them, `told` is a record of them where callers
    may differ in that.
    """

    name: str
    where: Where
    arguments: str = ""
    file: str = ""
    owner: str = ""
    gate: Gate | None = None
    origin: Origin | None = None
    raw: Node | None = None
    operands: tuple[Part, ...] = ()
    inline: bool = False
    stands_for: int | None = None
    derived: bool = False
    impossible: bool = False
    hole: bool = False
    busy: bool = False
    body: Node | None = None
    shown: str = ""
    spelled: str = ""
    told: Node | None = None


@dataclass(frozen=True, slots=True)
class UseCheck:
    """Constraints on the use of a name, which may not fit what it names."""

    target: int
    bounds: tuple[Bound, ...]
    scope: Scope


@dataclass(frozen=True, slots=True)
class KeyCheck:
    """The key of a map, which may be no string."""

    node: Node
    where: Where


@dataclass(frozen=True, slots=True)
class RecordCheck:
    """A finished record, which may lack fields that others depend on.

    `declared` is the number of the type whose right side it is, None elsewhere.
    """

    record: Record
    scope: Scope
    declared: int | None = None


@dataclass(frozen=True, slots=True)
class UnionCheck:
    """A union as written, whose records may be hard to tell apart."""

    members: tuple[tuple[Node, Span], ...]
    scope: Scope


ValueName: TypeAlias = Literal["default", "example"]


@dataclass(frozen=True, slots=True)
class ValueCheck:
    """A default or an example, which its own type may reject."""

    node: Node
    text: str
    name: ValueName
    tag: Tag
    scope: Scope


@dataclass(slots=True)
class Ledger:
    """What lowering leaves to be judged when all types are known.

    Tags of fields are found again by where their field was written.
    """

    uses: list[UseCheck] = field(default_factory=list)
    keys: list[KeyCheck] = field(default_factory=list)
    records: list[RecordCheck] = field(default_factory=list)
    values: list[ValueCheck] = field(default_factory=list)
    unions: list[UnionCheck] = field(default_factory=list)
    repeats: list[tuple[UnionType, Scope]] = field(default_factory=list)
    depends: dict[tuple[Origin, str], Tag] = field(default_factory=dict)
    headers: dict[Origin, Tag] = field(default_factory=dict)
    defaults: dict[Origin, Tag] = field(default_factory=dict)
    sided: dict[Origin, Tag] = field(default_factory=dict)
    operands: set[int] = field(default_factory=set)
    plain: set[int] = field(default_factory=set)

    def joined(self, kept: Origin, other: Origin, depends_on: tuple[str, ...]) -> None:
        """Let the tags of a field that was merged into another be found there too."""
        for name in depends_on:
            tag = self.depends.get((other, name))
            if tag is not None:
                self.depends.setdefault((kept, name), tag)
        header = self.headers.get(other)
        if header is not None:
            self.headers.setdefault(kept, header)


def hold(part: Part, origin: Origin | None = None) -> Node:
    """Give a node that bears the part's gate: a union of that one member where there is one."""
    if part.gate is None:
        return part.node
    return Union((Member(part.node, part.gate, origin),))


def origin_of(span: Span) -> Origin:
    """Give where a span begins, as a plan says it."""
    return drafted_origin(span.source.name, *span.source.place(span.start))


def joined_name(names: Sequence[str]) -> str:
    """Name an intersection after what it joins, in a length that stays bearable."""
    return "_and_".join(names)[:_MAX_NAME]


def unknown(entries: list[Entry], where: Where, name: str = "") -> Ref:
    """Add a name of which nothing is known, in the place of what was reported: no more follows."""
    entries.append(Entry(name=name, where=where, hole=True, body=Anything()))
    return Ref(len(entries) - 1)
