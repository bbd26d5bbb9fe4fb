"""What nobody declared is refused, or no longer: told once for a tool, and meant everywhere."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import pytest

from schemac.plan.diff import compare
from schemac.plan.nodes import Anything, Constraints, MapOf, Member, NamedType, Ref, TupleOf
from tests.unit.plan.plans import (
    INTEGER,
    STRING,
    X,
    lit,
    many,
    maybe,
    opt,
    plan_of,
    rec,
    req,
    tool_of,
    union,
)

if TYPE_CHECKING:
    from schemac.plan.model import Plan
    from schemac.plan.nodes import Node

CLOSED = ("", "inputs-closed", "breaking")
OPENED = ("", "inputs-opened", "safe")
OPEN_INPUT = rec(req("a", STRING))


def plan(input_: Node, own: Any = None, usual: Any = "drop", types: Any = (), **more: Any) -> Plan:
    made = plan_of(tool_of(input_, **more), *types)
    tools = tuple(replace(tool, undeclared=own) for tool in made.tools)
    return replace(made, tools=tools, undeclared=usual)


def told(old: Plan, new: Plan) -> list[tuple[str, str, str]]:
    return [(each.pointer, each.kind, each.level) for each in compare(old, new).changes]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ((None, "drop"), ("reject", "drop"), [CLOSED]),
        ((None, "drop"), (None, "reject"), [CLOSED]),
        (("drop", "reject"), (None, "reject"), [CLOSED]),
        (("reject", "drop"), (None, "drop"), [OPENED]),
        ((None, "reject"), ("drop", "reject"), [OPENED]),
        ((None, "drop"), ("drop", "reject"), []),
        (("reject", "drop"), (None, "reject"), []),
        ((None, "reject"), ("reject", "drop"), []),
    ],
)
def test_the_word_of_a_tool_holds_then_that_of_the_plan(
    old: tuple[Any, Any], new: tuple[Any, Any], expected: list[Any]
) -> None:
    assert told(plan(OPEN_INPUT, *old), plan(OPEN_INPUT, *new)) == expected


def test_those_meet_it_who_see_the_tool() -> None:
    found = compare(plan(OPEN_INPUT, gate=X), plan(OPEN_INPUT, "reject", gate=X))
    ((each,), exposures) = found.changes, found.exposures
    assert (each.tool, each.side, exposures) == ("t", None, ())
    assert each.grants is not None
    assert [grant.flag for grant in each.grants] == ["x"]


def test_a_setting_is_told_of_each_tool_that_it_holds_for() -> None:
    tools = (tool_of(OPEN_INPUT), replace(tool_of(OPEN_INPUT), name="u", undeclared="drop"))
    old = replace(plan_of(*tools[:1]), tools=tools)
    found = compare(old, replace(old, undeclared="reject"))
    assert [(each.tool, each.kind) for each in found.changes] == [("t", "inputs-closed")]


def test_a_new_tool_is_a_new_tool() -> None:
    old = replace(plan(OPEN_INPUT, "reject"), tools=())
    assert told(old, plan(OPEN_INPUT, "reject")) == [("", "tool-added", "safe")]


SHUT = rec(req("a", STRING), closed=True)
TYPES = (
    NamedType("shut", SHUT),
    NamedType("free", OPEN_INPUT),
    NamedType("either", union(rec(req("k", lit("a"))), rec(req("k", lit("b"))))),
    NamedType("tree", rec(opt("up", Ref(3, closed=True)))),
    NamedType("key", union(lit("p"), lit("q"))),
)


@pytest.mark.parametrize(
    ("input_", "is_open"),
    [
        (SHUT, False),
        (Ref(0), False),
        (Ref(1), True),
        (Ref(1, closed=True), False),
        (Ref(3, closed=True), False),
        (Ref(3), True),
        (rec(req("a", OPEN_INPUT), closed=True), True),
        (rec(req("a", many(OPEN_INPUT)), closed=True), True),
        (rec(req("a", TupleOf((STRING, OPEN_INPUT))), closed=True), True),
        (rec(req("a", MapOf(STRING, OPEN_INPUT)), closed=True), True),
        (rec(req("a", maybe(OPEN_INPUT)), closed=True), True),
        (rec(req("a", Ref(2)), closed=True), True),
        (rec(req("a", Ref(2, closed=True)), closed=True), False),
        (rec(req("a", Anything()), req("b", MapOf(STRING, SHUT)), closed=True), False),
        (rec(opt("a", OPEN_INPUT, read_only=True), closed=True), False),
        (rec(req("a", MapOf(union(lit("p"), lit("q")), STRING)), closed=True), True),
        (rec(req("a", MapOf(lit("p"), STRING)), closed=True), True),
        (rec(req("a", MapOf(Ref(4), STRING)), closed=True), True),
    ],
)
def test_what_is_closed_by_itself_does_not_close(input_: Node, *, is_open: bool) -> None:
    free, shut = (plan(input_, own, types=TYPES) for own in (None, "reject"))
    assert told(free, shut) == [CLOSED] * is_open
    assert told(shut, free) == [OPENED] * is_open


NESTED = rec(req("f", rec(req("a", STRING), opt("b", STRING))))
FEWER = rec(req("f", rec(req("a", STRING))))
HIDDEN = rec(req("f", rec(req("a", STRING), opt("b", STRING, X))))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("drop", "drop", [("/f/b", "field-removed", "risky")]),
        ("reject", "reject", [("/f/b", "field-removed-closed", "breaking")]),
        ("drop", "reject", [CLOSED, ("/f/b", "field-removed-closed", "breaking")]),
        ("reject", "drop", [OPENED, ("/f/b", "field-removed", "risky")]),
    ],
)
def test_a_field_that_went_is_refused_where_inputs_are_closed(
    old: str, new: str, expected: list[Any]
) -> None:
    assert told(plan(NESTED, old), plan(FEWER, new)) == expected


@pytest.mark.parametrize(
    ("own", "ending", "level"),
    [
        ("drop", "", "risky"),
        ("reject", "-closed", "breaking"),
    ],
)
def test_a_field_that_is_hidden_is_refused_where_inputs_are_closed(
    own: str, ending: str, level: str
) -> None:
    assert told(plan(NESTED, own), plan(HIDDEN, own)) == [("/f/b", f"field-hidden{ending}", level)]


@pytest.mark.parametrize(
    ("own", "ending", "level"), [("drop", "", "risky"), ("reject", "-closed", "breaking")]
)
@pytest.mark.parametrize(
    ("left", "kind"), [((lit("p"),), "removed"), ((lit("p"), Member(lit("q"), X)), "hidden")]
)
def test_so_is_a_declared_key_of_a_map(
    own: str, ending: str, level: str, left: tuple[Node, ...], kind: str
) -> None:
    both = rec(req("m", MapOf(union(lit("p"), lit("q")), STRING)))
    fewer = rec(req("m", MapOf(union(*left), STRING)))
    assert told(plan(both, own), plan(fewer, own)) == [("/m/@key", f"key-{kind}{ending}", level)]
    sent = compare(plan(OPEN_INPUT, own, output=both), plan(OPEN_INPUT, own, output=fewer))
    assert [each.kind for each in sent.changes] == [f"key-{kind}"]


@pytest.mark.parametrize(("own", "ending"), [("drop", "-counted"), ("reject", "-closed")])
def test_a_map_that_needs_some_keys_may_be_refused_without_one(own: str, ending: str) -> None:
    few = Constraints(min=1)
    both = rec(req("m", MapOf(union(lit("p"), lit("q")), STRING, constraints=few)))
    for left, kind in (((lit("p"),), "removed"), ((lit("p"), Member(lit("q"), X)), "hidden")):
        fewer = rec(req("m", MapOf(union(*left), STRING, constraints=few)))
        told_of = told(plan(both, own), plan(fewer, own))
        assert told_of == [("/m/@key", f"key-{kind}{ending}", "breaking")]
        sent = compare(plan(OPEN_INPUT, own, output=both), plan(OPEN_INPUT, own, output=fewer))
        assert [(each.kind, each.level) for each in sent.changes] == [(f"key-{kind}", "risky")]


def test_records_that_close_by_themselves_are_news_only_where_they_were_open() -> None:
    free, shut = rec(req("f", OPEN_INPUT)), rec(req("f", SHUT))
    assert told(plan(free), plan(shut)) == [("/f", "record-closed", "breaking")]
    assert told(plan(shut), plan(free)) == [("/f", "record-opened", "safe")]
    assert told(plan(free, "reject"), plan(shut, "reject")) == []
    assert told(plan(shut, "reject"), plan(free, "reject")) == []
    assert told(plan(free, "reject"), plan(shut)) == [OPENED]
    assert told(plan(free), plan(shut, "reject")) == [CLOSED]
    assert told(plan(shut), plan(free, "reject")) == [CLOSED]


def test_outputs_stay_as_they_are() -> None:
    old, new = rec(req("a", STRING), opt("b", STRING)), rec(req("a", STRING))
    found = told(plan(OPEN_INPUT, "reject", output=new), plan(OPEN_INPUT, "reject", output=old))
    assert found == [("/b", "field-added", "safe")]


def test_exposures_are_the_same_in_closed_inputs() -> None:
    old, new = (
        rec(req("k", union(rec(req("k", lit("a")))))),
        rec(req("k", union(rec(req("k", lit("a"))), rec(req("k", lit("b")), opt("n", INTEGER))))),
    )
    seen = [compare(plan(old, own), plan(new, own)).exposures for own in ("drop", "reject")]
    assert seen[0] == seen[1] != ()


def test_tools_with_one_type_are_each_compared_by_their_own_word() -> None:
    own_words: tuple[tuple[str, Literal["drop", "reject"]], ...]
    own_words = (("a", "drop"), ("b", "reject"), ("c", "drop"))

    def both(type_: Node) -> Plan:
        tools = (replace(tool_of(Ref(0)), name=name, undeclared=own) for name, own in own_words)
        made = plan_of(tool_of(Ref(0)), NamedType("n", type_))
        return replace(made, tools=tuple(tools))

    found = compare(both(NESTED), both(FEWER)).changes
    assert [(each.tool, each.kind) for each in found] == [
        ("a", "field-removed"),
        ("b", "field-removed-closed"),
        ("c", "field-removed"),
    ]
