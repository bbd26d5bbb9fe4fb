"""Types that cannot meet are told, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.planner.conftest import Planned

    Planner = Callable[..., Planned]

IMPOSSIBLE = [
    "String & Integer",
    "{ a: String } & Array[String]",
    "[String] & [String, String]",
    "[String] & Array[String]",
    '{ k: "a" } & { k: "b" }',
    '("a" | "b") & ("c" | "d")',
    "(Integer @min(5)) & (Integer @max(1))",
    "Date & String",
    '"abc" & (String @max(2))',
    "bot & String",
]


@pytest.mark.parametrize("written", IMPOSSIBLE)
def test_impossible_intersections(planned: Planner, written: str) -> None:
    found = planned(f"type output = {{ k: Integer, ?v: {written} }}")
    assert found.found == [("SC306", written)]
    assert found.plan.tools == ()


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("(String @min(3) @max(1)) & String", "@max(1)"),
        ("Integer & (Float @max(1) @min(3))", "@min(3)"),
        ("(Array[nil] @min(3) @max(1)) & (Array[nil] @max(9))", "@max(1)"),
        ("(Hash[String, nil] @min(3) @max(1)) & Hash[String, nil] & untyped", "@max(1)"),
    ],
)
def test_what_is_empty_by_itself_is_told_there(planned: Planner, written: str, told: str) -> None:
    found = planned(f"type output = {{ k: Integer, ?v: {written} }}")
    assert found.found == [("SC309", told)]
    assert found.plan.tools == ()


def test_numbers_with_no_integer_among_them_are_impossible(planned: Planner) -> None:
    written = "Integer & (Float @min(1.2) @max(1.8))"
    assert planned(f"type output = {{ v: {written} }}").found == [("SC306", written)]


def test_two_patterns_on_one_type(planned: Planner) -> None:
    found = planned("type output = { v: (String @pattern(a)) & (String @pattern(b)) }")
    assert [code for code, _ in found.found] == ["SC309"]


def test_too_many_variants_are_a_finding(planned: Planner) -> None:
    operands = " & ".join(f"({{ a{n}: Integer }} | {{ b{n}: Integer }})" for n in range(20))
    found = planned(f"type output = {operands}")
    assert found.messages == ["SC318 this intersection comes to more than 1000 variants"]
