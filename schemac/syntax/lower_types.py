"""Tokens and lowered parts of a type in, type nodes of the IR out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lark import Token, Transformer, v_args

from schemac.diagnostics.model import Fix
from schemac.ir.types import (
    Field,
    Group,
    IntersectionType,
    LiteralType,
    OptionalType,
    RecordType,
    Tagged,
    TupleType,
    Type,
    UnionType,
)
from schemac.syntax.gates_in_texts import report_gates
from schemac.syntax.literals import decode_number, doc_text
from schemac.syntax.lower_names import Items, lower_generic, lower_name
from schemac.syntax.lower_tags import string_value, symbol_name
from schemac.syntax.reading import READING

if TYPE_CHECKING:
    import builtins

    from schemac.ir.tags import Tag
    from schemac.ir.types import LiteralKind
    from schemac.source import Span
    from schemac.syntax.reading import Reading

__all__ = ["LowerTypes", "claim_doc", "describes_nothing", "fields_of", "misplaced_doc"]


_BANNER = re.compile(r"(?m)^[ \t]*(?=#{3})#+[ \t]*$")


def claim_doc(doc: Token | None, owner: Token) -> str | None:
    """Give the text of a doc comment that stands directly above its owner, else report it."""
    if doc is None:
        return None
    reading = READING.get()
    gap = reading.written[doc.end_pos : owner.start_pos]
    if len(gap.splitlines()) != 1 + (gap[-1:] not in "\r\n") or gap.strip():
        reading.report(
            "SC105",
            "this `##` comment does not stand directly above what it describes",
            _doc_span(reading, doc),
            hint="remove what stands between them, or write `#` for a private comment",
        )
    for line in _BANNER.finditer(doc):
        span = reading.at((doc.start_pos or 0) + line.start(), (doc.start_pos or 0) + line.end())
        message = "this line of `#` would be read as documentation"
        reading.report("SC105", message, span, hint="write `#` and a space for a private comment")
    hint = "write it behind the type that it is meant for"
    report_gates(doc.start_pos or 0, doc.end_pos or 0, "a `##` comment", hint)
    return doc_text(doc)


def _doc_span(reading: Reading, doc: Token) -> Span:
    start = doc.start_pos or 0
    return reading.at(start + len(doc) - len(doc.lstrip()), doc.end_pos or 0)


def misplaced_doc(doc: Token | None) -> None:
    """Report a doc comment with nothing below it."""
    if doc is not None:
        reading = READING.get()
        describes_nothing(reading, _doc_span(reading, doc))


def describes_nothing(reading: Reading, span: Span) -> None:
    """Report a doc comment at a place where none belongs."""
    reading.report(
        "SC105",
        "this `##` comment describes nothing: it belongs alone on its lines, directly above a "
        "type, field or parameter",
        span,
        hint="write `#` for a private comment",
    )


def fields_of(parts: tuple[Field | Token | None, ...]) -> tuple[Field, ...]:
    """Give the fields among the parts of a list; a comment among them stands before nothing."""
    for part in parts:
        if isinstance(part, Token):
            misplaced_doc(part)
    return tuple(part for part in parts if isinstance(part, Field))


def _key(token: Token) -> str:
    match token.type:
        case "STRING":
            return string_value(token)
        case "SYMBOL":
            return symbol_name(token)
        case _:
            return str(token)


@v_args(inline=True)
class LowerTypes(Transformer[Token, object]):
    """The callbacks of type rules."""

    def name(self, token: Token) -> Type:
        """Lower a built-in or declared name."""
        return lower_name(str(token), READING.get().span(token))

    def items(self, *parts: Type | Token) -> Items:
        """Lower what stands between the brackets of a generic or a tuple."""
        last = parts[-1]
        dots = None if isinstance(last, Type) else READING.get().span(last)
        return Items(tuple(part for part in parts if isinstance(part, Type)), dots)

    def generic(self, name: Token, _open: Token, items: Items, close: Token) -> Type:
        """Lower `name[T]`."""
        reading = READING.get()
        return lower_generic(str(name), items, reading.between(name, close), reading.span(name))

    def tuple(self, opened: Token, *rest: Items | Token) -> Type:
        """Lower `[T, U]`."""
        reading = READING.get()
        closed = rest[-1]
        items = rest[0] if isinstance(rest[0], Items) else Items((), None)
        if items.dots is not None:
            reading.report("SC101", "`...` stands in `tuple[T, ...]` only", items.dots)
        span = reading.between(opened, closed)  # type: ignore[arg-type]  # the last one is the bracket
        return TupleType(items.types, span)

    def string(self, token: Token) -> Type:
        """Lower `"text"`."""
        return LiteralType("string", string_value(token), READING.get().span(token), str(token))

    def symbol(self, token: Token) -> Type:
        """Lower `:symbol`."""
        return LiteralType("string", symbol_name(token), READING.get().span(token), str(token))

    def number(self, token: Token) -> Type:
        """Lower `3`, `1.5`."""
        reading = READING.get()
        read = decode_number(str(token))
        if read.message is not None:
            reading.report("SC112", read.message, reading.span(token))
        kind: LiteralKind = "integer" if isinstance(read.value, int) else "number"
        return LiteralType(kind, read.value, reading.span(token), str(token))

    def group(self, opened: Token, inner: Type, closed: Token) -> Type:
        """Lower `(T)`; parentheses in parentheses are one pair."""
        span = READING.get().between(opened, closed)
        return Group(inner.inner if isinstance(inner, Group) else inner, span)

    def optional(self, inner: Type, mark: Token) -> Type:
        """Lower `T?`; a second mark adds nothing."""
        span = inner.span.to(READING.get().span(mark))
        return OptionalType(inner.inner if isinstance(inner, OptionalType) else inner, span)

    def intersection(self, *operands: Type) -> Type:
        """Lower `A & B`."""
        return IntersectionType(operands, operands[0].span.to(operands[-1].span))

    def union(self, *members: Type) -> Type:
        """Lower `A | B`."""
        return UnionType(members, members[0].span.to(members[-1].span))

    def tagged(self, inner: Type, *tags: Tag) -> Type:
        """Lower a member and the tags behind it."""
        return Tagged(inner, tags, inner.span.to(tags[-1].span))

    def fields(self, *parts: Field | Token | None) -> builtins.tuple[Field, ...]:
        """Lower what stands between the braces of a record."""
        return fields_of(parts)

    def record(self, opened: Token, *rest: builtins.tuple[Field, ...] | Token) -> Type:
        """Lower `{ a: T }`."""
        closed = rest[-1]
        fields = rest[0] if isinstance(rest[0], tuple) else ()
        return RecordType(fields, READING.get().between(opened, closed))  # type: ignore[arg-type]  # the last one is the brace

    def field(self, doc: Token | None, mark: Token | None, key: Token, type_: Type) -> Field:
        """Lower `?key: T`."""
        reading = READING.get()
        owner = mark or key
        return Field(
            _key(key),
            type_,
            mark is not None,
            claim_doc(doc, owner),
            reading.span(owner).to(type_.span),
            reading.span(key),
        )

    def wrong_mark(
        self, doc: Token | None, mark: Token | None, key: Token, late: Token, type_: Type
    ) -> Field:
        """Lower `key?: T`, the mark on the wrong side of the key."""
        reading = READING.get()
        reading.report(
            "SC106",
            f"`{key}?:` has the `?` behind the key; a field that may be absent is `?{key}:`",
            reading.between(key, late),
            fix=Fix(reading.between(mark or key, late), f"?{key}"),
        )
        return self.field(doc, late, key, type_)
