"""Gates in, simpler gates out: each law of their algebra, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.gates import Asked, Every, Inverse, Never, OnSide, Some
from schemac.planner.gates import asked_in, every, inverse, is_larger, on_side, some

if TYPE_CHECKING:
    from schemac.plan.gates import Gate

A, B = Asked(0), Asked(1)
IN, OUT = OnSide("input"), OnSide("output")


@pytest.mark.parametrize(
    ("gate", "inside", "outside"),
    [
        (None, None, None),
        (A, A, A),
        (Never(), Never(), Never()),
        (IN, None, Never()),
        (OUT, Never(), None),
        (Inverse(A), Inverse(A), Inverse(A)),
        (Inverse(IN), Never(), None),
        (Inverse(OUT), None, Never()),
        (Every((A, IN)), A, Never()),
        (Every((A, OUT)), Never(), A),
        (Every((A, B)), Every((A, B)), Every((A, B))),
        (Some((A, IN)), None, A),
        (Some((A, OUT)), A, None),
        (Some((A, B)), Some((A, B)), Some((A, B))),
        (Inverse(Some((A, IN))), Never(), Inverse(A)),
        (Inverse(Every((A, IN))), Inverse(A), None),
        (Every((A, Some((B, OUT)))), Every((A, B)), A),
    ],
)
def test_each_side_alone(gate: Gate | None, inside: Gate | None, outside: Gate | None) -> None:
    assert on_side(gate, "input") == inside
    assert on_side(gate, "output") == outside


def test_one_of_several() -> None:
    assert some(IN, A) == Some((IN, A))
    assert some(OUT, A) == Some((OUT, A))
    assert some(IN) == IN
    assert some(IN, A, OUT) is None
    assert some(A, None) is None
    assert some(A, Never(), A) == A
    assert some(Some((A, IN)), B) == Some((A, IN, B))
    assert some() == some(Never()) == Never()


def test_all_of_several() -> None:
    assert every(IN, A) == Every((IN, A))
    assert every(OUT, A) == Every((OUT, A))
    assert every(IN, OUT) == every(A, Never()) == Never()
    assert every(Every((A, IN)), B, None) == Every((A, IN, B))
    assert every() is None
    assert every(A, A) == A


def test_the_contrary() -> None:
    assert inverse(None) == inverse(Never()) == Never()
    assert inverse(IN) == OUT
    assert inverse(OUT) == IN
    assert inverse(A) == Inverse(A)


def test_what_is_asked() -> None:
    gate = Every((B, Some((Inverse(A), IN)), Never()))
    assert list(asked_in(gate)) == [1, 0]
    assert list(asked_in(None)) == []


def test_what_all_of_several_ask_is_asked_once() -> None:
    assert some(Every((A, B)), Every((A, IN))) == Every((A, Some((B, IN))))
    assert some(Every((A, B)), A) == A
    assert some(A, Every((B, A))) == A
    assert some(Every((A, B)), Every((B, A))) == Every((A, B))
    assert some(Every((A, B, IN)), Every((IN, A))) == Every((A, IN))
    assert some(Every((A, B)), IN) == Some((Every((A, B)), IN))
    assert some(Every((A, B))) == Every((A, B))


@pytest.mark.parametrize(
    ("gate", "parts"),
    [
        (None, 0),
        (A, 1),
        (Never(), 1),
        (Inverse(A), 2),
        (Every((A, B)), 3),
        (Inverse(Every((A, B))), 4),
        (Some((A, B, IN)), 4),
        (Every((A, Some((B, Inverse(A))))), 6),
    ],
)
def test_a_gate_is_as_large_as_its_parts(gate: Gate | None, parts: int) -> None:
    assert [is_larger(gate, size) for size in range(9)] == [size < parts for size in range(9)]


def nested(levels: int) -> Gate | None:
    """Nest a gate so many levels deep, of a part more for each."""
    gate: Gate | None = A
    for level in range(1, levels + 1):
        gate = (every if level % 2 else some)(Asked(level), gate)
    return gate


def test_a_gate_that_nests_deeper_than_it_can_be_compared_is_too_large() -> None:
    assert not is_larger(nested(100), 1_000)
    assert is_larger(nested(101), 1_000)
    deep: Gate = A
    for _ in range(101):
        deep = Inverse(deep)
    assert is_larger(deep, 1_000)
    assert not is_larger(deep.inner if isinstance(deep, Inverse) else None, 1_000)
