"""Lowered parts of a declaration in, the declaration out."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from lark import Token, Transformer, v_args

from schemac.ir.decls import (
    Declaration,
    Description,
    DescriptionMember,
    Import,
    ImportedName,
    Signature,
    TypeDeclaration,
    TypeParameter,
)
from schemac.ir.types import Field, Type
from schemac.syntax.gates_in_texts import report_gates
from schemac.syntax.lower_tags import string_value
from schemac.syntax.lower_types import claim_doc, fields_of, misplaced_doc
from schemac.syntax.reading import READING

if TYPE_CHECKING:
    from schemac.ir.tags import Tag

__all__ = ["LowerDeclarations"]


@v_args(inline=True)
class LowerDeclarations(Transformer[Token, object]):
    """The callbacks of declaration rules."""

    def type_declaration(
        self,
        doc: Token | None,
        keyword: Token,
        name: Token,
        parameters: tuple[TypeParameter, ...] | None,
        body: Type,
    ) -> Declaration:
        """Lower `type name[T] = body`."""
        reading = READING.get()
        return TypeDeclaration(
            str(name),
            parameters or (),
            body,
            claim_doc(doc, keyword),
            reading.span(keyword).to(body.span),
            reading.span(name),
        )

    def parameters(self, _open: Token, *rest: TypeParameter | Token) -> tuple[TypeParameter, ...]:
        """Lower `[T, U = untyped]`: those with a default come last."""
        found = tuple(part for part in rest if isinstance(part, TypeParameter))
        for one, after in pairwise(found):
            if one.default is not None and after.default is None:
                READING.get().report(
                    "SC101",
                    f"`{after.name}` needs a default too, as it stands behind one that has one",
                    after.span,
                    hint="parameters with a default come last",
                )
        return found

    def parameter(self, name: Token, default: Type | None) -> TypeParameter:
        """Lower `T`, `T = untyped`."""
        span = READING.get().span(name)
        return TypeParameter(str(name), default, span if default is None else span.to(default.span))

    def import_all(self, doc: Token | None, keyword: Token, path: Token) -> Declaration:
        """Lower `import error`."""
        misplaced_doc(doc)
        reading = READING.get()
        return Import(str(path), None, reading.between(keyword, path), reading.span(path))

    def import_some(
        self, doc: Token | None, keyword: Token, path: Token, *names: ImportedName
    ) -> Declaration:
        """Lower `from billing/invoice import invoice, line_item as line`."""
        misplaced_doc(doc)
        reading = READING.get()
        span = reading.span(keyword).to(names[-1].span)
        return Import(str(path), names, span, reading.span(path))

    def imported(self, name: Token, alias: Token | None) -> ImportedName:
        """Lower `a`, `a as b`."""
        span = READING.get().between(name, alias or name)
        return ImportedName(str(name), None if alias is None else str(alias), span)

    def description(
        self, doc: Token | None, keyword: Token, *members: DescriptionMember
    ) -> Declaration:
        """Lower `description "a" @requires(:x) | "b"`."""
        misplaced_doc(doc)
        return Description(members, READING.get().span(keyword).to(members[-1].span))

    def described(self, text: Token, *tags: Tag) -> DescriptionMember:
        """Lower one text and its tags."""
        span = READING.get().span(text)
        start, end = (text.start_pos or 0) + 1, (text.end_pos or 0) - 1
        report_gates(start, end, "a description", "write it behind the closing quotation mark")
        return DescriptionMember(string_value(text), tags, span.to(tags[-1].span) if tags else span)

    def arguments(self, *parts: Field | Token | None) -> tuple[Field, ...]:
        """Lower what stands between the parentheses of a signature."""
        return fields_of(parts)

    def wrong_word(self, _doc: Token | None, _mark: Token | None, word: Token) -> None:
        """Lower a bare word where `name: Type` belongs."""
        reading = READING.get()
        reading.report(
            "SC601",
            f"`{word}` is only one word; a parameter is `name: Type`",
            reading.span(word),
        )

    def wrong_star(
        self, _doc: Token | None, star: Token, name: Token | None, type_: Type | None
    ) -> None:
        """Lower `*`, `**options`: the caller's arguments are named one by one."""
        reading = READING.get()
        span = reading.between(star, name or star)
        reading.report(
            "SC601",
            f"`{star}` is not for signatures: every parameter is written as `name: Type`",
            span if type_ is None else span.to(type_.span),
        )

    def signature(self, doc: Token | None, opened: Token, *rest: object) -> Declaration:
        """Lower `( name: T ) -> T`."""
        misplaced_doc(doc)
        fields = next((part for part in rest if isinstance(part, tuple)), ())
        returns = rest[-1] if isinstance(rest[-1], Type) else None
        reading = READING.get()
        closed: Token = next(part for part in rest if getattr(part, "type", "") == "RPAR")  # type: ignore[assignment]  # only tokens have RPAR
        span = reading.between(opened, closed)
        return Signature(fields, returns, span if returns is None else span.to(returns.span))
