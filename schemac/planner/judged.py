"""What the tags of one place say, as data, sorted by what it is about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from schemac.plan.nodes import Meta

if TYPE_CHECKING:
    from schemac.ir.tags import Tag
    from schemac.plan.gates import Gate

__all__ = [
    "FORMATS",
    "NO_TAGS",
    "Bound",
    "BoundName",
    "FieldTags",
    "Judged",
    "Position",
]

Position: TypeAlias = Literal["field", "member"]

FORMATS: tuple[str, ...] = (
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
)
"""The formats that JSON Schema 2020-12 defines."""

BoundName: TypeAlias = Literal[
    "min",
    "max",
    "exclusive_min",
    "exclusive_max",
    "multiple_of",
    "pattern",
    "format",
    "media_type",
    "encoding",
    "unique",
    "closed",
]


@dataclass(frozen=True, slots=True)
class Bound:
    """One constraint: the field of `Constraints` that it sets (or `closed`), and its value."""

    name: BoundName
    value: int | float | str | bool
    tag: Tag


@dataclass(frozen=True, slots=True)
class FieldTags:
    """What tags say of a field rather than of its type. Texts are compact JSON."""

    default: tuple[str, Tag] | None = None
    default_for: tuple[str, Tag] | None = None
    depends_on: tuple[tuple[str, Tag], ...] = ()
    deprecated: bool = False
    read_only: Tag | None = None
    write_only: Tag | None = None
    header: tuple[str, Tag] | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """The tags of one place. `examples` repeats `meta.examples` with their tags."""

    gate: Gate | None = None
    bounds: tuple[Bound, ...] = ()
    meta: Meta = field(default_factory=Meta)
    examples: tuple[tuple[str, Tag], ...] = ()
    field: FieldTags = field(default_factory=FieldTags)


NO_TAGS = Judged()
