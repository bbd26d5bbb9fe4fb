"""Graphs of named types in, the targets that are found in them out."""

from __future__ import annotations

import pytest

from schemac.plan.cycles import circular, components
from schemac.plan.facts import _is_plain, facts
from schemac.plan.left import has_value, is_null, reachable, solve
from schemac.plan.nodes import Anything, Default, MapOf, Member, Node, Nothing, Ref, TupleOf
from tests.unit.plan.plans import (
    EMPTY,
    INTEGER,
    NULL,
    STRING,
    X,
    Y,
    granted,
    input_shape,
    lit,
    many,
    maybe,
    named,
    opt,
    output_shape,
    plan_of,
    rec,
    req,
    tool_of,
    union,
)

GRAPH = {0: (1, 2), 1: (3,), 2: (4,), 3: (1,), 4: (), 5: (0, 5)}


def test_what_is_reachable_comes_inner_ones_first() -> None:
    assert reachable([0], GRAPH, lambda _: True) == (4, 2, 3, 1, 0)
    assert reachable([0], GRAPH, lambda target: target != 2) == (3, 1, 0)
    assert reachable([0], GRAPH, lambda target: target != 0) == ()
    assert reachable([4, 1], GRAPH, lambda _: True) == (3, 1, 4)
    assert reachable([], GRAPH, lambda _: True) == ()


def test_the_smallest_set_is_found_in_any_order() -> None:
    def holds(target: int, found: set[int]) -> bool:
        return target == 4 or any(used in found for used in GRAPH[target])

    for order in ([0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [2, 0, 5, 4, 1, 3]):
        assert solve(order, GRAPH, holds) == {0, 2, 4, 5}
    assert solve([0, 2], GRAPH, holds) == set()
    assert solve([2, 4], GRAPH, holds) == {2, 4}


def test_each_target_is_asked_again_only_when_something_came_in() -> None:
    asked: list[int] = []

    def holds(target: int, found: set[int]) -> bool:
        asked.append(target)
        return target == 2 or target + 1 in found

    assert solve([0, 1, 2], {0: (1,), 1: (2,), 2: ()}, holds) == {0, 1, 2}
    assert asked == [0, 1, 2, 1, 0]


def test_circles() -> None:
    assert components([0], GRAPH) == [(3, 1), (4,), (2,), (0,)]
    assert components([5, 0], GRAPH) == [(3, 1), (4,), (2,), (0,), (5,)]
    assert circular(GRAPH, GRAPH) == {1, 3, 5}
    assert circular([0], GRAPH) == {1, 3}
    assert circular([4], GRAPH) == frozenset()
    two_ways = {0: (1,), 1: (2, 3), 2: (0,), 3: (1, 4), 4: (5,), 5: (4,)}
    assert sorted(map(sorted, components([0], two_ways))) == [[0, 1, 2, 3], [4, 5]]
    assert components([0], two_ways)[0] == (5, 4)


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (STRING, True),
        (lit("a"), True),
        (Anything(), True),
        (Nothing(), True),
        (many(Ref(0)), True),
        (MapOf(STRING, Ref(0)), True),
        (Ref(0), False),
        (Ref(1), True),
        (TupleOf(()), True),
        (TupleOf((Ref(1), STRING)), True),
        (TupleOf((Ref(1), Ref(0))), False),
        (TupleOf((Ref(0), Ref(1))), False),
        (EMPTY, True),
        (rec(req("a", Ref(0))), False),
        (rec(req("a", Ref(1)), req("b", Ref(0))), False),
        (rec(req("a", Ref(1)), req("b", STRING)), True),
        (rec(opt("a", Ref(0))), True),
        (union(Ref(0)), False),
        (union(Ref(0), TupleOf((Ref(0),))), False),
        (union(Ref(0), NULL), True),
        (union(NULL, Ref(0)), True),
    ],
)
def test_whether_a_finite_value_fits(node: Node, expected: bool) -> None:  # noqa: FBT001 - expected
    assert has_value(node, {1}) is expected


