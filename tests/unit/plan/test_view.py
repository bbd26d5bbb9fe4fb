"""What callers see of a tool: what is left of it, upwards from what is hidden."""

from __future__ import annotations

from dataclasses import replace

import pytest

from schemac.plan.gates import Asked, Every, Inverse, OnSide
from schemac.plan.model import DescriptionMember, Shape, ToolExample
from schemac.plan.nodes import (
    NO_META,
    Default,
    Example,
    Field,
    ListOf,
    MapOf,
    Member,
    Meta,
    Node,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.plan.view import view_tool
from tests.unit.plan.fields_in_views import SECRET, THING, A, B, C, of_field
from tests.unit.plan.plans import (
    EMPTY,
    INTEGER,
    NULL,
    STRING,
    X,
    Y,
    granted,
    input_shape,
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


@pytest.mark.parametrize(
    "node",
    [
        Ref(0),
        maybe(Ref(0)),
        union(Ref(0)),
        union(Ref(0), maybe(Ref(0))),
        many(Ref(0)),
        ListOf(Ref(0), is_set=True),
        MapOf(STRING, Ref(0)),
        MapOf(union(Member(A, X), Member(B, X)), STRING),
        TupleOf((STRING, Ref(0))),
        rec(req("only", Ref(0))),
        rec(opt("a", maybe(Ref(0))), opt("b", many(Ref(0)))),
        many(many(maybe(Ref(0)))),
        union(Member(STRING, X)),
        union(Member(STRING, X), NULL),
    ],
)
def test_nothing_left_goes_upwards(node: Node) -> None:
    assert of_field(node, SECRET) is None
    assert of_field(node, SECRET, granting=(X,)) is not None


@pytest.mark.parametrize(
    "node",
    [
        EMPTY,
        NULL,
        union(NULL),
        union(NULL, NULL),
        TupleOf(()),
        Nothing(),
        many(NULL),
        rec(req("n", NULL)),
        union(Member(STRING, X), A, NULL),
    ],
)
def test_what_was_never_more_is_left(node: Node) -> None:
    assert of_field(node) is not None


def test_an_input_of_nothing_takes_nothing() -> None:
    hidden = rec(req("a", STRING, X), req("b", Ref(0)))
    assert input_shape(hidden, SECRET) == Shape(EMPTY, {})
    assert input_shape(Record(hidden.fields, closed=True), SECRET) == Shape(
        Record((), closed=True), {}
    )
    assert input_shape(Ref(0), SECRET) == Shape(EMPTY, {})


@pytest.mark.parametrize("output", [Ref(0), rec(req("data", maybe(Ref(0)))), many(Ref(0))])
def test_an_output_of_nothing_hides_the_tool(output: Node) -> None:
    assert output_shape(output, SECRET) is None
    assert output_shape(output, SECRET, answers=granted(X)) is not None


def test_a_hidden_tool_has_no_view() -> None:
    tool = tool_of(gate=Every((X, Inverse(Y))))
    plan = plan_of(tool)
    assert view_tool(plan, tool, granted()) is None
    assert view_tool(plan, tool, granted(X)) is not None
    assert view_tool(plan, tool, granted(X, Y)) is None
    assert view_tool(plan, tool, {}) is None
    assert view_tool(plan, tool, {0: 1}) is None


def test_recursion_is_the_least_fixed_point() -> None:
    alone = named("t", rec(opt("next", Ref(0)), opt("x", STRING, X)))
    assert of_field(Ref(0), alone) is None
    assert of_field(Ref(0), alone, granting=(X,)) == Ref(0)
    one = named("one", rec(opt("other", many(Ref(1))), opt("v", STRING, X)))
    two = named("two", rec(opt("other", maybe(Ref(0))), opt("w", STRING, Y)))
    assert of_field(Ref(0), one, two) is None
    shape = input_shape(rec(req("v", Ref(0))), one, two, answers=granted(Y))
    assert shape.types[0].body == rec(opt("other", many(Ref(1))))
    assert shape.types[1].body == rec(opt("other", maybe(Ref(0))), opt("w", STRING))
    assert list(shape.types) == [0, 1]


def test_a_gate_on_a_declaration_is_on_every_use() -> None:
    root = rec(req("a", Ref(0)), req("b", union(Ref(0), STRING)), req("c", Ref(1)))
    alias = named("alias", Ref(0))
    shape = input_shape(root, SECRET, alias)
    assert shape == Shape(rec(req("b", STRING)), {})
    assert list(input_shape(root, SECRET, alias, answers=granted(X)).types) == [0, 1]


def test_views_hold_what_the_root_can_reach_and_no_gates() -> None:
    inner = named("inner", rec(req("i", STRING, X), opt("j", STRING)))
    outer = named("outer", rec(req("k", Ref(0)), opt("l", Ref(2), Y)), gate=X, file="f.sig")
    unused = named("unused", rec(req("u", STRING)))
    shape = input_shape(rec(req("o", Ref(1), X)), inner, outer, unused, answers=granted(X))
    assert shape == Shape(
        rec(req("o", Ref(1))),
        {
            1: named("outer", rec(req("k", Ref(0))), file="f.sig"),
            0: named("inner", rec(req("i", STRING), opt("j", STRING))),
        },
    )


def test_depends_on_loses_what_is_hidden() -> None:
    fields = (
        req("a", STRING, X),
        opt("b", STRING, depends_on=("a", "c")),
        opt("c", STRING, Y, depends_on=("b",)),
    )
    shape = input_shape(rec(*fields))
    assert shape.root == rec(opt("b", STRING))
    shape = input_shape(rec(*fields), answers=granted(Y))
    assert shape.root == rec(
        opt("b", STRING, depends_on=("c",)), opt("c", STRING, depends_on=("b",))
    )


def test_sides() -> None:
    body = rec(
        req("both", STRING),
        opt("out", STRING, OnSide("output"), read_only=True),
        opt("into", STRING, OnSide("input"), write_only=True),
        opt("out_only_flag", STRING, read_only=True),
    )
    received = input_shape(body).root
    assert received == rec(req("both", STRING), opt("into", STRING, write_only=True))
    returned = output_shape(body)
    assert returned is not None
    assert returned.root == rec(
        req("both", STRING),
        opt("out", STRING, read_only=True),
        opt("out_only_flag", STRING, read_only=True),
    )


def test_defaults_and_examples_are_there_where_their_gates_are_open() -> None:
    meta = Meta("T", "D", (Example('"a"'), Example('"b"', X)), deprecated=True)
    field = Field("f", Scalar("string", meta=meta), required=False, default=Default('"b"', X))
    assert input_shape(rec(field)).root == rec(
        opt("f", Scalar("string", meta=replace(meta, examples=(Example('"a"'),))))
    )
    assert input_shape(rec(field), answers=granted(X)).root == rec(
        Field(
            "f",
            Scalar("string", meta=replace(meta, examples=(Example('"a"'), Example('"b"')))),
            required=False,
            default=Default('"b"'),
        )
    )


def test_descriptions_and_examples_of_tools() -> None:
    tool = tool_of(
        descriptions=(DescriptionMember("All", X), DescriptionMember("Some", Inverse(Y))),
        examples=(ToolExample("one", "{}"), ToolExample("two", '{"a":1}', gate=X)),
    )
    plan = plan_of(tool)
    views = [view_tool(plan, tool, granted(*gates)) for gates in ((), (X,), (Y,))]
    assert [view.description for view in views if view] == ["Some", "All", ""]
    assert [[part.name for part in view.examples] for view in views if view] == [
        ["one"],
        ["one", "two"],
        ["one"],
    ]
    assert views[1] is not None
    assert views[1].examples[1] == ToolExample("two", '{"a":1}')
    assert views[1].tool is tool


def test_names_in_unions_are_no_flood() -> None:
    types = [named("u0", union(STRING, rec(req("a", STRING))))]
    types += [named(f"u{n}", union(Ref(n - 1), Ref(n - 1), INTEGER)) for n in range(1, 60)]
    assert of_field(maybe(Ref(59)), *types) == union(STRING, rec(req("a", STRING)), INTEGER, NULL)


def test_long_chains_of_names_need_no_deep_stack() -> None:
    types = [named("u0", union(STRING, rec(req("a", STRING, X), req("b", STRING))))]
    types += [named(f"u{n}", Ref(n - 1)) for n in range(1, 5000)]
    assert of_field(maybe(Ref(4999)), *types) == union(STRING, rec(req("b", STRING)), NULL)
    types = [named("r0", rec(req("a", STRING, X)))]
    types += [named(f"r{n}", rec(req("r", Ref(n - 1)))) for n in range(1, 5000)]
    assert of_field(Ref(4999), *types) is None


@pytest.mark.parametrize("gate", [None, X])
def test_depth(gate: Asked | None) -> None:
    node: Node = rec(req("leaf", STRING, gate), req("other", STRING))
    for _ in range(200):
        node = rec(opt("n", maybe(node)))
    cut = of_field(node)
    assert isinstance(cut, Record)


def test_views_are_pure_and_shared_parts_stay_apart() -> None:
    item = named("item", rec(req("id", STRING), opt("price", INTEGER, X)))
    tool = tool_of(output=rec(req("a", Ref(0)), req("b", many(Ref(0)))))
    plan = plan_of(tool, item)
    before = replace(plan)
    first = [view_tool(plan, tool, granted(*gates)) for gates in ((), (X,), (), (X,))]
    assert first[0] == first[2]
    assert first[1] == first[3]
    assert first[0] != first[1]
    assert plan == before


def test_a_tool_that_is_not_in_the_plan_is_never_mistaken_for_another() -> None:
    plan = plan_of(tool_of(), THING)
    for number in range(50):
        tool = tool_of(output=rec(req(f"f{number}", many(STRING))))
        view = view_tool(plan, tool, {})
        assert view is not None
        assert view.output.root == rec(req(f"f{number}", many(STRING)))


def test_meta_stays_bare() -> None:
    gated_example = Meta(examples=(Example('"a"', X),))
    assert of_field(union(union(A, B, meta=gated_example), C)) == union(A, B, C)
    assert isinstance(of_field(union(A, B, meta=gated_example)), Union)
    shown = of_field(union(A, B, meta=gated_example))
    assert shown is not None
    assert shown.meta == NO_META


def test_a_type_that_holds_only_itself_is_left_where_nothing_can_be_hidden() -> None:
    tree = named("tree", rec(opt("children", many(Ref(0)))))
    assert of_field(Ref(0), tree) == Ref(0)
    assert output_shape(Ref(0), tree) is not None
