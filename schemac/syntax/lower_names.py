"""A name, perhaps with arguments, in; the built-in type it means or a `NameType` out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.ir.builtins import (
    ANYTHING,
    BOOLEANS,
    BUILTIN_NAMES,
    LISTS,
    MAPS,
    NOTHING,
    SCALARS,
    SETS,
)
from schemac.ir.holes import hole
from schemac.ir.types import (
    Anything,
    Group,
    IntersectionType,
    ListType,
    LiteralType,
    MapType,
    NameType,
    Nothing,
    OptionalType,
    Scalar,
    Tagged,
    TupleType,
    Type,
    UnionType,
)
from schemac.syntax.reading import READING

if TYPE_CHECKING:
    from schemac.source import Span

__all__ = ["Items", "lower_generic", "lower_name"]


@dataclass(frozen=True, slots=True)
class Items:
    """The types between brackets, and where a closing `...` stands."""

    types: tuple[Type, ...]
    dots: Span | None


def lower_name(name: str, span: Span) -> Type:
    """Lower a name without brackets."""
    if name not in BUILTIN_NAMES:
        return _declared(name, span)
    if name in SCALARS:
        return Scalar(SCALARS[name], span, name)
    if name in BOOLEANS:
        return LiteralType("boolean", BOOLEANS[name], span, name)
    if name in ANYTHING:
        return Anything(span, name)
    if name in NOTHING:
        return Nothing(span, name)
    return _bare(name, span)


def _declared(name: str, span: Span) -> Type:
    if name == "self":
        READING.get().report(
            "SC107",
            "`self` is not supported: a result is data, not the object that made it",
            span,
            hint="name the type that is meant",
        )
        return hole(span)
    return NameType(name, (), span, span)


def _bare(name: str, span: Span) -> Type:
    """Lower a container without brackets: its contents may be anything."""
    if name in LISTS or name in SETS:
        return ListType(Anything(span), name in SETS, span, name)
    if name in MAPS:
        return MapType(Scalar("string", span), Anything(span), span, name)
    READING.get().report("SC208", f"`{name}` needs types in brackets: `{name}[…]`", span)
    return hole(span)


def lower_generic(name: str, items: Items, span: Span, name_span: Span) -> Type:
    """Lower `name[…]`."""
    if items.dots is not None and name != "tuple":
        READING.get().report("SC101", "`...` stands in `tuple[T, ...]` only", items.dots)
        return hole(span)
    if name not in BUILTIN_NAMES:
        return NameType(name, items.types, span, name_span)
    if name in LISTS or name in SETS:
        return _list(name, items, span, name_span)
    if name in MAPS:
        return _map(name, items, span, name_span)
    match name:
        case "tuple":
            return _tuple(items, span)
        case "Optional":
            return _optional(items, span, name_span)
        case "Union":
            return _union(items.types, span, name)
        case "Literal":
            return _literal(items, span)
        case _:
            return _wrong(name, "no arguments", len(items.types), span, name_span)


def _wrong(name: str, takes: str, given: int, span: Span, name_span: Span) -> Type:
    were = "was" if given == 1 else "were"
    READING.get().report("SC208", f"`{name}` takes {takes}; {given} {were} given", name_span)
    return hole(span)


def _list(name: str, items: Items, span: Span, name_span: Span) -> Type:
    if len(items.types) != 1:
        return _wrong(name, "one argument", len(items.types), span, name_span)
    return ListType(items.types[0], name in SETS, span, name)


def _map(name: str, items: Items, span: Span, name_span: Span) -> Type:
    if len(items.types) != 2:  # noqa: PLR2004 - a key and a value
        return _wrong(name, "two arguments", len(items.types), span, name_span)
    return MapType(items.types[0], items.types[1], span, name)


def _tuple(items: Items, span: Span) -> Type:
    if items.dots is None:
        return TupleType(items.types, span, "tuple")
    if len(items.types) != 1:
        READING.get().report("SC101", "one type stands before `...`", items.dots)
    return ListType(items.types[0], unique=False, span=span, spelling="tuple")


def _optional(items: Items, span: Span, name_span: Span) -> Type:
    if len(items.types) != 1:
        return _wrong("Optional", "one argument", len(items.types), span, name_span)
    inner = items.types[0]
    if isinstance(inner, OptionalType):
        return OptionalType(inner.inner, span, "Optional")
    if isinstance(inner, UnionType | IntersectionType | Tagged):
        inner = Group(inner, inner.span)
    return OptionalType(inner, span, "Optional")


def _union(types: tuple[Type, ...], span: Span, spelling: str) -> Type:
    """Give a group, so that what stands behind the bracket is about all members."""
    if len(types) == 1:
        loose = isinstance(types[0], UnionType | IntersectionType | Tagged)
        return Group(types[0], span) if loose else types[0]
    members = tuple(Group(one, one.span) if isinstance(one, UnionType) else one for one in types)
    return Group(UnionType(members, span, spelling), span)


def _literal(items: Items, span: Span) -> Type:
    others = [one for one in items.types if not _is_literal(one)]
    for one in others:
        READING.get().report("SC101", "`Literal[…]` takes literals only", one.span)
    # What has no place here is looked up no more: one mistake is enough.
    return hole(span) if others else _union(items.types, span, "Literal")


def _is_literal(one: Type) -> bool:
    bare = one.inner if isinstance(one, Tagged) else one
    return isinstance(bare, LiteralType) or (isinstance(bare, Scalar) and bare.kind == "null")