@pytest.mark.parametrize(
    ("body", "is_left"),
    [
        (rec(opt("n", Ref(0))), True),
        (rec(req("n", maybe(Ref(0)))), True),
        (rec(req("n", many(Ref(0)))), True),
        (rec(req("n", MapOf(STRING, Ref(0)))), True),
        (TupleOf((maybe(Ref(0)),)), True),
        (rec(req("n", Ref(0))), False),
        (rec(req("n", union(Ref(0), TupleOf((Ref(0),))))), False),
        (TupleOf((Ref(0),)), False),
        (rec(req("n", Ref(0)), opt("m", many(Ref(0)))), False),
    ],
)
def test_a_type_that_holds_nothing_but_itself(body: Node, is_left: bool) -> None:  # noqa: FBT001 - expected
    shape = output_shape(Ref(0), named("t", body))
    assert (shape is not None) is is_left


def test_null_and_nothing_else() -> None:
    assert is_null(NULL, set())
    assert is_null(union(NULL, union(NULL)), set())
    assert is_null(Ref(0), {0})
    assert not is_null(Ref(1), {0})
    assert not is_null(union(NULL, STRING), set())
    assert not is_null(union(STRING, NULL), set())
    assert not is_null(STRING, set())
    assert not is_null(EMPTY, set())


def test_what_is_known_of_a_plan() -> None:
    types = (
        named("a", rec(opt("x", STRING, X))),
        named("b", rec(opt("a", Ref(0)))),
        named("c", STRING, gate=Y),
        named("d", union(NULL, Ref(4))),
        named("e", NULL),
        named("f", rec(opt("r", STRING, read_only=True), opt("f", many(Ref(5))))),
        named("g", many(union(INTEGER, rec(opt("v", Ref(2)))))),
        named("h", union(Ref(3), STRING)),
        named("i", TupleOf((Ref(8),))),
        named("j", many(Ref(8))),
        named("k", rec(opt("l", many(Ref(10))))),
    )
    plan = plan_of(tool_of(), *types)
    known = facts(plan)
    assert known is facts(plan)
    assert known.gated == {0, 1, 2, 5, 6}
    assert known.null_types == {3, 4}
    assert known.recursive == {5, 8, 10}
    assert known.left == {3, 4, 7, 10}
    assert known.references[6] == (2,)
    assert known.references[7] == (3,)
    root = rec(req("a", Ref(7)), req("b", many(Ref(1))), req("c", Ref(7)))
    assert known.used_in(root) == (7, 1)
    assert known.used_in(root) == (7, 1)


def test_a_default_behind_a_gate_of_its_own() -> None:
    field = opt("a", STRING, default=Default('"d"', X))
    assert input_shape(rec(field)).root == rec(opt("a", STRING))
    whole = input_shape(rec(field), answers=granted(X)).root
    assert whole == rec(opt("a", STRING, default=Default('"d"')))


def test_what_depends_on_hidden_fields_does_not() -> None:
    fields = rec(opt("a", STRING, depends_on=("b", "c")), opt("b", STRING, X), opt("c", STRING))
    assert input_shape(fields).root == rec(opt("a", STRING, depends_on=("c",)), opt("c", STRING))


def test_members_of_one_union_in_turn() -> None:
    gated = union(Member(STRING, X), union(Member(INTEGER, Y), lit("a")))
    for grants, expected in (
        (granted(), lit("a")),
        (granted(X), STRING),
        (granted(Y), union(INTEGER, lit("a"))),
        (granted(X, Y), union(STRING, INTEGER)),
    ):
        shape = output_shape(gated, answers=grants)
        assert shape is not None
        assert shape.root == expected


def test_a_field_is_plain_that_has_neither_gate_nor_side() -> None:
    assert _is_plain(req("a", STRING))
    assert not _is_plain(req("a", STRING, X))
    assert not _is_plain(req("a", STRING, read_only=True))
    assert not _is_plain(req("a", STRING, write_only=True))
    assert not _is_plain(req("a", STRING, X, read_only=True))
    assert not _is_plain(req("a", STRING, X, write_only=True))
    assert not _is_plain(req("a", STRING, read_only=True, write_only=True))
