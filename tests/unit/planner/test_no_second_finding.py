"""Intersections that were reported in, nothing more about those that are made of them out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.planner.conftest import Planned

    Planner = Callable[..., Planned]

LARGE = " & ".join(f"({{ a{n}: 1 }} | {{ b{n}: 1 }})" for n in range(12))
IMPOSSIBLE = '{ x: "a" } & { x: "b" }'


@pytest.mark.parametrize(("first", "code"), [(LARGE, "SC318"), (IMPOSSIBLE, "SC306")])
@pytest.mark.parametrize(
    "after",
    [
        "t & { c: 1 }",
        "{ c: 1 } & t",
        "t & t",
        "t & String",
        "{ f: t } & { f: { c: 1 } }",
        "{ f: [t] } & { f: [{ c: 1 }] }",
        "(t | { c: 1 }) & { d: 1 }",
        "{ f: t @closed() }",
        "{ f: Hash[t, Integer] }",
        "{ ?f: t @default(5) }",
    ],
)
def test_what_is_made_of_it_is_not_reported_again(
    planned: Planner, first: str, code: str, after: str
) -> None:
    types = f"type t = {first}\ntype u = {after}\ntype w = u & {{ e: 1 }}"
    found = planned(f"{types}\ntype output = {{ v: u, w: w }}")
    assert found.found == [(code, first)]
    assert not found.plan.tools


def test_a_tower_of_doubled_variants_is_reported_where_it_grew_too_large(planned: Planner) -> None:
    lines = ["type t0 = { z: 1 }"]
    lines += [
        f"type t{n} = (t{n - 1} & {{ a: 1 }}) | (t{n - 1} & {{ b: 1 }})" for n in range(1, 60)
    ]
    found = planned("\n".join([*lines, "type output = { v: t59 }"]))
    assert found.found == [("SC318", "t10 & { a: 1 }"), ("SC318", "t10 & { b: 1 }")]
