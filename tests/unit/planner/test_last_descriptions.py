"""A description as the last member of a union, and what may stand on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.gates import Asked, Every
from schemac.plan.model import DescriptionMember

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.planner.conftest import Planned

    Planner = Callable[..., Planned]

A, B = Asked(0), Asked(1)
DESCRIPTIONS = [
    ({}, "", (DescriptionMember("First. Still first."),), False),
    ({"description": "Given."}, "", (DescriptionMember("Given."),), False),
    ({"description": "Given.", "dynamic": True}, "", (DescriptionMember("Given."),), False),
    ({"dynamic": True}, "", (DescriptionMember("t"),), True),
    ({"dynamic": True, "title": "Title"}, "", (DescriptionMember("Title"),), True),
    (
        {"dynamic": True},
        'description "a" @requires(:x) @feature(:y) | "b"\n',
        (DescriptionMember("a", Every((A, B))), DescriptionMember("b")),
        False,
    ),
]


@pytest.mark.parametrize(("tool", "declared", "members", "dynamic"), DESCRIPTIONS)
def test_descriptions(
    planned: Planner,
    tool: dict[str, object],
    declared: str,
    members: object,
    dynamic: bool,  # noqa: FBT001 - a column of the table
) -> None:
    found = planned(
        f"{declared}type output = {{}}",
        tool=tool,
        docstring="First.\nStill first.\n\nSecond paragraph.",
    )
    assert found.found == []
    assert found.tool.descriptions == members
    assert found.tool.dynamic is dynamic


def test_a_gated_last_description(planned: Planner) -> None:
    found = planned('description "a" | "b" @requires(:x)\ntype output = {}')
    assert [code for code, _ in found.found] == ["SC405"]


@pytest.mark.parametrize(
    ("last", "codes"),
    [
        ("@require(:x)", ["SC311"]),
        ("@dsec(y)", ["SC311"]),
        ("@title(y)", ["SC302"]),
        ("@requires(x)", ["SC401", "SC405"]),
        ("@dsec(y) @requires(:x)", ["SC311", "SC405"]),
    ],
)
def test_what_is_no_gate_on_a_last_description_is_one_mistake(
    planned: Planner, last: str, codes: list[str]
) -> None:
    found = planned(f'description "a" | "b" {last}\ntype output = {{}}')
    assert [code for code, _ in found.found] == codes


@pytest.mark.parametrize(
    ("members", "late"),
    [
        ('"a" | "b"', ['"b"']),
        ('"a" | "b" | "c"', ['"b"', '"c"']),
        ('"a" | "b" @requires(:x) | "c"', ['"b" @requires(:x)', '"c"']),
        ('"a" @requires(:x) | "b" | "c"', ['"c"']),
        ('"a" @requires(:x) | "b"', []),
        ('"a"', []),
    ],
)
def test_members_that_nobody_is_told(planned: Planner, members: str, late: list[str]) -> None:
    found = planned(f"description {members}\ntype output = {{}}")
    assert [code for code, _ in found.found] == ["SC408"] * len(late)
    assert [text for _, text in found.found] == late


def test_a_last_member_with_a_gate_behind_one_without_is_moved(planned: Planner) -> None:
    found = planned('description "a" | "b" @requires(:x)\ntype output = {}')
    assert found.diagnostics[0].hint is not None
    assert found.diagnostics[0].hint.startswith("put the member without a gate last")


def test_only_gates_stand_on_descriptions(planned: Planner) -> None:
    found = planned('description "a" @title(b) | "c"\ntype output = {}')
    assert found.found == [("SC302", "@title(b)")]
