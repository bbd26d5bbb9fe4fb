"""What callers see of unions: flat, after their gates, with the bounds of their uses."""

from __future__ import annotations

import pytest

from schemac.plan.nodes import (
    Anything,
    Const,
    Constraints,
    ListOf,
    MapOf,
    Member,
    Meta,
    Node,
    Ref,
    Scalar,
)
from tests.unit.plan.fields_in_views import SECRET, THING, A, B, C, of_field
from tests.unit.plan.plans import (
    BOOLEAN,
    INTEGER,
    NULL,
    NUMBER,
    STRING,
    X,
    lit,
    many,
    maybe,
    named,
    union,
)

TEXT = named("text", Scalar("string", Constraints(min=1), Meta(description="A text")))
WORDS = named("words", union(A, B))
TOLD = named("told", union(A, Member(B, X), meta=Meta(description="Told")))
ONE = named("one", lit(1))


@pytest.mark.parametrize(
    ("node", "cut"),
    [
        (union(A, union(B, union(C))), union(A, B, C)),
        (union(A, A, B), union(A, B)),
        (union(A, STRING), STRING),
        (union(STRING, Scalar("string", Constraints(min=1))), STRING),
        (union(STRING, Scalar("date")), union(STRING, Scalar("date"))),
        (union(INTEGER, NUMBER), NUMBER),
        (union(INTEGER, lit(1), lit(1.5), lit(2.0)), union(INTEGER, lit(1.5))),
        (union(NUMBER, lit(1), lit(1.5)), NUMBER),
        (union(lit(1), lit(1.0), lit(value=True)), union(lit(1), lit(value=True))),
        (union(lit(value=True), lit(value=False)), BOOLEAN),
        (union(lit(value=False), lit(value=True), NULL), maybe(BOOLEAN)),
        (union(lit(value=True), A, lit(value=False)), union(BOOLEAN, A)),
        (union(A, INTEGER, B, NULL), union(A, B, INTEGER, NULL)),
        (union(NULL, STRING), maybe(STRING)),
        (union(NULL, A, NULL), maybe(A)),
        (union(STRING, Anything(), THING.body), Anything()),
        (maybe(Anything()), Anything()),
        (union(THING.body, THING.body), THING.body),
        (union(Ref(3), Ref(3), NULL), maybe(Ref(3))),
        (union(Ref(0), INTEGER), union(TEXT.body, INTEGER)),
        (maybe(Ref(0)), maybe(TEXT.body)),
        (
            maybe(Ref(0, Constraints(min=3, max=9), meta=Meta(title="T"))),
            maybe(Scalar("string", Constraints(min=3, max=9), Meta("T", "A text"))),
        ),
        (union(C, Ref(1)), union(C, A, B)),
        (maybe(Ref(1)), union(A, B, NULL)),
        (union(Ref(1, meta=Meta(title="T")), C), union(Ref(1, meta=Meta(title="T")), C)),
        (maybe(Ref(4)), maybe(lit(1))),
        (union(Ref(2), C), union(Const("string", '"a"', Meta(description="Told")), C)),
        (maybe(Ref(5)), maybe(Ref(3))),
        (maybe(Ref(6)), union(A, B, NULL)),
        (
            union(Const("string", '"a"', Meta(title="T")), B, C),
            union(Const("string", '"a"', Meta(title="T")), B, C),
        ),
        (
            union(union(A, B, meta=Meta(title="T")), C),
            union(union(A, B, meta=Meta(title="T")), C),
        ),
        (union(Member(A, X), B, meta=Meta(title="T")), Const("string", '"b"', Meta(title="T"))),
        (MapOf(union(Member(A, X), B), STRING), MapOf(B, STRING)),
    ],
)
def test_unions_are_flattened_after_gating(node: Node, cut: Node) -> None:
    alias = named("alias", Ref(3))
    far = named("far", Ref(1))
    assert of_field(node, TEXT, WORDS, TOLD, THING, ONE, alias, far) == cut


def test_a_nested_union_of_which_null_is_left_goes_as_a_whole() -> None:
    assert of_field(union(maybe(Ref(0)), STRING), SECRET) == STRING


def test_bounds_on_a_named_union_go_to_its_members() -> None:
    either = named("either", union(STRING, many(INTEGER)))
    bound = Constraints(min=2)
    assert of_field(maybe(Ref(0, bound)), either) == union(
        Scalar("string", bound), ListOf(INTEGER, constraints=bound), NULL
    )
