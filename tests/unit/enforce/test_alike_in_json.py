"""What is the same in JSON: items of a set, values and literals."""

from __future__ import annotations

import math
from typing import Any

import pytest

from schemac.enforce.fits import same_literal
from schemac.enforce.sets import as_set, compact, identity


@pytest.mark.parametrize(
    ("items_", "expected"),
    [
        ([], []),
        (["b", "a", "b"], ["a", "b"]),
        ([2, 10, 1], [1, 10, 2]),
        ([1.0, 1, True], [1, True]),
        (["é", "z", "a"], ["a", "z", "é"]),
        (["\U0001f600", "\uffff"], ["\uffff", "\U0001f600"]),
        ([[1.0], [1], {"a": [2.0]}, {"a": [2]}], [[1], {"a": [2]}]),
        ([{"b": 1, "a": 2}, {"a": 2, "b": 1}], [{"a": 2, "b": 1}]),
        (["1", 1], ["1", 1]),
        ([None, "null"], ["null", None]),
        ([1.5, 1], [1, 1.5]),
    ],
)
def test_sets(items_: list[Any], expected: list[Any]) -> None:
    assert as_set(items_) == expected


def test_identity_is_that_of_json() -> None:
    assert identity(1) == identity(1.0)
    assert identity(True) != identity(1)
    assert identity("1") != identity(1)
    assert identity({"a": [1.0], "b": {}}) == identity({"b": {}, "a": [1]})
    assert identity([1, 2]) != identity([2, 1])
    assert identity(1.5) != identity(1)
    assert identity({"é": 1}) == '{"é":1}'
    assert identity("é") == '"é'
    assert identity([1.0, {"b": 2.0, "a": "x"}]) == '[1,{"a":"x","b":2}]'
    assert compact({"é": [1.0, None, True]}) == '{"é":[1.0,null,true]}'
    with pytest.raises(ValueError, match="not JSON compliant"):
        compact(math.inf)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (1, 1.0, True),
        (1.0, 1, True),
        (1, True, False),
        (True, 1, False),
        (0, False, False),
        (True, True, True),
        (False, True, False),
        ("a", "a", True),
        ("a", "b", False),
        ("1", 1, False),
        (1, "1", False),
        (None, None, True),
        (None, False, False),
        (2, 1, False),
    ],
)
def test_literals_are_the_same_as_json_says(
    one: object,
    other: object,
    expected: bool,  # noqa: FBT001 - expected
) -> None:
    assert same_literal(one, other) is expected
