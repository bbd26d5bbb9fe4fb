"""Unions of names in, what their values can be out, each name looked through once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from schemac.emit.alternatives import Alternatives
from schemac.plan.nodes import Meta, NamedType, Node, Ref
from tests.unit.plan.plans import INTEGER, NULL, STRING, lit, many, maybe, rec, req, union


class Counted(Mapping[int, NamedType]):
    """Types that count how often they are looked up."""

    def __init__(self, *bodies: Node) -> None:
        self._bodies = bodies
        self.lookups = 0

    def __getitem__(self, target: int) -> NamedType:
        self.lookups += 1
        return NamedType(f"t{target}", self._bodies[target])

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self._bodies)))

    def __len__(self) -> int:
        return len(self._bodies)


ROW = rec(req("a", STRING))


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (STRING, (STRING,)),
        (union(STRING, union(INTEGER, NULL)), (STRING, INTEGER, NULL)),
        (Ref(0), (ROW,)),
        (maybe(Ref(1)), (ROW, NULL)),
        (union(NULL, Ref(2), STRING), (NULL, lit("x"), ROW, STRING)),
        (union(lit("x"), lit("x"), Ref(2)), (lit("x"), ROW, NULL)),
        (Ref(3), (many(Ref(3)), INTEGER)),
    ],
)
def test_unions_and_names_are_opened_in_order(node: Node, expected: tuple[Node, ...]) -> None:
    types = Counted(ROW, maybe(Ref(0)), union(lit("x"), Ref(1), NULL), union(many(Ref(3)), INTEGER))
    alternatives = Alternatives(types)
    assert alternatives.of(node) == expected
    assert alternatives.of(node) == expected


@pytest.mark.parametrize("size", [10, 1000])
def test_a_chain_of_unions_is_looked_through_once(size: int) -> None:
    words = Meta(description="x")
    chain = (union(Ref(at - 1), NULL, meta=words) if at else ROW for at in range(size))
    types = Counted(*chain)
    alternatives = Alternatives(types)
    for at in reversed(range(size)):
        assert alternatives.of(Ref(at)) == ((ROW, NULL) if at else (ROW,))
    assert types.lookups <= 2 * size


def test_doubling_is_looked_through_once() -> None:
    doubled = (union(Ref(at - 1), Ref(at - 1)) if at else ROW for at in range(60))
    types = Counted(*doubled)
    assert Alternatives(types).of(Ref(59)) == (ROW,)
    assert types.lookups <= 2 * 60


def test_unions_that_only_lead_back_to_themselves_end() -> None:
    types = Counted(union(Ref(1), STRING), union(Ref(0), INTEGER))
    assert set(Alternatives(types).of(Ref(0))) == {STRING, INTEGER}
    assert set(Alternatives(types).of(union(Ref(1), Ref(0)))) == {STRING, INTEGER}
