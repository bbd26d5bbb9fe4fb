"""Settings, bounds and words of tools and fields are told as they are written."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from schemac.plan.diff import compare
from schemac.plan.nodes import Constraints, Default, ListOf, Node, Scalar
from tests.unit.plan.plans import (
    ATOMS,
    EMPTY,
    NUMBER,
    STRING,
    X,
    Y,
    many,
    opt,
    plan_of,
    rec,
    req,
    tool_of,
)


def test_settings_of_tools() -> None:
    old = tool_of(hints=(("read_only", True),), domains=("a", "b"), title="One")
    new = tool_of(output=EMPTY, hints=(), domains=("b", "c"), title="Two", wraps=True)
    found = compare(plan_of(old), replace(plan_of(new), strict_schema=True))
    assert [(change.tool, change.kind, change.detail) for change in found.changes] == [
        ("", "schemas-closed", ""),
        ("t", "domain-removed", "a"),
        ("t", "domain-added", "c"),
        ("t", "hint-changed", "read_only=True → no read_only"),
        ("t", "result-wrapped", ""),
        ("t", "text-changed", "@title(Two)"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ((), ("default",), []),
        (("default",), (), []),
        ((), ("a",), [("domain-added", "a", "safe"), ("domain-removed", "default", "breaking")]),
        (("a",), (), [("domain-removed", "a", "breaking"), ("domain-added", "default", "safe")]),
        ((), ("a", "default"), [("domain-added", "a", "safe")]),
    ],
)
def test_a_tool_without_domains_is_in_the_default_one(
    old: tuple[str, ...], new: tuple[str, ...], expected: list[tuple[str, str, str]]
) -> None:
    found = compare(plan_of(tool_of(domains=old)), plan_of(tool_of(domains=new)))
    assert [(each.kind, each.detail, each.level) for each in found.changes] == expected


@pytest.mark.parametrize(
    ("old", "new", "detail"),
    [
        (STRING, Scalar("string", Constraints(min=1)), "@min(1)"),
        (Scalar("number", Constraints(max=2.5)), NUMBER, "@max(2.5)"),
        (many(STRING), ListOf(STRING, constraints=Constraints(unique=True)), "@unique()"),
        (ListOf(STRING, constraints=Constraints(unique=True)), many(STRING), "@unique()"),
        (
            Scalar("string", Constraints(pattern="^(a|b)$")),
            Scalar("string", Constraints(pattern="[(]")),
            '@pattern(^(a|b)$) → @pattern("[(]")',
        ),
        (
            Scalar("integer", Constraints(exclusive_min=1)),
            Scalar("integer", Constraints(exclusive_min=3)),
            "@exclusive_min(1) → @exclusive_min(3)",
        ),
    ],
)
def test_bounds_are_told_as_they_are_written(old: Node, new: Node, detail: str) -> None:
    found = compare(plan_of(tool_of(rec(req("a", old)))), plan_of(tool_of(rec(req("a", new)))))
    assert [change.detail for change in found.changes] == [detail]


@pytest.mark.parametrize(
    ("more", "detail"),
    [
        ({"header": "X-A"}, "no header → @header(X-A)"),
        ({"depends_on": ("b",)}, "@depends_on(:b)"),
        ({"default_for": "zone"}, "@default_for(:zone)"),
        ({"default": Default('"x"')}, '"x"'),
    ],
)
def test_what_fields_say_is_told_as_it_is_written(more: dict[str, Any], detail: str) -> None:
    old, new = (rec(opt("a", STRING, **each), opt("b", STRING)) for each in ({}, more))
    found = compare(plan_of(tool_of(old)), plan_of(tool_of(new)))
    assert [change.detail for change in found.changes] == [detail]


@pytest.mark.parametrize("name", ["read_only", "write_only", "deprecated"])
def test_what_else_is_told_of_a_field_is_compared(name: str) -> None:
    more: dict[str, Any] = {name: True}
    plain, marked = (rec(opt("a", STRING, **each), req("b", STRING)) for each in ({}, more))
    for old, new, words in ((plain, marked, ""), (marked, plain, " no more")):
        for side in ("input", "output"):
            both = (
                tool_of(each) if side == "input" else tool_of(output=each) for each in (old, new)
            )
            found = compare(*map(plan_of, both)).changes
            is_hidden = (name, side) in {("read_only", "input"), ("write_only", "output")}
            told = [(each.kind, each.detail) for each in found]
            assert is_hidden or told == [("words-changed", f"{name.replace('_', ' ')}{words}")]
            assert not is_hidden or [each.kind[:6] for each in found] == ["field-"]


A_X, A_Y, _ = ATOMS
GATED = Default('"b"', X)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (GATED, Default('"b"'), [("default-added", '"b"', ())]),
        (Default('"b"'), GATED, [("default-removed", '"b"', ())]),
        (
            GATED,
            Default('"b"', Y),
            [("default-added", '"b"', (A_Y,)), ("default-removed", '"b"', (A_X,))],
        ),
        (GATED, Default('"c"', X), [("default-changed", '"b" → "c"', (A_X,))]),
        (GATED, None, [("default-removed", '"b"', (A_X,))]),
        (None, GATED, [("default-added", '"b"', (A_X,))]),
        (GATED, replace(GATED), []),
    ],
)
def test_a_default_is_told_to_those_whose_view_takes_it(
    old: Default | None, new: Default | None, expected: list[object]
) -> None:
    both = (rec(opt("a", STRING, default=each), opt("b", STRING)) for each in (old, new))
    found = compare(*(plan_of(tool_of(each)) for each in both)).changes
    assert [(each.kind, each.detail, each.grants) for each in found] == expected
    assert {each.level for each in found} <= {"risky"}


def test_a_result_that_grows_into_a_record_breaks_nobody() -> None:
    old = plan_of(tool_of(output=rec(req("data", STRING)), wraps=True))
    for fields in ((), (opt("more", STRING),)):
        new = plan_of(tool_of(output=rec(req("data", STRING), *fields)))
        assert compare(old, new).level == "safe"
        assert compare(old, replace(new)).changes[0].kind == "result-unwrapped"
    other = compare(old, plan_of(tool_of(output=rec(req("name", STRING)))))
    assert other.level == "breaking"
