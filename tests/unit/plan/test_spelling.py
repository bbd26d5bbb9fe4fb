"""Nodes of views in, their text in names of definitions out."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from schemac.plan.nodes import (
    Anything,
    Constraints,
    ListOf,
    MapOf,
    Member,
    Meta,
    Nothing,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.plan.spelling import SEEN, WORDS, WRAPPED, arguments_of, shortened, spelled
from tests.unit.plan.plans import BOOLEAN, STRING, lit, many, maybe, opt, rec, req

if TYPE_CHECKING:
    from schemac.plan.nodes import Node

INTEGER, NULL = Scalar("integer"), Scalar("null")


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (STRING, "String"),
        (INTEGER, "Integer"),
        (Scalar("number"), "Float"),
        (BOOLEAN, "bool"),
        (NULL, "nil"),
        (Scalar("date"), "Date"),
        (Scalar("datetime"), "DateTime"),
        (Scalar("duration"), "Duration"),
        (Scalar("uuid"), "Uuid"),
        (Scalar("decimal"), "Decimal"),
        (Scalar("bytes"), "Bytes"),
        (lit("a"), '"a"'),
        (lit(3), "3"),
        (lit(value=True), "true"),
        (Anything(), "untyped"),
        (Nothing(), "bot"),
        (many(Ref(0)), "Array[t0]"),
        (ListOf(STRING, is_set=True, constraints=Constraints(unique=True)), "Set[String]"),
        (MapOf(STRING, INTEGER), "Hash[String, Integer]"),
        (TupleOf((STRING, Ref(1))), "[String, t1]"),
        (TupleOf(()), "[]"),
        (rec(req("a", STRING), opt("b", Ref(2))), "{ a: String, ?b: t2 }"),
        (Union((Member(STRING), Member(Ref(0)))), "String | t0"),
        (maybe(STRING), "(String)?"),
        (Union((Member(STRING), Member(Ref(0)), Member(NULL))), "(String | t0)?"),
        (Ref(3), "t3"),
    ],
)
def test_a_node_is_written_as_its_author_would(node: Node, text: str) -> None:
    assert spelled(node, lambda target: f"t{target}") == text


def words(text: str) -> Meta:
    return Meta(description=WORDS + text)


def member(node: Node) -> Member:
    return Member(rec(req(WRAPPED, node)))


INNER = Union((member(STRING), member(Ref(0))))
MOST = words(" @max(1)")


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (Scalar("string", meta=words(" @min(2)")), "String @min(2)"),
        (Scalar("string", meta=Meta(description="as its author says")), "String"),
        (Ref(1, meta=words(" @desc(x)")), "t1 @desc(x)"),
        (Union((member(STRING), member(Ref(0)))), "String | t0"),
        (Union((member(STRING), member(Ref(0))), words(" @desc(x)")), "(String | t0) @desc(x)"),
        (Union((member(STRING), Member(NULL)), words(" @desc(x)")), "(String)? @desc(x)"),
        (rec(req(WRAPPED, many(STRING))), "Array[String]"),
        (replace(rec(req(WRAPPED, Ref(2))), meta=words(" @desc(x)")), "t2 @desc(x)"),
        (rec(req(WRAPPED, STRING), req("a", STRING)), f"{{ {WRAPPED}: String, a: String }}"),
        (many(Union((member(many(Ref(0))), Member(NULL)))), "Array[(Array[t0])?]"),
        (Union((Member(TupleOf((STRING,))), Member(STRING))), "[String] | String"),
        (Union((member(INNER), member(STRING))), "String | t0"),
        (Union((member(Union((member(STRING), Member(NULL)))), member(Ref(0)))), "(String | t0)?"),
        (Union((member(replace(INNER, meta=MOST)), Member(NULL))), "((String | t0) @max(1))?"),
        (
            Union((member(replace(INNER, meta=MOST)), member(STRING))),
            "(String | t0) @max(1) | String",
        ),
        (
            Union((Member(replace(rec(req(WRAPPED, STRING)), meta=MOST)), member(INTEGER))),
            "String @max(1) | Integer",
        ),
        (Union((Member(STRING),), words(" @desc(x)")), "String @desc(x)"),
        (rec(req("|", STRING)), "{ |: String }"),
    ],
)
def test_words_are_written_and_members_are_unwrapped(node: Node, text: str) -> None:
    assert spelled(node, lambda target: f"t{target}") == text


def test_what_is_deep_needs_no_deep_stack() -> None:
    node: Node = STRING
    for _ in range(5000):
        node = many(rec(req(WRAPPED, node)))
    assert spelled(node, str) == "Array[" * 5000 + "String" + "]" * 5000


def test_arguments_stand_alone_or_with_why_they_are_seen() -> None:
    told = rec(
        req("0", STRING),
        req(f"{SEEN} 1", TupleOf((INTEGER, Ref(7)))),
        req(f"{SEEN} 2", NULL),
        req(f"{SEEN} 3", TupleOf(())),
    )
    assert list(arguments_of(told)) == [STRING, INTEGER, NULL, TupleOf(())]
    assert list(arguments_of(None)) == []
    assert list(arguments_of(STRING)) == []


def test_long_texts_are_shortened_and_stay_apart() -> None:
    assert shortened("x" * 1000) == "x" * 1000
    texts = [shortened("x" * 1000 + end) for end in ("y", "z", "\ud800")]
    assert len(set(texts)) == 3
    assert all(re.fullmatch("x{1000}-[0-9a-f]{8}", text) for text in texts)
