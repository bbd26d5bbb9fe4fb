"""A text of annotations in, what it declares out; declarations that nobody can trust left out."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeVar

from schemac.ir.decls import TypeDeclaration
from schemac.syntax.claims import declared_names
from schemac.syntax.commented import commented_annotations, lost_names
from schemac.syntax.cut import HEAD
from schemac.syntax.hidden import hidden_characters, masked, without_hidden
from schemac.syntax.parser import Parsed, parse_block
from schemac.syntax.perhaps import perhaps_declared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.diagnostics.model import Diagnostic
    from schemac.ir.decls import Declaration
    from schemac.source import Span, Text

__all__ = ["ReadText", "read_text"]

_CUT_NAME = re.compile(r"(?m)^[ \t\f]*type[ \t\f]+\w+[ \t\f]*\[[^\]\n=]*=")
_D = TypeVar("_D", bound="Declaration")


@dataclass(frozen=True, slots=True)
class ReadText:
    """What a text declares, and the names of the types whose declarations could not be read.

    "" among the names stands for an import, a description, or what else could not be read.
    """

    parsed: Parsed
    broken: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]


def read_text(text: Text, mode: Literal["signature_file", "block"]) -> ReadText:
    """Parse a text; a declaration that holds a hidden character is reported and left out.

    What is a comment and was surely meant as an annotation is reported, too.
    """
    hidden = hidden_characters(text)
    parsed, diagnostics = parse_block(masked(text) if hidden else text, mode=mode)
    if hidden:
        spans = [found.span for found in hidden if found.span is not None]
        parsed = _without(parsed, spans, without_hidden(text.text))
    commented = commented_annotations(text)
    diagnostics = hidden + diagnostics + commented
    broken = _broken(text.text, parsed) if diagnostics else ()
    lost = lost_names(text, parsed.types) if commented else ()
    return ReadText(parsed, (*broken, *lost), diagnostics)


def _broken(text: str, parsed: Parsed) -> tuple[str, ...]:
    known = {declared.name for declared in parsed.types}
    lost = (name for name in declared_names(text) if name not in known)
    heads = (found["word"] for found in HEAD.finditer(text))
    others = sum(not head.startswith("type") for head in heads)
    unread = others > len(parsed.imports) + len(parsed.descriptions)
    # In front of a bracket that is never closed stands a part of a name, perhaps.
    unread = unread or _CUT_NAME.search(text) is not None
    return tuple(dict.fromkeys((*parsed.broken, *lost, *([""] if unread else []))))


def _without(parsed: Parsed, hidden: Sequence[Span], shown: str) -> Parsed:
    signature = parsed.signature
    return replace(
        parsed,
        types=_clean(parsed.types, hidden),
        imports=_clean(parsed.imports, hidden),
        descriptions=_clean(parsed.descriptions, hidden),
        flawed=_clean(parsed.flawed, hidden),
        signature=None if signature is None or _holds(signature, hidden) else signature,
        perhaps=(*parsed.perhaps, *perhaps_declared(shown)),
    )


def _clean(declarations: Sequence[_D], hidden: Sequence[Span]) -> tuple[_D, ...]:
    return tuple(declared for declared in declarations if not _holds(declared, hidden))


def _holds(declared: Declaration, hidden: Sequence[Span]) -> bool:
    span = declared.span
    start = _with_doc(span) if isinstance(declared, TypeDeclaration) else span.start
    return any(start <= found.start < span.end for found in hidden)


def _with_doc(span: Span) -> int:
    """Give where the `##` lines right above a declaration begin; they are no part of its span."""
    number = span.begin.line
    while number > 1 and "##" in span.source.line(number - 1):
        number -= 1
    return min(span.start, span.source.offset(number, 1))
