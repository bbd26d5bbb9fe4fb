"""Generics whose arguments are gated in, what each caller reads of them in names out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from schemac.plan.nodes import Member, NamedType, Ref, Union
from schemac.plan.shown import as_shown, bracketed, full_name, shown_name
from schemac.plan.view import view_tool
from tests.unit.plan.plans import EMPTY, NULL, STRING, X, Y, many, plan_of, rec, req, tool_of

if TYPE_CHECKING:
    from schemac.plan.gates import Answer
    from schemac.plan.model import Plan

BODY = rec(req("n", STRING))
TYPES = (
    NamedType("inner", BODY, file="a.sig"),
    NamedType("gated", BODY, file="a.sig", owner="Outer", gate=X),
    NamedType(
        "page",
        rec(req("items", many(Union((Member(STRING), Member(Ref(0), X)))), None)),
        "String | (inner @requires(:x))",
        "t.sig",
        shown="page[String]",
        spelled="String for all",
        told=rec(req("0", Union((Member(STRING), Member(Ref(0), X))))),
    ),
    NamedType(
        "page",
        rec(req("items", many(Ref(2))), req("also", Ref(1), Y)),
        "page[String | (inner @requires(:x))], gated",
        "t.sig",
        shown="page[page[String]]",
        told=rec(req("0", Ref(2)), req("1", Ref(1))),
    ),
    NamedType("plain", BODY, "inner", "b.sig", shown="plain", spelled=""),
    NamedType(
        "page",
        rec(req("a", Ref(4)), req("b", Ref(6)), req("c", Ref(2))),
        "plain[inner], box[inner], page[String | (inner @requires(:x))]",
        "t.sig",
        told=rec(req("0", Ref(4)), req("1", Ref(6)), req("2", Ref(2))),
    ),
    NamedType("box", BODY, "inner", "b.sig", spelled="a.sig:inner"),
)


def plan(target: int) -> Plan:
    return plan_of(tool_of(output=rec(req("v", Ref(target)), req("w", Ref(target)))), *TYPES)


def named(target: int, answers: dict[int, Answer]) -> NamedType:
    view = view_tool(plan(target), plan(target).tools[0], answers)
    assert view is not None
    return view.output.types[target]


@pytest.mark.parametrize(
    ("target", "answers", "told", "spelled"),
    [
        (2, {}, "String", None),
        (2, {0: 1}, "String | inner", "String | a.sig:inner"),
        (3, {}, "page[String]", "t.sig:page[String]"),
        (
            3,
            {0: 1, 1: 1},
            "page[String | inner], gated",
            "t.sig:page[String | a.sig:inner], a.sig:Outer:gated",
        ),
        (
            5,
            {},
            "plain, box[inner], page[String]",
            "b.sig:plain, b.sig:box[a.sig:inner], t.sig:page[String]",
        ),
        (
            5,
            {0: 1},
            "plain, box[inner], page[String | inner]",
            "b.sig:plain, b.sig:box[a.sig:inner], t.sig:page[String | a.sig:inner]",
        ),
    ],
)
def test_arguments_are_those_of_the_view(
    target: int, answers: dict[int, Answer], told: str, spelled: str | None
) -> None:
    found = named(target, answers)
    assert (found.name, found.arguments, found.spelled) == ("page", told, spelled)
    assert (found.told, found.shown, found.gate) == (None, None, None)
    assert (found.file, found.owner) == ("t.sig", "")


def test_arguments_of_which_nothing_is_left_are_none() -> None:
    gone = NamedType("page", BODY, "gated", "t.sig", shown="page", told=rec(req("0", Ref(1))))
    types = (*TYPES[:2], gone)
    made = plan_of(tool_of(output=rec(req("v", Ref(2)))), *types)
    view = view_tool(made, made.tools[0], {})
    assert view is not None
    assert (view.output.types[2].arguments, view.output.types[2].spelled) == ("", None)


def test_who_sees_something_else_gets_a_name_of_their_own() -> None:
    made = plan(2)
    names = [
        view.output.types[2].arguments
        for answers in ({}, {0: 1}, {0: 0}, {0: 1})
        if (view := view_tool(made, made.tools[0], answers)) is not None  # type: ignore[arg-type] # 0 or 1
    ]
    assert names == ["String", "String | inner", "String", "String | inner"]


def test_names_for_all_and_with_their_files() -> None:
    assert [shown_name(each) for each in (*TYPES[:3], TYPES[6])] == [
        "inner",
        "gated",
        "page[String]",
        "box[inner]",
    ]
    assert [full_name(each) for each in TYPES[:3]] == [
        "a.sig:inner",
        "a.sig:Outer:gated",
        "t.sig:page[String for all]",
    ]
    assert full_name(replace(TYPES[2], spelled=None)) == "t.sig:page[String]"
    assert full_name(TYPES[6]) == "b.sig:box[a.sig:inner]"
    merged = NamedType("a & b", EMPTY, shown="merged")
    assert (shown_name(merged), full_name(merged)) == ("merged", "merged")
    assert (bracketed("a", ""), bracketed("a", "b")) == ("a", "a[b]")


def test_what_all_read_alike_is_as_it_was() -> None:
    found = as_shown(TYPES[6], NULL)
    assert (found.name, found.arguments, found.spelled) == ("box", "inner", "a.sig:inner")
    found = as_shown(TYPES[2], NULL)
    assert (found.arguments, found.spelled) == ("String", "String for all")
    assert as_shown(TYPES[2], NULL, "a", "a").spelled is None
    assert as_shown(TYPES[2], NULL, "a", "b").spelled == "b"
    assert as_shown(TYPES[2], NULL, "", "").arguments == ""
