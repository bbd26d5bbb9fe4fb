"""Tags as written, and the vocabulary of tags as a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from schemac.source import Span

__all__ = [
    "ALWAYS_PREDICATES",
    "TAGS",
    "AllOf",
    "AnyOf",
    "ArgumentKind",
    "Flag",
    "GateArgument",
    "GateExpression",
    "NoArgument",
    "Not",
    "Tag",
    "TagArgument",
    "TagSpec",
    "TextArgument",
]


@dataclass(frozen=True, slots=True)
class Flag:
    """`:name`, `:a.b` or `:"any text"`; `name` is without the colon and quotes."""

    name: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Not:
    """`!g`."""

    inner: GateExpression
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AllOf:
    """`a & b`, two parts at least, as written."""

    parts: tuple[GateExpression, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """`a | b`, two parts at least, as written."""

    parts: tuple[GateExpression, ...]
    span: Span = field(compare=False, repr=False)


GateExpression: TypeAlias = Flag | Not | AllOf | AnyOf


@dataclass(frozen=True, slots=True)
class NoArgument:
    """`@closed()`: nothing between the parentheses but white space."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TextArgument:
    """`@desc(text)`: `text` is cooked (escapes and line breaks done), `quoted` says how."""

    text: str
    quoted: bool
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class GateArgument:
    """`@requires(:a | :b)`. More than one expression (`:a, :b`) is a mistake judged later."""

    expressions: tuple[GateExpression, ...]
    span: Span = field(compare=False, repr=False)


TagArgument: TypeAlias = NoArgument | TextArgument | GateArgument


@dataclass(frozen=True, slots=True)
class Tag:
    """`@name(argument)`."""

    name: str
    argument: TagArgument
    span: Span = field(compare=False, repr=False)
    name_span: Span = field(compare=False, repr=False)


ArgumentKind: TypeAlias = Literal[
    "none", "text", "pattern", "json", "number", "count", "flag", "gate"
]


@dataclass(frozen=True, slots=True)
class TagSpec:
    """What is known of a tag.

    `argument`: `none` takes nothing; `text` words; `pattern` a regex whose backslashes stay;
    `json` a JSON value or text; `number` a JSON number; `flag` one symbol (`@depends_on(:x)`),
    which is read as a gate of one flag.
    `level`: `field` tags are the field's where the type is one member, `type` tags the type's.
    """

    argument: ArgumentKind
    level: Literal["field", "type"]
    field_only: bool = False
    repeatable: bool = False


TAGS: dict[str, TagSpec] = {
    "min": TagSpec("number", "type"),
    "max": TagSpec("number", "type"),
    "exclusive_min": TagSpec("number", "type"),
    "exclusive_max": TagSpec("number", "type"),
    "multiple_of": TagSpec("number", "type"),
    "pattern": TagSpec("pattern", "type"),
    "format": TagSpec("text", "type"),
    "unique": TagSpec("none", "type"),
    "closed": TagSpec("none", "type"),
    "strict": TagSpec("none", "type"),
    "media_type": TagSpec("text", "type"),
    "encoding": TagSpec("text", "type"),
    "desc": TagSpec("text", "type"),
    "title": TagSpec("text", "type"),
    "example": TagSpec("json", "type", repeatable=True),
    "default": TagSpec("json", "field", field_only=True),
    "default_for": TagSpec("flag", "field", field_only=True),
    "depends_on": TagSpec("flag", "field", field_only=True, repeatable=True),
    "deprecated": TagSpec("none", "field"),
    "read_only": TagSpec("none", "field", field_only=True),
    "write_only": TagSpec("none", "field", field_only=True),
    "header": TagSpec("text", "field", field_only=True),
}
"""Every tag that is no gate. A name that is not here is a predicate, configured or a mistake."""

ALWAYS_PREDICATES: tuple[str, ...] = ("requires", "feature")
"""Predicates that need no configuration."""
