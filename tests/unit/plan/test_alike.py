"""Many nodes that look alike in; the same ones are found, at little work for each, out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from schemac.plan import alike
from schemac.plan.alike import Alike, contents
from schemac.plan.flat import union_of
from schemac.plan.nodes import (
    NO_META,
    Constraints,
    Default,
    ListOf,
    MapOf,
    Record,
    Ref,
    TupleOf,
    Union,
)
from schemac.plan.sameness import same
from tests.unit.plan.plans import INTEGER, STRING, lit, many, rec, req, union
from tests.unit.plan.test_sameness import NODES, anew

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.plan.nodes import Node


def events(number: int) -> Node:
    return rec(req("kind", lit(f"k{number}")), req("id", STRING))


def wide(last: Node) -> Record:
    return Record((*(req(f"f{number}", STRING) for number in range(100)), req("last", last)))


LOOKING_ALIKE = [
    lambda number: wide(lit(number)),
    lambda number: wide(events(number)),
    lambda number: many(wide(lit(number))),
    lambda number: many(TupleOf((*[STRING] * 100, lit(number)))),
    lambda number: rec(replace(req("a", STRING), default=Default(str(number)))),
    lambda number: rec(replace(req("a", STRING), header=f"X-{number}")),
    events,
    lambda number: many(lit(f"a{number}")),
    lambda number: many(many(lit(number))),
    lambda number: many(Ref(number)),
    lambda number: ListOf(STRING, constraints=Constraints(max=number)),
    lambda number: TupleOf((STRING, lit(number))),
    lambda number: MapOf(STRING, lit(number)),
    lambda number: MapOf(STRING, STRING, constraints=Constraints(max=number)),
    lambda number: many(union(STRING, lit(number), INTEGER)),
    lambda number: rec(req("a", rec(req("b", events(number))))),
]


@pytest.mark.parametrize("made", LOOKING_ALIKE)
def test_work_does_not_grow_with_those_that_look_alike(
    made: Callable[[int], Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = 0

    def counted(one: Node, other: Node) -> bool:
        nonlocal compared
        compared += 1
        return same(one, other)

    monkeypatch.setattr(alike, "same", counted)
    nodes = [made(number) for number in range(300)]
    kept = union_of([*nodes, *map(anew, nodes)], NO_META)
    assert isinstance(kept, Union)
    assert [member.type for member in kept.members] == nodes
    assert compared < 20 * len(nodes)


def test_each_is_there_once_however_many_look_alike() -> None:
    met = Alike()
    nodes = [events(number % 20) for number in range(60)]
    assert [met.add(node) for node in nodes] == [True] * 20 + [False] * 40


def test_what_differs_last_is_told_apart() -> None:
    met = Alike()
    nodes = [wide(lit(number)) for number in range(20)]
    assert all(met.add(node) for node in nodes)
    assert not any(met.add(anew(node)) for node in nodes)


@pytest.mark.parametrize("at", range(len(NODES)))
def test_the_same_contents_the_same(at: int) -> None:
    assert contents(anew(NODES[at])) == contents(NODES[at])


def test_other_contents_another() -> None:
    assert len({contents(node) for node in NODES}) == len(NODES)
