"""Schemas in, their text in three parts out: words before, what counts, words behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from schemac.emit.canonical import dumps
from schemac.emit.keywords import arranged, field_keywords, meta_keywords
from schemac.emit.templates.parts import UnfitError

if TYPE_CHECKING:
    from schemac.emit.keywords import Schema
    from schemac.plan.nodes import Field, Meta

__all__ = ["NO_WORDS", "Words", "dressed", "extras_of", "split", "words_of"]

_BEFORE = frozenset({"title", "description"})
_BEHIND = frozenset({"default", "examples", "deprecated", "readOnly", "writeOnly", "x-mcp-header"})


class Words(NamedTuple):
    """The text before and behind the core of a schema, each with its comma."""

    before: str
    behind: str


NO_WORDS = Words("", "")


def words_of(meta: Meta, extras: Schema) -> Words:
    """Give the words of a type with what a field adds. Raises UnfitError for gated ones."""
    if meta.sayings or any(example.gate is not None for example in meta.examples):
        raise UnfitError
    found = arranged(meta_keywords(meta) | extras)
    return split(found)[0] if found else NO_WORDS


def extras_of(field: Field) -> Schema:
    """Give what a field adds to its type. Raises UnfitError for a gated default."""
    if field.default is not None and field.default.gate is not None:
        raise UnfitError
    if field.default_for is not None:
        raise UnfitError
    return field_keywords(field)


def split(schema: Schema) -> tuple[Words, str]:
    """Take a schema in order apart: its words, and its core without braces."""
    before = {key: value for key, value in schema.items() if key in _BEFORE}
    behind = {key: value for key, value in schema.items() if key in _BEHIND}
    core = {
        key: value for key, value in schema.items() if key not in _BEFORE and key not in _BEHIND
    }
    head = f"{dumps(before)[1:-1]}," if before else ""
    tail = f",{dumps(behind)[1:-1]}" if behind else ""
    return Words(head, tail), dumps(core)[1:-1] if core else ""


def dressed(words: Words, core: str) -> str:
    """Give the whole schema; the core may be empty."""
    if core:
        return f"{{{words.before}{core}{words.behind}}}"
    head, tail = words.before[:-1], words.behind[1:]
    return f"{{{head}{',' if head and tail else ''}{tail}}}"
