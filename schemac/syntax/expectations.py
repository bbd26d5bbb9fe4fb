"""A parser state in, what a person would expect there out: learned from samples of broken text.

Each sample breaks off where something is missing; the state in which the parser then stands is
what its words are filed under. No state number is written down anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from lark.exceptions import UnexpectedInput

from schemac.source import Source
from schemac.syntax.machine import parser
from schemac.syntax.reading import READING, Reading

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["SAMPLES", "Expectation", "expectation", "state_of"]

Wanted: TypeAlias = Literal[
    "declaration",
    "name",
    "equals",
    "type",
    "field",
    "key",
    "colon",
    "parameter",
    "listed",
    "path",
    "import",
    "imported",
    "quoted",
    "argument",
    "arrow",
    "flag",
    "raw",
]


@dataclass(frozen=True, slots=True)
class Expectation:
    """What is missing, as a word for rules and as words for people."""

    wanted: Wanted
    words: str


SAMPLES: tuple[tuple[str, Wanted, str], ...] = (
    ("", "declaration", "a declaration: `type name = …`, `import name` or `from name import …`"),
    ("type", "name", "the name of the type"),
    ("type t", "equals", "`=`"),
    ("type t[", "parameter", "the name of a type parameter"),
    ("type t[T", "listed", "`,`, `=` or `]`"),
    ("type t[T,", "parameter", "the name of a type parameter"),
    ("type t[T =", "type", "a type"),
    ("type t[T]", "equals", "`=`"),
    ("type t =", "type", "a type"),
    ("type t = |", "type", "a type"),
    ("type t = a |", "type", "a type"),
    ("type t = | a |", "type", "a type"),
    ("type t = a | b |", "type", "a type"),
    ("type t = | a | b |", "type", "a type"),
    ("type t = a &", "type", "a type"),
    ("type t = a & b &", "type", "a type"),
    ("type t = (", "type", "a type"),
    ("type t = [", "type", "a type"),
    ("type t = [a,", "type", "a type"),
    ("type t = [a, b,", "type", "a type"),
    ("type t = a[", "type", "a type"),
    ("type t = {", "field", "a field (`name: Type`)"),
    ("type t = { a: b,", "field", "a field (`name: Type`)"),
    ("type t = { a: b, c: d,", "field", "a field (`name: Type`)"),
    ("type t = { ?", "key", "the name of a field"),
    ("type t = {\n## d\na: b,\n## d\n?", "key", "the name of a field"),
    ("type t = {\n## d\n", "field", "a field (`name: Type`)"),
    ("type t = { a", "colon", "`:`"),
    ("type t = { ?a", "colon", "`:`"),
    ("type t = {\n## d\na", "colon", "`:`"),
    ("type t = {\n## d\n?a", "colon", "`:`"),
    ('type t = { "a"', "colon", "`:`"),
    ('type t = { ?"a"', "colon", "`:`"),
    ('type t = {\n## d\n"a"', "colon", "`:`"),
    ('type t = {\n## d\n?"a"', "colon", "`:`"),
    ("type t = { :a", "colon", "`=>`"),
    ("type t = { ?:a", "colon", "`=>`"),
    ("type t = { a?", "colon", "`:`"),
    ("type t = { ?a?", "colon", "`:`"),
    ("type t = { a:", "type", "a type"),
    ("type t = { ?a:", "type", "a type"),
    ("type t = {\n## d\na:", "type", "a type"),
    ("type t = {\n## d\n?a:", "type", "a type"),
    ('type t = { "a":', "type", "a type"),
    ('type t = { "a" =>', "type", "a type"),
    ('type t = { ?"a":', "type", "a type"),
    ('type t = { ?"a" =>', "type", "a type"),
    ("type t = { :a =>", "type", "a type"),
    ("type t = { a?:", "type", "a type"),
    ("## d\n", "name", "`type name = …`"),
    ("import", "path", "the name of a signature file"),
    ("from", "path", "the name of a signature file"),
    ("from a", "import", "`import`"),
    ("from a import", "imported", "the name of a type"),
    ("from a import b,", "imported", "the name of a type"),
    ("from a import b, c,", "imported", "the name of a type"),
    ("from a import b as", "imported", "a new name"),
    ("description", "quoted", "a text in quotes"),
    ("description |", "quoted", "a text in quotes"),
    ('description "a" |', "quoted", "a text in quotes"),
    ('description | "a" |', "quoted", "a text in quotes"),
    ('description "a" | "b" |', "quoted", "a text in quotes"),
    ('description | "a" | "b" |', "quoted", "a text in quotes"),
    ("(", "argument", "a parameter (`name: Type`)"),
    ("(a: b,", "argument", "a parameter (`name: Type`)"),
    ("(a: b, c: d,", "argument", "a parameter (`name: Type`)"),
    ("(?", "key", "the name of a parameter"),
    ("(a", "colon", "`:`"),
    ("(?a", "colon", "`:`"),
    ("(a?", "colon", "`:`"),
    ("(a: b)", "arrow", "`->` or the end of the signature"),
    ("()", "arrow", "`->` or the end of the signature"),
    ("() ->", "type", "a type"),
    ("(a: b) ->", "type", "a type"),
    ("type t = a @x(:a |", "flag", "a flag"),
    ("type t = a @x(:a | :b |", "flag", "a flag"),
    ("type t = a @x(:a &", "flag", "a flag"),
    ("type t = a @x(:a & :b &", "flag", "a flag"),
    ("type t = a @x(:a & :b | :c &", "flag", "a flag"),
    ("type t = a @x(:", "flag", "a flag"),
    ("type t = a @x(!:", "flag", "a flag"),
    ("type t = a @x((:", "flag", "a flag"),
    ("type t = a @x(:a | (", "flag", "a flag"),
    ("type t = a @x(:a,", "flag", "a flag"),
    ("type t = a @x(:a, :b,", "flag", "a flag"),
)


def state_of(failure: UnexpectedInput) -> int | None:
    """Give the number of the state in which the parser stopped."""
    position = getattr(getattr(failure, "state", None), "position", None)
    return position if isinstance(position, int) else None


def expectation(failure: UnexpectedInput) -> Expectation | None:
    """Say what was expected; None where a type was complete and something had to follow."""
    state = state_of(failure)
    return None if state is None else _by_state().get(state)


@cache
def _by_state() -> Mapping[int, Expectation]:
    found: dict[int, Expectation] = {}
    for sample, wanted, words in SAMPLES:
        state = _stop(sample)
        if state is not None:
            found.setdefault(state, Expectation(wanted, words))
    return found


def _stop(sample: str) -> int | None:
    """Give the state in which the parser stands behind a sample."""
    text = sample + "\0"
    token = READING.set(Reading(Source("a sample", text)))
    try:
        parser().parse(text)
    except UnexpectedInput as failure:
        return state_of(failure)
    finally:
        READING.reset(token)
    return None
