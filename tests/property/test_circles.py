"""Random gates that are found of each other in, for each caller the least fixed point out."""

from __future__ import annotations

import os
from itertools import product
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from schemac.plan.gates import Asked, Every, Never, Some
from schemac.planner.circles import Circles, NotBegun
from schemac.planner.gates import every, some
from schemac.planner.steps import run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schemac.plan.gates import Gate
    from schemac.planner.steps import Steps

ATOMS, NAMES = 3, 5
modest = settings(max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "200")), deadline=None)

Term = tuple[tuple[int, ...], tuple[int, ...]]
"""Atoms and names, all of which are asked."""
terms = st.tuples(
    st.lists(st.integers(0, ATOMS - 1), max_size=2).map(tuple),
    st.lists(st.integers(0, NAMES - 1), max_size=2).map(tuple),
)
systems = st.lists(st.lists(terms, max_size=3), min_size=NAMES, max_size=NAMES)


def gate_of(name: int, system: Sequence[Sequence[Term]], circles: Circles) -> Steps[Gate | None]:
    """Look at a name as a planner does: at those inside of it first."""
    found = circles.found(name)
    if not isinstance(found, NotBegun):
        return found
    circles.begin(name)
    gates = []
    for atoms, names in system[name]:
        inner = []
        for each in names:
            gate = yield gate_of(each, system, circles)
            inner.append(gate)
        gates.append(every(*map(Asked, atoms), *inner))
    return circles.end(name, some(*gates))


def is_open(gate: Gate | None, held: Mapping[int, bool]) -> bool:
    match gate:
        case None:
            return True
        case Asked(atom):
            assert type(gate) is Asked, "nothing unknown is left"
            return held[atom]
        case Every(parts):
            return all(is_open(part, held) for part in parts)
        case Some(parts):
            return any(is_open(part, held) for part in parts)
        case _:
            assert gate == Never()
            return False


def least(system: Sequence[Sequence[Term]], held: Mapping[int, bool]) -> list[bool]:
    seen = [False] * NAMES
    for _ in range(NAMES + 1):
        seen = [
            any(
                all(held[a] for a in atoms) and all(seen[n] for n in names) for atoms, names in each
            )
            for each in system
        ]
    return seen


@modest
@given(systems, st.permutations(range(NAMES)))
def test_each_name_is_seen_where_the_least_fixed_point_has_it(
    system: list[list[Term]], order: list[int]
) -> None:
    circles = Circles(1 << 20)
    gates = {name: run(gate_of(name, system, circles)) for name in order}
    for answers in product((False, True), repeat=ATOMS):
        held = dict(enumerate(answers))
        expected = least(system, held)
        assert [is_open(gates[name], held) for name in range(NAMES)] == expected


@modest
@given(systems, st.integers(0, 6))
def test_what_is_too_large_is_told_to_fewer(system: list[list[Term]], largest: int) -> None:
    circles = Circles(largest)
    gates = [run(gate_of(name, system, circles)) for name in range(NAMES)]
    for answers in product((False, True), repeat=ATOMS):
        held = dict(enumerate(answers))
        for name, gate in enumerate(gates):
            assert not is_open(gate, held) or least(system, held)[name]


def test_what_has_not_come_to_its_end_is_begun_anew() -> None:
    circles = Circles(10)
    circles.begin("a")
    circles.begin("b")
    circles.forget()
    assert isinstance(circles.found("a"), NotBegun)
    circles.begin("a")
    assert circles.end("a", Asked(0)) == circles.found("a") == Asked(0)
