"""Unions whose members several literals tell apart in, the member that a value is held to out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from schemac.enforce.fits import Fits
from schemac.enforce.project.unions import Choice, build_choice
from schemac.enforce.types import Types
from tests.unit.enforce.shapes import (
    INTEGER,
    STRING,
    const,
    into_refused,
    out,
    out_breach,
    record,
    union,
)

if TYPE_CHECKING:
    from schemac.enforce.project.walk import Walk
    from schemac.plan.nodes import Node

A1 = record(kind=const("a"), v=const(1), x=STRING)
A2 = record(kind=const("a"), v=const(2), y=STRING)
B3 = record(kind=const("b"), v=const(3), z=STRING)
UNION = union(A1, A2, B3)


def as_it_is(value: object, _walk: Walk) -> object:
    return value


def choice(node: Any, *, tagged: bool = True) -> Choice:
    types = Types({})

    def project(_member: Node) -> Any:
        return as_it_is

    return build_choice(node, types, Fits(types), project, tagged=tagged)


@pytest.mark.parametrize(
    ("value", "numbers"),
    [
        ({"kind": "a", "v": 1}, [0]),
        ({"kind": "a", "v": 2}, [1]),
        ({"kind": "a"}, []),
        ({"kind": "a", "v": 3}, []),
        ({"kind": "b", "v": 3}, [2]),
        ({"kind": "b", "v": 1}, [2]),
        ({"kind": "b"}, [2]),
        ({"kind": "c", "v": 1}, []),
        ({"v": 3}, []),
        ({"kind": ["b"], "v": 3}, [2]),
        ({"kind": ["b"], "v": [3]}, [0, 1, 2]),
        ({}, []),
    ],
)
def test_the_first_literal_that_all_share_decides_and_others_narrow(
    value: dict[str, Any], numbers: list[int]
) -> None:
    assert [each.index for each in choice(UNION).candidates(value)] == numbers
    assert [each.index for each in choice(UNION, tagged=False).candidates(value)] == [0, 1, 2]


def test_one_member_is_held_to_whatever_its_other_literals_are() -> None:
    assert out(UNION, {"kind": "b", "v": 3, "z": "z"}) == {"kind": "b", "v": 3, "z": "z"}
    assert out_breach(UNION, {"kind": "b", "v": 1, "z": "z"}) == ("/v", "oneOf")
    assert out_breach(UNION, {"kind": "b", "v": 3, "z": 5}) == ("/v/z", "type")
    assert out_breach(UNION, {"kind": "c", "v": 3, "z": 5}) == ("/v", "anyOf")
    words = (
        '/v: expected an object with "kind" "a" and "v" 1, an object with "kind" "a" and "v" 2'
        ' or an object with "kind" "b" and "v" 3, got an object'
    )
    assert into_refused(UNION, {"kind": "b", "v": 1, "z": "z"}) == [words]


def test_a_name_that_not_all_hold_a_literal_in_decides_nothing() -> None:
    node = union(record(p=const(1), q=INTEGER), record(r=const(1), q=STRING))
    made = choice(node)
    assert [each.index for each in made.candidates({"p": 1, "q": 1})] == [0]
    assert [each.index for each in made.candidates({"p": 1, "r": 1})] == [0, 1]
    assert out(node, {"p": 1, "q": 2}) == {"p": 1, "q": 2}
    assert out(node, {"r": 1, "q": "t"}) == {"r": 1, "q": "t"}
