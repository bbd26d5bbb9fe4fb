"""Intersections in which one operand gives a default and another requires the field: reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.nodes import Default, Record

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.planner.conftest import Planned

    Planner = Callable[..., Planned]


@pytest.mark.parametrize(
    ("types", "written"),
    [
        ("", "{ ?a: Integer @default(1) } & { a: Integer }"),
        ("", "{ a: Integer } & { ?a: Integer @default(1) }"),
        ("", "{ a: Integer } & { ?a: Integer @default_for(:a) }"),
        ("type p = { ?a: Integer @default(1) }", "p & { a: Integer }"),
        ("type p = { ?a: Integer @default(1) }", "p & { ?b: String } & { a: 1 | 2 }"),
        ("type p = { ?a: Integer @default(1) }", "({ b: 1 } | { b: 2 }) & p & { a: 1 }"),
    ],
)
def test_a_default_is_not_lost_where_the_field_became_required(
    planned: Planner, types: str, written: str
) -> None:
    found = planned(f"{types}\ntype output = {{ k: Integer, ?v: {written} }}")
    assert found.messages == [
        "SC310 `a` has a default, and another part of this intersection requires it"
    ]
    assert found.found == [("SC310", written)]
    assert not found.plan.tools


def test_a_variant_that_drops_out_loses_no_default(planned: Planner) -> None:
    one = '{ k: "a", ?a: Integer @default(1) }'
    found = planned(f'type output = {one} & ({{ k: "b", a: Integer }} | {{ k: "a" }})')
    assert found.messages == []
    output = found.type("output")
    assert isinstance(output, Record)
    assert [field.default for field in output.fields] == [None, Default("1")]
