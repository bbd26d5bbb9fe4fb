"""What a block or a signature file declares."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from schemac.ir.tags import Tag
    from schemac.ir.types import Field, Type
    from schemac.source import Span

__all__ = [
    "Declaration",
    "Description",
    "DescriptionMember",
    "Import",
    "ImportedName",
    "Signature",
    "TypeDeclaration",
    "TypeParameter",
]


@dataclass(frozen=True, slots=True)
class TypeParameter:
    """`T`, or `T = untyped`, of a generic."""

    name: str
    default: Type | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TypeDeclaration:
    """`type name[T] = body`. `doc` is the text of its `##` lines."""

    name: str
    parameters: tuple[TypeParameter, ...]
    body: Type
    doc: str | None
    span: Span = field(compare=False, repr=False)
    name_span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ImportedName:
    """`line_item as line`; `alias` is None without `as`."""

    name: str
    alias: str | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Import:
    """`import billing/invoice`, or `from billing/invoice import a, b as c`.

    `names` is None for the first form.
    """

    path: str
    names: tuple[ImportedName, ...] | None
    span: Span = field(compare=False, repr=False)
    path_span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class DescriptionMember:
    """One text of a `description` declaration and the tags behind it."""

    text: str
    tags: tuple[Tag, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Description:
    """`description "a" @requires(:x) | "b"`."""

    members: tuple[DescriptionMember, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Signature:
    """`( name: T, ?name: T ) -> T`. `returns` is None without an arrow."""

    parameters: tuple[Field, ...]
    returns: Type | None
    span: Span = field(compare=False, repr=False)


Declaration: TypeAlias = TypeDeclaration | Import | Description | Signature
