"""Intersections that recurse into ever more types in; they are refused before they are many."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.planner.conftest import Planned

MANY = "SC318 the intersections of this program come to too many types"


def subsets(count: int) -> str:
    """Write types of which each subset is an intersection of its own."""
    chain = (f"type s{at} = {{ ?a: s{at + 1}, ?b: s{at + 1} }}" for at in range(1, count))
    ends = (f"type s{count} = {{ ?k: nil }}", "type output = { ok: true, ?x: s0 }")
    return "\n".join(("type s0 = { ?a: s0 & s1, ?b: s0 }", *chain, *ends))


def rings(sizes: tuple[int, ...]) -> str:
    """Write rings of records, and what all of them come to at once."""
    lines = [
        f"type c{size}_{at} = {{ ?n: c{size}_{(at + 1) % size}, f{size}_{at}: nil }}"
        for size in sizes
        for at in range(size)
    ]
    whole = " & ".join(f"c{size}_0" for size in sizes)
    return "\n".join((*lines, f"type output = {{ ok: true, ?x: {whole} }}"))


@pytest.mark.parametrize("text", [subsets(18), rings((2, 3, 5, 7, 11, 13))])
def test_what_doubles_is_refused(planned: Callable[..., Planned], text: str) -> None:
    assert MANY in planned(text).errors


@pytest.mark.parametrize("text", [subsets(6), rings((2, 3, 5))])
def test_what_is_small_is_merged(planned: Callable[..., Planned], text: str) -> None:
    assert planned(text).errors == []


def permuted(count: int) -> str:
    """Write a generic of which each permutation of its arguments follows."""
    names = [f"A{at}" for at in range(count)]
    turned, swapped = (*names[1:], names[0]), (names[1], names[0], *names[2:])
    uses = " & ".join(f"g[{', '.join(each)}]" for each in (turned, swapped))
    given = ", ".join(f"{{ ?f{at}: nil }}" for at in range(count))
    body = f"type g[{', '.join(names)}] = {{ ?v: {uses} }}"
    return f"{body}\ntype output = {{ ok: true, ?x: g[{given}] }}"


@pytest.mark.parametrize("count", [5, 6])
def test_permutations_are_refused(planned: Callable[..., Planned], count: int) -> None:
    assert MANY in planned(permuted(count)).errors


def test_few_permutations_are_merged(planned: Callable[..., Planned]) -> None:
    assert planned(permuted(3)).errors == []
