"""A tool and a caller's answers in, the exact view out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from schemac.plan.gates import Every, Inverse, OnSide
from schemac.plan.model import DescriptionMember, Shape, ToolExample, ToolView
from schemac.plan.nodes import Record, Ref
from schemac.plan.view import view_tool
from tests.unit.plan.plans import (
    EMPTY,
    INTEGER,
    STRING,
    X,
    Y,
    granted,
    input_shape,
    named,
    opt,
    plan_of,
    rec,
    req,
    tool_of,
)

if TYPE_CHECKING:
    from schemac.plan.nodes import NamedType

INPUT_ONLY, OUTPUT_ONLY = OnSide("input"), OnSide("output")
NOTHING = Shape(EMPTY, {})


def test_a_whole_view() -> None:
    tool = tool_of(
        rec(req("a", STRING), opt("b", INTEGER, X)),
        rec(req("c", STRING, Y), req("d", INTEGER)),
        gate=X,
        descriptions=(DescriptionMember("for x", X), DescriptionMember("for all")),
        examples=(
            ToolExample("one", '{"a":"s"}', '{"d":1}', None, X),
            ToolExample("two", '{"a":"s"}', None, "no", Y),
        ),
    )
    plan = plan_of(tool)
    assert view_tool(plan, tool, granted(X)) == ToolView(
        tool,
        "for x",
        Shape(rec(req("a", STRING), opt("b", INTEGER)), {}),
        Shape(rec(req("d", INTEGER)), {}),
        (ToolExample("one", '{"a":"s"}', '{"d":1}'),),
    )
    both = view_tool(plan, tool, granted(X, Y))
    assert both is not None
    assert both.output == Shape(rec(req("c", STRING), req("d", INTEGER)), {})
    assert both.examples[1] == ToolExample("two", '{"a":"s"}', None, "no")
    assert view_tool(plan, tool, granted(Y)) is None


def test_what_was_not_answered_closes() -> None:
    tool = tool_of(gate=X)
    assert view_tool(plan_of(tool), tool, {}) is None
    assert view_tool(plan_of(tool), tool, {0: 2}) is None
    negated = tool_of(gate=Inverse(X))
    assert view_tool(plan_of(negated), negated, {}) is None
    assert view_tool(plan_of(negated), negated, {0: 0}) is not None


def test_tools_descriptions_and_examples_are_judged_on_the_input_side() -> None:
    open_ones = tool_of(
        gate=INPUT_ONLY,
        descriptions=(DescriptionMember("out", OUTPUT_ONLY), DescriptionMember("in", INPUT_ONLY)),
        examples=(
            ToolExample("out", "{}", gate=OUTPUT_ONLY),
            ToolExample("in", "{}", gate=INPUT_ONLY),
        ),
    )
    view = view_tool(plan_of(open_ones), open_ones, {})
    assert view == ToolView(open_ones, "in", NOTHING, NOTHING, (ToolExample("in", "{}"),))
    hidden = tool_of(gate=OUTPUT_ONLY)
    assert view_tool(plan_of(hidden), hidden, {}) is None


def test_a_tool_none_of_whose_descriptions_is_open_has_an_empty_one() -> None:
    tool = tool_of(descriptions=(DescriptionMember("for x", X), DescriptionMember("for y", Y)))
    view = view_tool(plan_of(tool), tool, granted())
    assert view is not None
    assert view.description == ""


def test_each_side_is_cut_on_its_own() -> None:
    shared = rec(
        req("id", STRING, OUTPUT_ONLY, read_only=True),
        req("pin", STRING, INPUT_ONLY, write_only=True),
        req("both", STRING),
    )
    tool = tool_of(shared, shared)
    view = view_tool(plan_of(tool), tool, granted())
    assert view is not None
    pin = req("pin", STRING, write_only=True)
    ident = req("id", STRING, read_only=True)
    assert view.input == Shape(rec(pin, req("both", STRING)), {})
    assert view.output == Shape(rec(ident, req("both", STRING)), {})


def test_marks_hide_where_no_gate_says_so() -> None:
    shared = rec(req("id", STRING, read_only=True), req("pin", STRING, write_only=True))
    tool = tool_of(shared, shared)
    view = view_tool(plan_of(tool), tool, granted())
    assert view is not None
    assert view.input == Shape(rec(req("pin", STRING, write_only=True)), {})
    assert view.output == Shape(rec(req("id", STRING, read_only=True)), {})


def test_no_output_left_hides_the_tool_and_no_input_left_is_an_empty_record() -> None:
    gone = rec(req("a", STRING, X))
    hidden = tool_of(EMPTY, gone)
    assert view_tool(plan_of(hidden), hidden, granted()) is None
    bare = tool_of(gone, EMPTY)
    assert view_tool(plan_of(bare), bare, granted()) == ToolView(bare, "", NOTHING, NOTHING)


@pytest.mark.parametrize(
    ("root", "types", "closed"),
    [
        (rec(req("a", STRING, X)), (), False),
        (rec(req("a", STRING, X), closed=True), (), True),
        (Ref(0), (named("t", rec(req("a", STRING, X))),), False),
        (Ref(0), (named("t", rec(req("a", STRING, X), closed=True)),), True),
        (Ref(0, closed=True), (named("t", rec(req("a", STRING, X))),), True),
        (
            Ref(0, closed=True),
            (named("u", Ref(1)), named("t", rec(req("a", STRING, X)))),
            True,
        ),
        (
            Ref(0),
            (named("u", Ref(1, closed=True)), named("t", rec(req("a", STRING, X)))),
            True,
        ),
        (Ref(0), (named("u", Ref(1)), named("t", rec(req("a", STRING, X)))), False),
        (Ref(0), (named("round", Ref(1)), named("about", Ref(0, closed=True))), False),
        (Ref(0), (named("t", STRING, gate=X),), False),
    ],
)
def test_an_empty_input_keeps_its_closing(
    root: Record | Ref,
    types: tuple[NamedType, ...],
    closed: bool,  # noqa: FBT001 - expected value
) -> None:
    assert input_shape(root, *types) == Shape(Record((), closed=closed), {})


def test_equal_answers_give_equal_views_whatever_else_was_answered() -> None:
    tool = tool_of(rec(req("a", STRING, Every((X, Y)))), vocabulary=(0, 1))
    plan = plan_of(tool)
    first = view_tool(plan, tool, {0: 1, 1: 1})
    assert first == view_tool(plan, tool, {0: 1, 1: 1, 2: 1})
    assert first != view_tool(plan, tool, {0: 1, 1: 2})
    assert first == view_tool(replace(plan), tool, {0: 1, 1: 1})
