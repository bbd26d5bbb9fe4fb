"""Nodes of views in, their text in names of definitions out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.nodes import (
    Anything,
    Constraints,
    ListOf,
    MapOf,
    Member,
    NamedType,
    Nothing,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.plan.spelling import is_bounded, spelled
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


def test_arguments_are_bounded_by_their_own_text() -> None:
    inner = NamedType("page", rec(), "String", told=rec(req("0", STRING)))
    plain = NamedType("page", rec(), "a long text that is written for all")
    types = [inner, plain]
    assert is_bounded(NamedType("t", rec(), "x" * 1000), types)
    assert is_bounded(NamedType("t", rec(), "page[String]", told=rec(req("0", Ref(0)))), types)
    assert is_bounded(NamedType("t", rec(), "page", told=rec(req("0", Ref(1)))), types)
    assert not is_bounded(NamedType("t", rec(), "String", told=rec(req("0", Ref(0)))), types)
    assert is_bounded(NamedType("t", rec(), "x" * 200, told=rec()), types)
    assert not is_bounded(NamedType("t", rec(), "x" * 201, told=rec()), types)
    assert not is_bounded(NamedType("t", rec(), "", told=rec()), types)
