"""The types of a plan: a closed union of frozen nodes, gates on fields, members and named types.

A *view* is made of the same nodes with no gate left in them: what one caller may see. So
everything that reads views (emission, enforcement) knows one closed union of nodes.

JSON values are held as compact JSON text, so that a plan stays hashable and deterministic.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from schemac.plan.gates import Gate

__all__ = [
    "NO_CONSTRAINTS",
    "NO_META",
    "Anything",
    "Const",
    "Constraints",
    "Default",
    "Example",
    "Field",
    "ListOf",
    "MapOf",
    "Member",
    "Meta",
    "NamedType",
    "Node",
    "Nothing",
    "Origin",
    "Record",
    "Ref",
    "Saying",
    "Scalar",
    "ScalarKind",
    "TupleOf",
    "Union",
]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where something was written: file as shown to people, line and column from 1."""

    file: str
    line: int
    column: int


ScalarKind: TypeAlias = Literal[
    "string",
    "integer",
    "number",
    "boolean",
    "null",
    "date",
    "datetime",
    "duration",
    "uuid",
    "decimal",
    "bytes",
]


@dataclass(frozen=True, slots=True)
class Constraints:
    """Bounds on a value; what `min` means follows from the node it stands on.

    On strings it is a length, on numbers a value, on lists, sets and maps a count. On a `Ref` they
    are added to those of the target.
    """

    min: int | float | None = None
    max: int | float | None = None
    exclusive_min: int | float | None = None
    exclusive_max: int | float | None = None
    multiple_of: int | float | None = None
    pattern: str | None = None
    format: str | None = None
    media_type: str | None = None
    encoding: str | None = None
    unique: bool = False


NO_CONSTRAINTS = Constraints()


@dataclass(frozen=True, slots=True)
class Example:
    """An `@example`: shown where `gate` is open, which is where the view accepts all of it."""

    value: str
    gate: Gate | None = None


@dataclass(frozen=True, slots=True)
class Meta:
    """Words beside a type. On a `Ref` each one given replaces the target's.

    Of `sayings` those that are told stand upon the words, each upon those before it.
    """

    title: str | None = None
    description: str | None = None
    examples: tuple[Example, ...] = ()
    deprecated: bool = False
    sayings: tuple[Saying, ...] = ()


@dataclass(frozen=True, slots=True)
class Saying:
    """What an operand of an intersection says, told where `gate` is open: what it says it of is.

    `words` hold no sayings themselves.
    """

    words: Meta
    gate: Gate | None = None


NO_META = Meta()


@dataclass(frozen=True, slots=True)
class Scalar:
    """One JSON scalar; the kinds from `date` on are strings on the wire."""

    kind: ScalarKind
    constraints: Constraints = NO_CONSTRAINTS
    meta: Meta = NO_META


@dataclass(frozen=True, slots=True)
class Const:
    """One value, never null. `text` is its compact JSON (`"a"`, `true`, `3`, `1.5`)."""

    kind: Literal["string", "integer", "number", "boolean"]
    text: str
    meta: Meta = NO_META


@dataclass(frozen=True, slots=True)
class Anything:
    """Any JSON value."""

    meta: Meta = NO_META


@dataclass(frozen=True, slots=True)
class Nothing:
    """No value: `bot`. In a view only where the author wrote it."""

    meta: Meta = NO_META


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list; `is_set` when it was written as a set (then always `constraints.unique`)."""

    item: Node
    is_set: bool = False
    constraints: Constraints = NO_CONSTRAINTS
    meta: Meta = NO_META


@dataclass(frozen=True, slots=True)
class TupleOf:
    """Exactly these items."""

    items: tuple[Node, ...]
    meta: Meta = NO_META


@dataclass(frozen=True, slots=True)
class MapOf:
    """Keys to values. `key` is a string `Scalar`, a string `Const`, a `Union` or `Ref` of them."""

    key: Node
    value: Node
    constraints: Constraints = NO_CONSTRAINTS
    meta: Meta = NO_META


@dataclass(frozen=True, slots=True)
class Default:
    """`@default(value)`: shown and supplied where `gate` is open (the view accepts it whole)."""

    value: str
    gate: Gate | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record.

    `required` is as declared. Words about a field stand on its type, where they are about the
    whole of it. `read_only` and `write_only` are also in `gate`, as `OnSide`. `depends_on` names
    other fields of the same record. `origin`, the place of the name, takes no part in equality.
    """

    name: str
    type: Node
    required: bool = True
    gate: Gate | None = None
    deprecated: bool = False
    read_only: bool = False
    write_only: bool = False
    default: Default | None = None
    default_for: str | None = None
    depends_on: tuple[str, ...] = ()
    header: str | None = None
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """Named fields. Intersections were merged into one record when the plan was made."""

    fields: tuple[Field, ...]
    closed: bool = False
    meta: Meta = NO_META


@dataclass(frozen=True, slots=True)
class Member:
    """A variant of a union and its gate."""

    type: Node
    gate: Gate | None = None
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Union:
    """Variants in declared order. `T?` is a union whose last member is `Scalar("null")`.

    In a plan it stands as written; a union of one member is how an item, a value or an output
    bears a gate. In a view it is flat (a bare union never holds a bare union), has two members at
    least, no repeats, null last.
    """

    members: tuple[Member, ...]
    meta: Meta = NO_META


@dataclass(frozen=True, slots=True)
class Ref:
    """A use of `Plan.types[target]`, with what the use adds."""

    target: int
    constraints: Constraints = NO_CONSTRAINTS
    closed: bool = False
    meta: Meta = NO_META


Node: TypeAlias = (
    Scalar | Const | Anything | Nothing | ListOf | TupleOf | MapOf | Record | Union | Ref
)


@dataclass(frozen=True, slots=True)
class NamedType:
    """A declared type, or one instance of a generic.

    `name` is the declared name, `arguments` the canonical text of generic arguments ("" without),
    `file` the path of its file relative to where it was found, `owner` the qualified name of the
    class that holds it ("" outside classes). `gate` stands on the declaration: on every use.
    Intersections inside fields and items are named types too, called after their operands; they
    have no file. `shown` is `name[arguments]` as every caller may read it, where that is another
    text; `spelled` are these arguments with the file and class of every name, where there is one.
    `told` is a record of the arguments where callers differ in what they may read of them: what is
    left of it is what they read.
    """

    name: str
    body: Node
    arguments: str = ""
    file: str = ""
    owner: str = ""
    gate: Gate | None = None
    origin: Origin | None = field(default=None, compare=False)
    shown: str | None = None
    spelled: str | None = None
    told: Node | None = None
