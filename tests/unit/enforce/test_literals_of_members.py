"""Records in, the literals that a field of theirs may hold out."""

from __future__ import annotations

import pytest

from schemac.enforce.project.literals import literals_of, tags_of
from schemac.enforce.types import Types
from schemac.plan.nodes import Node, Nothing, Ref
from tests.unit.enforce.shapes import (
    BOOLEAN,
    INTEGER,
    NULL,
    STRING,
    const,
    named,
    record,
    union,
)

TYPES = Types(named(word=const("w"), words=union(Ref(0), const("v"))))
NONE: frozenset[tuple[type, object]] = frozenset()


@pytest.mark.parametrize(
    ("node", "literals"),
    [
        (const("a"), {(str, "a")}),
        (const(1), {(int, 1), (float, 1)}),
        (const(1.5), {(int, 1.5), (float, 1.5)}),
        (const(True), {(bool, True)}),
        (NULL, {(type(None), None)}),
        (union(const("a"), NULL), {(str, "a"), (type(None), None)}),
        (union(const("a"), Nothing()), {(str, "a")}),
        (union(const(1), const("1")), {(int, 1), (float, 1), (str, "1")}),
        (Ref(0), {(str, "w")}),
        (Ref(1), {(str, "w"), (str, "v")}),
        (union(const("a"), STRING), NONE),
        (union(const("a"), BOOLEAN), NONE),
        (STRING, NONE),
        (Nothing(), NONE),
    ],
)
def test_the_literals_of_a_required_field(node: Node, literals: set[tuple[type, object]]) -> None:
    made = record(_o=const("o"), first=INTEGER, t=node, last=const("l"))
    assert literals_of(made, "t", TYPES) == literals
    assert literals_of(made, "last", TYPES) == {(str, "l")}
    assert literals_of(made, "o", TYPES) == NONE
    assert literals_of(made, "first", TYPES) == NONE
    assert literals_of(made, "none", TYPES) == NONE
    own = (("t", frozenset(literals)),) if literals else ()
    assert tags_of(made, TYPES) == (*own, ("last", frozenset({(str, "l")})))


@pytest.mark.parametrize("node", [STRING, NULL, union(record(t=const("a")), NULL), Ref(0)])
def test_what_is_no_record_has_none(node: Node) -> None:
    assert tags_of(node, TYPES) == ()
