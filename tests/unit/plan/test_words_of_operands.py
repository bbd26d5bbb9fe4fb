"""Words that some callers are told in, what each of them reads out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from schemac.emit import emit_schema
from schemac.plan.codec import PlanFormatError, decode, encode
from schemac.plan.diff import compare
from schemac.plan.facts import facts
from schemac.plan.format import VERSION
from schemac.plan.layers import beyond, join_meta
from schemac.plan.nodes import NO_META, Example, Meta, NamedType, Node, Ref, Saying, Scalar
from schemac.plan.seen import EverythingSeen, Seen
from schemac.plan.view import view_tool
from schemac.report.changes import render_changes
from tests.unit.plan.full_plan import forged
from tests.unit.plan.plans import STRING, X, Y, granted, maybe, plan_of, rec, req, tool_of

if TYPE_CHECKING:
    from schemac.plan.gates import Answer

ONE = Saying(Meta("one", "1", deprecated=True), X)
TWO = Saying(Meta(description="2", examples=(Example('"2"'), Example('"y"', Y))), Y)
SAID = Meta("own", sayings=(ONE, TWO))


@pytest.mark.parametrize(
    ("answers", "read"),
    [
        ({}, Meta("own")),
        (granted(X), Meta("one", "1", deprecated=True)),
        (granted(Y), Meta("own", "2", (Example('"2"'), Example('"y"')))),
        (granted(X, Y), Meta("one", "2", (Example('"2"'), Example('"y"')), deprecated=True)),
    ],
)
def test_each_that_is_told_stands_upon_those_before(answers: dict[int, Answer], read: Meta) -> None:
    plan = plan_of(tool_of(rec()))
    assert Seen(plan.types, facts(plan), answers, "output").meta(SAID) == read
    assert EverythingSeen(plan.types, facts(plan), {}, "output").meta(SAID) == Meta("own")


def test_words_upon_sayings_leave_what_they_do_not_say() -> None:
    assert join_meta(SAID, NO_META) == SAID
    assert join_meta(NO_META, SAID) == SAID
    upon = join_meta(SAID, Meta(description="mine"))
    kept = (Saying(Meta("one", deprecated=True), X), Saying(Meta(examples=TWO.words.examples), Y))
    assert upon == Meta("own", "mine", sayings=kept)
    whole = Meta("a", "b", (Example("1"),), deprecated=True)
    assert join_meta(SAID, whole) == whole
    assert join_meta(Meta(sayings=(ONE,)), Meta(sayings=(TWO,))) == Meta(sayings=(ONE, TWO))


EXAMPLES = (Example("1"),)
WHOLE = Meta("t", "d", EXAMPLES, deprecated=True)


@pytest.mark.parametrize(
    ("outer", "left"),
    [
        (NO_META, WHOLE),
        (Meta("x"), Meta(None, "d", EXAMPLES, deprecated=True)),
        (Meta(""), Meta(None, "d", EXAMPLES, deprecated=True)),
        (Meta(None, "x"), Meta("t", None, EXAMPLES, deprecated=True)),
        (Meta(None, ""), Meta("t", None, EXAMPLES, deprecated=True)),
        (Meta(examples=(Example("2"),)), Meta("t", "d", (), deprecated=True)),
        (Meta(deprecated=True), Meta("t", "d", EXAMPLES)),
        (Meta("x", "y", (Example("2"),), deprecated=True), NO_META),
    ],
)
def test_what_words_say_beyond_others(outer: Meta, left: Meta) -> None:
    assert beyond(WHOLE, outer) == left
    said = (Saying(WHOLE, X), Saying(Meta("s"), Y))
    kept = [Saying(left, X)] if left != NO_META else []
    kept += [Saying(Meta("s"), Y)] if outer.title is None else []
    assert beyond(Meta(sayings=said), outer).sayings == tuple(kept)
    assert join_meta(Meta(sayings=said), outer).sayings == tuple(kept)
    assert beyond(Meta("t"), Meta(sayings=said)) == Meta("t")


def test_the_last_fifty_have_a_say() -> None:
    words = NO_META
    for at in range(60):
        words = join_meta(words, Meta(sayings=(Saying(Meta(f"{at}"), X),)))
    assert [each.words.title for each in words.sayings] == [f"{at}" for at in range(10, 60)]


@pytest.mark.parametrize(
    "node",
    [
        Scalar("string", meta=SAID),
        maybe(Scalar("string", meta=SAID)),
        rec(req("a", STRING), meta=SAID),
        Ref(0, meta=SAID),
        Ref(1),
    ],
)
def test_every_type_may_bear_them(node: Node) -> None:
    types = (NamedType("t", rec(req("a", STRING))), NamedType("s", Ref(0, meta=SAID)))
    plan = decode(encode(plan_of(tool_of(output=rec(req("v", node))), *types)))
    shown = []
    for answers in ({}, granted(X), granted(X, Y)):
        view = view_tool(plan, plan.tools[0], answers)
        assert view is not None
        assert view.output is not None
        shown.append(json.dumps(emit_schema(view.output)))
    assert ['"own"' in each for each in shown] == [True, False, False]
    assert ['"1"' in each for each in shown] == [False, True, False]
    assert ['"2"' in each for each in shown] == [False, False, True]


def test_diff_quotes_them() -> None:
    old, new = (
        plan_of(tool_of(output=rec(req("v", rec(req("a", STRING), meta=meta)))))
        for meta in (Meta("own"), SAID)
    )
    diff = compare(old, new)
    assert diff.exposures == ()
    assert "`@title(one) @desc(1)" in render_changes(diff)
    assert compare(new, new).changes == ()


@pytest.mark.parametrize(
    ("sayings", "message"),
    [
        ([3], "node 0 is no object"),
        ([{"title": "a", "gate": 7}], "points to a row that is not there"),
        ([{"title": "a", "sayings": [{"title": "b"}]}], "has an unknown part `sayings`"),
        ([{"titles": "a"}], "has an unknown part `titles`"),
        ({"title": "a"}, "lacks a list"),
    ],
)
def test_damaged_ones_are_refused(sayings: object, message: str) -> None:
    node = {"is": "scalar", "kind": "string", "meta": {"sayings": sayings}}
    document = {"schemac_plan": VERSION, "nodes": [node], "types": [{"name": "t", "body": 0}]}
    with pytest.raises(PlanFormatError, match=message):
        decode(forged({**document, "tools": []}))
