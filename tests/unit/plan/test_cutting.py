"""Nodes with gates in, the exact nodes that are left of them out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.cut import Cutter
from schemac.plan.facts import facts
from schemac.plan.gates import OnSide
from schemac.plan.model import Shape
from schemac.plan.nodes import (
    Anything,
    Constraints,
    Default,
    Example,
    Field,
    ListOf,
    MapOf,
    Member,
    Meta,
    Nothing,
    Origin,
    Record,
    Ref,
    Scalar,
    TupleOf,
)
from tests.unit.plan.cut_nodes import TREE, left
from tests.unit.plan.plans import (
    BOOLEAN,
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
    plan_of,
    rec,
    req,
    tool_of,
    union,
)

if TYPE_CHECKING:
    from schemac.plan.nodes import Node

NEVER_LEFT = union(Member(STRING, X))
WORDS = Meta("t", "d", (Example("1", X), Example("2")), deprecated=True)
SHOWN = Meta("t", "d", (Example("2"),), deprecated=True)
ALL_SHOWN = Meta("t", "d", (Example("1"), Example("2")), deprecated=True)
BOUNDS = Constraints(min=1, max=9)


@pytest.mark.parametrize(
    "node",
    [
        STRING,
        Scalar("integer", BOUNDS),
        lit("a"),
        Anything(),
        Nothing(),
        many(STRING),
        ListOf(STRING, is_set=True, constraints=Constraints(unique=True)),
        MapOf(STRING, INTEGER, BOUNDS),
        TupleOf((STRING, INTEGER)),
        EMPTY,
        Record((), closed=True),
        rec(req("a", STRING), closed=True),
        union(STRING, INTEGER),
        maybe(STRING),
        NULL,
    ],
)
def test_what_has_no_gate_is_left_as_it_is(node: Node) -> None:
    assert left(node) == node
    assert left(node, grants=[X]) == node


@pytest.mark.parametrize(
    ("node", "without", "with_x"),
    [
        (union(Member(STRING, X)), None, STRING),
        (union(STRING, Member(INTEGER, X)), STRING, union(STRING, INTEGER)),
        (union(Member(STRING, X), INTEGER), INTEGER, union(STRING, INTEGER)),
        (union(Member(STRING, X), Member(INTEGER, Y)), None, STRING),
        (maybe(NEVER_LEFT), None, maybe(STRING)),
        (union(Member(STRING, X), NULL), None, maybe(STRING)),
        (union(STRING, Member(NULL, X)), STRING, maybe(STRING)),
        (union(Member(NULL, X)), None, NULL),
        (union(Member(NULL, X), NULL), None, NULL),
        (union(NULL, NULL), NULL, NULL),
        (many(NEVER_LEFT), None, many(STRING)),
        (MapOf(STRING, NEVER_LEFT), None, MapOf(STRING, STRING)),
        (MapOf(union(Member(lit("k"), X)), STRING), None, MapOf(lit("k"), STRING)),
        (
            MapOf(union(lit("k"), Member(lit("l"), X)), STRING),
            MapOf(lit("k"), STRING),
            MapOf(union(lit("k"), lit("l")), STRING),
        ),
        (TupleOf((STRING, NEVER_LEFT)), None, TupleOf((STRING, STRING))),
        (TupleOf((NEVER_LEFT, STRING)), None, TupleOf((STRING, STRING))),
        (TupleOf(()), TupleOf(()), TupleOf(())),
        (rec(req("a", STRING, X)), None, rec(req("a", STRING))),
        (rec(req("a", STRING, X), opt("b", INTEGER)), rec(opt("b", INTEGER)), None),
        (rec(req("a", NEVER_LEFT), opt("b", INTEGER)), rec(opt("b", INTEGER)), None),
        (rec(req("a", rec(req("b", STRING, X)))), None, rec(req("a", rec(req("b", STRING))))),
        (rec(req("a", STRING, X), closed=True), None, rec(req("a", STRING), closed=True)),
        (many(rec(req("a", STRING, X))), None, many(rec(req("a", STRING)))),
        (
            union(rec(req("a", STRING, X), req("b", STRING)), INTEGER),
            union(rec(req("b", STRING)), INTEGER),
            union(rec(req("a", STRING), req("b", STRING)), INTEGER),
        ),
        (union(many(NEVER_LEFT), INTEGER), INTEGER, union(many(STRING), INTEGER)),
        (
            union(rec(req("a", STRING, X), req("b", STRING)), rec(req("b", STRING))),
            rec(req("b", STRING)),
            None,
        ),
    ],
)
def test_what_is_left(node: Node, without: Node | None, with_x: Node | None) -> None:
    assert left(node) == without
    assert left(Ref(0), named("t", node)) == (None if without is None else Ref(0))
    if with_x is not None:
        assert left(node, grants=[X]) == with_x


def test_everything_a_node_says_stays() -> None:
    gated = union(STRING, Member(INTEGER, X))
    assert left(ListOf(gated, is_set=True, constraints=BOUNDS, meta=WORDS)) == ListOf(
        STRING, is_set=True, constraints=BOUNDS, meta=SHOWN
    )
    assert left(MapOf(STRING, gated, BOUNDS, WORDS)) == MapOf(STRING, STRING, BOUNDS, SHOWN)
    assert left(TupleOf((gated, INTEGER), WORDS)) == TupleOf((STRING, INTEGER), SHOWN)
    assert left(rec(req("a", gated), closed=True, meta=WORDS)) == rec(
        req("a", STRING), closed=True, meta=SHOWN
    )
    assert left(union(gated, BOOLEAN, meta=WORDS)) == union(STRING, BOOLEAN, meta=SHOWN)
    assert left(union(STRING, Member(INTEGER, Y), meta=WORDS)) == Scalar("string", meta=SHOWN)


@pytest.mark.parametrize(
    ("node", "shown"),
    [
        (Scalar("string", BOUNDS, WORDS), Scalar("string", BOUNDS, SHOWN)),
        (Anything(WORDS), Anything(SHOWN)),
        (many(Scalar("string", meta=WORDS)), many(Scalar("string", meta=SHOWN))),
        (Record((), meta=WORDS), Record((), meta=SHOWN)),
    ],
)
def test_examples_are_shown_to_those_who_may_see_them(node: Node, shown: Node) -> None:
    assert left(node) == shown
    allowed = left(node, grants=[X])
    assert allowed is not None
    inner = allowed.item if isinstance(allowed, ListOf) else allowed
    assert inner.meta == ALL_SHOWN


@pytest.mark.parametrize("examples", [(Example("1", X),), (Example("1", X), Example("2", X))])
def test_no_gated_example_is_shown_to_others(examples: tuple[Example, ...]) -> None:
    for node in (Scalar("string", meta=Meta("t", examples=examples)), Record((), meta=WORDS)):
        shown = left(node, grants=[Y])
        assert shown is not None
        assert shown.meta == (Meta("t") if isinstance(node, Scalar) else SHOWN)
    open_ones = tuple(Example(each.value) for each in examples)
    allowed = left(Scalar("string", meta=Meta("t", examples=examples)), grants=[X])
    assert allowed == Scalar("string", meta=Meta("t", examples=open_ones))


def test_a_cutter_may_look_below_several_roots() -> None:
    types = (named("a", rec(opt("x", STRING, X), req("y", STRING))), named("b", NEVER_LEFT))
    plan = plan_of(tool_of(), *types)
    cutter = Cutter(plan.types, facts(plan), granted(X), "output")
    cutter.look_below(Ref(0))
    cutter.look_below(Ref(1))
    assert cutter.seen.is_left(0)
    assert cutter.seen.is_left(1)


def test_everything_a_field_says_stays_but_gates() -> None:
    origin = Origin("f.py", 1, 2)
    field = Field(
        name="a",
        type=STRING,
        required=False,
        gate=X,
        deprecated=True,
        default=Default('"d"', Y),
        default_for="now",
        depends_on=("b", "gone", "c"),
        header="H",
        origin=origin,
    )
    others = (req("b", STRING), req("gone", STRING, Y), req("c", STRING))
    shape = input_shape(Record((field, *others)), answers=granted(X))
    assert isinstance(shape.root, Record)
    first = shape.root.fields[0]
    assert first == Field(
        name="a",
        type=STRING,
        required=False,
        deprecated=True,
        default_for="now",
        depends_on=("b", "c"),
        header="H",
    )
    assert first.origin is origin
    full = input_shape(Record((field, *others)), answers=granted(X, Y))
    assert isinstance(full.root, Record)
    assert full.root.fields[0].default == Default('"d"')
    assert full.root.fields[0].depends_on == ("b", "gone", "c")


def test_marks_of_sides_stay_on_what_is_shown() -> None:
    fields = rec(
        req("r", STRING, OnSide("output"), read_only=True),
        req("w", STRING, OnSide("input"), write_only=True),
    )
    assert left(fields) == rec(req("r", STRING, read_only=True))
    assert input_shape(fields).root == rec(req("w", STRING, write_only=True))


@pytest.mark.parametrize(
    "body",
    [many(Ref(0)), MapOf(STRING, Ref(0)), rec(opt("x", Ref(0))), rec(opt("x", many(Ref(0))))],
)
def test_of_a_list_of_what_no_value_fits_nothing_is_left(body: Node) -> None:
    endless = named("endless", TupleOf((Ref(0),)))
    types = (endless, named("n", body), named("user", rec(req("a", Ref(1)), req("b", STRING))))
    assert left(Ref(1), *types) is None
    assert left(Ref(2), *types) == Ref(2)


def test_one_plan_serves_callers_in_any_order() -> None:
    root = rec(req("a", many(union(STRING, Member(INTEGER, X)))), req("t", Ref(0)))
    tool = tool_of(output=root)
    plan = plan_of(tool, TREE)
    small = Shape(
        rec(req("a", many(STRING)), req("t", Ref(0))),
        {0: named("tree", rec(req("label", STRING), opt("kids", many(Ref(0)))))},
    )
    large = Shape(
        rec(req("a", many(union(STRING, INTEGER))), req("t", Ref(0))),
        {
            0: named(
                "tree",
                rec(req("label", STRING), opt("cost", INTEGER), opt("kids", many(Ref(0)))),
            )
        },
    )
    for grants in ([X], [], [X], []):
        cutter = Cutter(plan.types, facts(plan), granted(*grants), "output")
        cutter.look_below(root)
        assert cutter.shape(root) == (large if grants else small)


def test_cutting_what_nothing_is_left_of_is_a_mistake_of_ours() -> None:
    plan = plan_of(tool_of(), named("a", STRING), named("gone", NEVER_LEFT))
    cutter = Cutter(plan.types, facts(plan), granted(), "output")
    cutter.look_below(Ref(1))
    assert not cutter.seen.is_left(1)
    with pytest.raises(AssertionError, match=r"^nothing is left of type 1$"):
        cutter.named(1)
    assert cutter.named(0) == (named("a", STRING), ())
    assert cutter.seen.has_left(STRING)
    assert not cutter.seen.has_left(NEVER_LEFT)
    assert not cutter.seen.has_left(Ref(1))
