"""The types an author can write: a closed union of frozen nodes, names not yet looked up.

Spans and spellings take no part in equality: two texts that mean the same give equal nodes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from schemac.ir.tags import Tag
    from schemac.source import Span

__all__ = [
    "Anything",
    "Field",
    "Group",
    "IntersectionType",
    "ListType",
    "LiteralKind",
    "LiteralType",
    "MapType",
    "NameType",
    "Nothing",
    "OptionalType",
    "RecordType",
    "Scalar",
    "ScalarKind",
    "Tagged",
    "TupleType",
    "Type",
    "UnionType",
    "Use",
]

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
LiteralKind: TypeAlias = Literal["string", "integer", "number", "boolean"]


@dataclass(frozen=True, slots=True)
class Scalar:
    """A built-in type of one value: `String`, `Date`, `nil`."""

    kind: ScalarKind
    span: Span = field(compare=False, repr=False)
    spelling: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Anything:
    """`untyped`: any JSON value."""

    span: Span = field(compare=False, repr=False)
    spelling: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Nothing:
    """`bot`: no value at all."""

    span: Span = field(compare=False, repr=False)
    spelling: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class LiteralType:
    """One value. `kind` tells `1` from `True` and from `1.0`, which Python calls equal."""

    kind: LiteralKind
    value: str | int | float | bool
    span: Span = field(compare=False, repr=False)
    spelling: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ListType:
    """`Array[T]`; with `unique` a `Set[T]`. A bare `Array` has `Anything` items."""

    item: Type
    unique: bool
    span: Span = field(compare=False, repr=False)
    spelling: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MapType:
    """`Hash[K, V]`. A bare `Hash` has string keys and `Anything` values."""

    key: Type
    value: Type
    span: Span = field(compare=False, repr=False)
    spelling: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TupleType:
    """`[T, U]`: exactly these items, in this order."""

    items: tuple[Type, ...]
    span: Span = field(compare=False, repr=False)
    spelling: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record or a parameter of a signature. `optional` is `?` before the key."""

    name: str
    type: Type
    optional: bool
    doc: str | None
    span: Span = field(compare=False, repr=False)
    name_span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RecordType:
    """`{ a: T, ?b: U }`. Duplicate names are kept here: a later phase reports them."""

    fields: tuple[Field, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class OptionalType:
    """`T?`."""

    inner: Type
    span: Span = field(compare=False, repr=False)
    spelling: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class UnionType:
    """`A | B`, as written: not flattened, two members at least."""

    members: tuple[Type, ...]
    span: Span = field(compare=False, repr=False)
    spelling: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class IntersectionType:
    """`A & B`, as written: two operands at least."""

    operands: tuple[Type, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class NameType:
    """A declared name, perhaps with arguments: `page[applicant]`. Never a built-in one."""

    name: str
    arguments: tuple[Type, ...]
    span: Span = field(compare=False, repr=False)
    name_span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Use:
    """A name that was looked up: type number `target` of the resolved program.

    Parsing gives `NameType` only, a resolved program `Use` only.
    """

    target: int
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Group:
    """`(T)`: kept, because the tail rule stops at parentheses. Never around another group."""

    inner: Type
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Tagged:
    """A member with the tags written directly behind it, in order, one at least."""

    inner: Type
    tags: tuple[Tag, ...]
    span: Span = field(compare=False, repr=False)


Type: TypeAlias = (
    Scalar
    | Anything
    | Nothing
    | LiteralType
    | ListType
    | MapType
    | TupleType
    | RecordType
    | OptionalType
    | UnionType
    | IntersectionType
    | NameType
    | Use
    | Group
    | Tagged
)
