"""Random gates, as conditions; what they come to is held against every set of grants."""

from __future__ import annotations

from itertools import combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from schemac.plan.diff.formula import (
    CLOSED,
    OPEN,
    Formula,
    all_of,
    any_of,
    condition,
    negated,
    witness,
)
from schemac.plan.gates import Asked, Atom, Every, Gate, Inverse, OnSide, Some

ATOMS = tuple(Atom("requires" if number % 2 else "feature", f"f{number}") for number in range(6))
ORDER = sorted(range(6), key=lambda number: (ATOMS[number].predicate, ATOMS[number].flag))
SETS = [frozenset(part) for size in range(7) for part in combinations(ORDER, size)]

GATES: st.SearchStrategy[Gate] = st.recursive(
    st.sampled_from([Asked(number) for number in range(6)]) | st.just(OnSide("input")),
    lambda inner: (
        st.builds(Inverse, inner)
        | st.builds(Every, st.lists(inner, min_size=1, max_size=4).map(tuple))
        | st.builds(Some, st.lists(inner, min_size=1, max_size=4).map(tuple))
    ),
    max_leaves=25,
)


def is_open(gate: Gate, names: frozenset[int]) -> bool:
    match gate:
        case Asked(number):
            return number in names
        case Inverse(inner):
            return not is_open(inner, names)
        case Every(parts):
            return all(is_open(part, names) for part in parts)
        case Some(parts):
            return any(is_open(part, names) for part in parts)
        case _:
            return gate == OnSide("input")


def opened(found: Formula) -> list[bool]:
    """Ask the condition itself, step by step."""
    results = []
    for names in SETS:
        part = found
        granted = {(ATOMS[number].predicate, ATOMS[number].flag) for number in names}
        while part.branches:
            part = part.branches[part.rank[1:] in granted]
        results.append(part is OPEN)
    return results


def first_smallest(truth: list[bool]) -> tuple[Atom, ...] | None:
    """Try sets by size; of one size those that grant the earlier atom come first."""
    found = next((names for names, holds in zip(SETS, truth, strict=True) if holds), None)
    return None if found is None else tuple(ATOMS[number] for number in ORDER if number in found)


PLACES: st.SearchStrategy[dict[Atom, int]] = st.permutations(range(6)).map(
    lambda order: dict(zip(ATOMS, order, strict=True))
)


@settings(max_examples=200, deadline=None)
@given(st.lists(GATES, min_size=1, max_size=4), st.just({}) | PLACES)
def test_conditions_are_what_gates_say(gates: list[Gate], places: dict[Atom, int]) -> None:
    truths = [[is_open(gate, names) for names in SETS] for gate in gates]
    found = [condition(gate, ATOMS, "input", places) for gate in gates]
    assert [opened(each) for each in found] == truths
    assert opened(all_of(found)) == [all(each) for each in zip(*truths, strict=True)]
    assert opened(any_of(found)) == [any(each) for each in zip(*truths, strict=True)]
    for each, truth in zip(found, truths, strict=True):
        assert opened(negated(each)) == [not holds for holds in truth]
        assert witness(each) == first_smallest(truth)
        assert (each is CLOSED) == (not any(truth))
    for (one, first), (other, second) in product(zip(found, truths, strict=True), repeat=2):
        assert (one is other) == (first == second)
