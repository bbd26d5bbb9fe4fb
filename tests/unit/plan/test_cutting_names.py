"""Named types with gates in, what is left of them wherever they are used out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.model import Shape
from schemac.plan.nodes import MapOf, Member, NamedType, Origin, Ref, TupleOf
from tests.unit.plan.cut_nodes import TREE, left
from tests.unit.plan.plans import (
    NULL,
    STRING,
    X,
    granted,
    lit,
    many,
    maybe,
    named,
    opt,
    output_shape,
    rec,
    req,
    union,
)

if TYPE_CHECKING:
    from schemac.plan.nodes import Node


def test_named_types_are_cut_kept_by_number_and_lose_their_gate() -> None:
    origin = Origin("f.py", 3, 4)
    target = NamedType(
        "t", rec(req("a", STRING), req("b", STRING, X)), "[A]", "f.rbs", "C", X, origin
    )
    unused = named("unused", STRING)
    root = rec(req("v", Ref(1)), req("w", many(Ref(1))), req("z", STRING))
    assert output_shape(root, unused, target) == Shape(rec(req("z", STRING)), {})
    shape = output_shape(root, unused, target, answers=granted(X))
    body = rec(req("a", STRING), req("b", STRING))
    assert shape == Shape(
        rec(req("v", Ref(1)), req("w", many(Ref(1))), req("z", STRING)),
        {1: NamedType("t", body, "[A]", "f.rbs", "C")},
    )
    assert shape.types[1].origin is origin


def test_a_shape_holds_the_types_it_reaches_in_order_of_use() -> None:
    types = (
        named("a", rec(req("x", Ref(2)))),
        named("b", STRING),
        named("c", rec(opt("y", Ref(3)), opt("z", Ref(1)))),
        named("d", rec(opt("up", Ref(0)))),
    )
    shape = output_shape(rec(req("v", Ref(0)), req("w", Ref(1))), *types)
    assert shape is not None
    assert list(shape.types) == [0, 2, 3, 1]
    assert {number: each.body for number, each in shape.types.items()} == {
        number: types[number].body for number in range(4)
    }


def test_recursion() -> None:
    body = rec(req("label", STRING), opt("kids", many(Ref(0))))
    assert output_shape(Ref(0), TREE) == Shape(Ref(0), {0: named("tree", body)})


def test_recursion_with_nothing_in_it_is_nothing() -> None:
    loop = named("loop", rec(req("next", Ref(0))))
    assert left(Ref(0), loop) is None
    gated = named("loop", rec(req("next", Ref(0)), req("value", STRING, X)))
    assert left(Ref(0), gated) is None
    assert left(Ref(0), gated, grants=[X]) == Ref(0)
    two = (named("a", rec(req("b", Ref(1)))), named("b", union(Ref(0), Member(STRING, X))))
    assert left(Ref(0), *two) is None
    assert left(Ref(0), *two, grants=[X]) == Ref(0)


def test_a_type_is_hidden_where_it_is_used_if_its_own_gate_is_closed() -> None:
    secret = named("secret", rec(req("a", STRING)), gate=X)
    assert left(rec(req("s", Ref(0)), req("b", STRING)), secret) == rec(req("b", STRING))
    assert left(union(Ref(0), STRING), secret) == STRING
    assert left(many(Ref(0)), secret) is None
    assert left(union(Ref(0), STRING), secret, grants=[X]) == union(Ref(0), STRING)


@pytest.mark.parametrize(
    "holder",
    [many(Ref(0)), MapOf(STRING, Ref(0)), MapOf(Ref(0), STRING), TupleOf((Ref(0), STRING))],
)
def test_what_holds_a_hidden_type_is_hidden_behind_names_too(holder: Node) -> None:
    key = named("key", union(Member(lit("k"), X)))
    outer = named("outer", rec(req("h", holder)))
    assert left(Ref(1), key, outer) is None
    assert left(Ref(1), key, outer, grants=[X]) == Ref(1)


def test_null_behind_a_name_is_null() -> None:
    null = named("null", NULL)
    assert left(union(Member(STRING, X), Ref(0)), null) is None
    assert left(union(Member(STRING, X), Ref(0)), null, grants=[X]) == maybe(STRING)
    assert left(Ref(0), null) == Ref(0)
    assert left(union(Ref(0), NULL), null) == NULL
    assert left(union(Member(STRING, X), Ref(1)), null, named("n", maybe(Ref(0)))) is None
