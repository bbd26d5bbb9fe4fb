"""Unions that use others of their kind in, listings of a bearable size out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Registry, Service
from schemac.plan.towers import towers
from tests.unit.plan.plans import INTEGER, STRING, maybe, opt, rec, union

if TYPE_CHECKING:
    from schemac.plan.nodes import Node


def nothing() -> dict[str, object]:
    return {}


def listed(levels: int, fields: str) -> str:
    types = ['type a0 = { k: "x" } | { k: "y" }']
    types += [
        f'type a{at} = {{ k: "l{at}", {fields.replace("INNER", f"a{at - 1}")} }} | {{ k: "m{at}" }}'
        for at in range(1, levels + 1)
    ]
    registry = Registry()
    registry.add(
        nothing,
        name="t",
        description="d",
        signature="() -> output",
        types="\n".join([*types, f"type output = {{ x: a{levels} }}"]),
    )
    return json.dumps(Service(registry, eager=True).list_tools(Grants()))


@pytest.mark.parametrize("fields", ["l: INNER?, r: INNER?", "l: INNER | String"])
def test_listings_grow_with_their_sources(fields: str) -> None:
    assert len(listed(40, fields)) < 3 * len(listed(20, fields))


def test_a_long_chain_is_listed() -> None:
    assert '"k"' in listed(300, "l: INNER?")


def test_small_unions_are_no_towers_and_large_flat_ones_neither() -> None:
    flat = union(*(rec(opt(f"f{at}", STRING)) for at in range(200)))
    assert towers((0,), {0: flat}, ()) == frozenset()
    bodies: dict[int, Node] = {
        0: union(INTEGER, rec(opt("a", STRING))),
        1: rec(opt("b", maybe(STRING))),
    }
    assert towers((0, 1), bodies, ()) == frozenset()
