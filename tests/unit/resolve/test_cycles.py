from __future__ import annotations

from schemac.resolve.cycles import components, cyclic


def test_groups_that_reach_each_other() -> None:
    assert cyclic([[1], [2], [0], [3], [0]]) == [[0, 1, 2], [3]]


def test_no_cycle_in_a_tree() -> None:
    assert cyclic([[1, 2], [3], [3], []]) == []


def test_what_is_reached_comes_first() -> None:
    assert components([[1], [2], []]) == [[2], [1], [0]]


def test_two_circles_that_share_a_node_are_one_group() -> None:
    assert cyclic([[1, 2], [0], [0]]) == [[0, 1, 2]]


def test_a_chain_of_a_hundred_thousand_does_not_recurse() -> None:
    count = 100_000
    edges = [[at + 1] for at in range(count - 1)] + [[0]]
    assert cyclic(edges) == [list(range(count))]
