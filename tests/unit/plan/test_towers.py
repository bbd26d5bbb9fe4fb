"""Unions that use others of their kind in, listings of a bearable size out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Registry, Service
from schemac.plan.facts import facts
from schemac.plan.nodes import Member, Ref
from tests.unit.plan.plans import (
    INTEGER,
    STRING,
    X,
    maybe,
    named,
    opt,
    output_text,
    plan_of,
    rec,
    req,
    tool_of,
    union,
)

if TYPE_CHECKING:
    from schemac.plan.nodes import NamedType, Node


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


def large(*types: NamedType) -> list[int]:
    plan = plan_of(tool_of(), *types)
    found = facts(plan).free_towers()
    assert facts(plan).may_tower() is bool(found)
    return [at for at in range(len(types)) if at in found]


def doubled(at: int) -> list[Node]:
    return [rec(opt("l", maybe(Ref(at)))), rec(opt("r", maybe(Ref(at))))]


def test_small_unions_are_no_towers_and_large_flat_ones_neither() -> None:
    flat = union(*(rec(opt(f"f{at}", STRING)) for at in range(200)))
    assert large(named("flat", flat)) == []
    record = named("address", rec(opt("street", STRING)))
    names_only = union(*(rec(opt(f"f{at}", maybe(Ref(0)))) for at in range(200)))
    assert large(record, named("flat", names_only)) == []
    small = named("small", union(INTEGER, rec(opt("a", STRING))))
    assert large(small, named("other", rec(opt("b", maybe(Ref(0)))))) == []


def test_a_union_that_holds_very_many_is_a_tower() -> None:
    types = [named("u0", union(STRING, rec(opt("a", STRING))))]
    types += [named(f"u{at}", union(INTEGER, *doubled(at - 1))) for at in range(1, 9)]
    assert large(*types) == [6]


def told(*types: NamedType) -> str | None:
    """Give what a caller without grants is told whose output has the last type as a member."""
    return output_text(rec(req("one", maybe(Ref(len(types) - 1)))), *types)


@pytest.mark.parametrize(
    "hidden",
    [
        # so much that all above would be names
        rec(*(opt(f"h{at}", maybe(Ref(0))) for at in range(90))),
        # a way round, so that the union would be a name
        rec(opt("again", maybe(Ref(3)))),
        union(rec(opt("again", maybe(Ref(1)))), Ref(0)),
    ],
)
@pytest.mark.parametrize("levels", [4, 12])
def test_what_is_hidden_does_not_decide_what_is_written_out(hidden: Node, levels: int) -> None:
    types = [named("u0", union(STRING, rec(opt("a", STRING))))]
    types += [named(f"u{at}", union(INTEGER, *doubled(at - 1))) for at in range(1, levels)]
    more = union(INTEGER, *doubled(0), Member(hidden, X))
    assert told(types[0], named("u1", more), *types[2:]) == told(*types)
