from __future__ import annotations

import time

import pytest

from schemac.diagnostics.suggest import did_you_mean, distance


@pytest.mark.parametrize(
    ("name", "candidates", "expected"),
    [
        ("aplicant", ["application", "applicant"], "applicant"),
        ("Strng", ["String", "Integer"], "String"),
        ("string", ["String"], "String"),
        ("requries", ["requires", "feature"], "requires"),
        ("dsec", ["desc", "default"], "desc"),
        ("paths_", ["paths", "sig_paths"], "paths"),
        ("lib", ["lab", "lob"], "lab"),
    ],
)
def test_gives_the_nearest(name: str, candidates: list[str], expected: str) -> None:
    assert did_you_mean(name, candidates) == expected


@pytest.mark.parametrize(
    ("name", "candidates"),
    [
        ("zebra", ["applicant", "stage"]),
        ("id", ["is", "in"]),
        ("a", ["b"]),
        ("", ["a"]),
        ("stage", ["stage"]),
        ("stage", []),
        ("x" * 500, ["x" * 499]),
    ],
)
def test_gives_nothing_for_far_names(name: str, candidates: list[str]) -> None:
    assert did_you_mean(name, candidates) is None


def test_does_not_depend_on_the_order_of_candidates() -> None:
    assert did_you_mean("lib", ["lob", "lab"]) == did_you_mean("lib", ["lab", "lob"]) == "lab"


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("", "", 0),
        ("ab", "ba", 1),
        ("abc", "abc", 0),
        ("abc", "abd", 1),
        ("abc", "", 3),
        ("stage", "satge", 1),
        ("aba", "a", 2),
        ("aab", "ab", 1),
    ],
)
def test_counts_edits(left: str, right: str, expected: int) -> None:
    assert distance(left, right, 3) == expected


def test_stops_counting_past_the_reach() -> None:
    assert distance("abcdef", "uvwxyz", 2) == 3


def test_is_quick_however_many_names_there_are() -> None:
    names = [f"applicant_number_{number}" for number in range(10_000)]
    begun = time.process_time()
    for number in range(10):
        did_you_mean(f"applicant_nmber_{number}", names)
    assert time.process_time() - begun < 2
