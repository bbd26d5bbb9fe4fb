"""Named types with gates in, the gate under which something is left of a node out."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from schemac.plan.gates import Asked, Every, Never, Some
from schemac.plan.nodes import (
    Anything,
    Const,
    Field,
    ListOf,
    MapOf,
    Member,
    Node,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.planner import visibility as of_visibility
from schemac.planner.table import Entry
from schemac.planner.visibility import Visibility

if TYPE_CHECKING:
    from schemac.plan.gates import Gate

A, B, C = Asked(0), Asked(1), Asked(2)
TEXT, NULL = Scalar("string"), Scalar("null")
NOWHERE: Any = None
ANSWERS = [(), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]


def entry(body: Node | None, gate: Any = None) -> Entry:
    return Entry("n", NOWHERE, gate=gate, body=body)


def record(*fields: tuple[Node, Any]) -> Record:
    return Record(
        tuple(
            Field(f"f{number}", node, required=True, gate=gate)
            for number, (node, gate) in enumerate(fields)
        )
    )


def union(*members: tuple[Node, Any]) -> Union:
    return Union(tuple(Member(node, gate) for node, gate in members))


GATED = record((TEXT, A))
"""Left where A is open."""

ENTRIES = [
    entry(TEXT, B),
    entry(GATED),
    entry(record((Ref(2), None), (TEXT, A))),
    entry(record((Ref(3), None))),
    entry(record((Ref(3), A))),
    entry(union((NULL, None))),
    entry(None),
    entry(record((Ref(8), None), (TEXT, A)), B),
    entry(record((Ref(7), None), (TEXT, C))),
    entry(ListOf(Ref(9))),
    entry(record((Ref(10), A))),
    entry(record((ListOf(Ref(11)), None), (TEXT, A))),
]


@pytest.mark.parametrize(
    ("node", "gate"),
    [
        (TEXT, None),
        (Const("string", '"a"'), None),
        (Anything(), None),
        (Nothing(), None),
        (Record(()), None),
        (GATED, A),
        (record((TEXT, A), (TEXT, B)), Some((A, B))),
        (record((TEXT, A), (TEXT, None)), None),
        (record((TEXT, None), (TEXT, A)), None),
        (record((GATED, B)), Every((B, A))),
        (record((record((GATED, B)), C)), Every((C, B, A))),
        (record((TEXT, Never())), Never()),
        (record((TEXT, Never()), (TEXT, A)), A),
        (ListOf(GATED), A),
        (ListOf(TEXT), None),
        (TupleOf((GATED, TEXT, record((TEXT, B)))), Every((A, B))),
        (TupleOf((TEXT, TEXT)), None),
        (TupleOf(()), None),
        (MapOf(TEXT, GATED), A),
        (MapOf(union((TEXT, B)), GATED), Every((B, A))),
        (MapOf(union((TEXT, B)), TEXT), B),
        (union((TEXT, A)), A),
        (union((TEXT, A), (TEXT, B)), Some((A, B))),
        (union((TEXT, A), (NULL, None)), A),
        (union((NULL, A), (TEXT, B)), B),
        (union((NULL, A)), A),
        (union((NULL, A), (NULL, B)), Some((A, B))),
        (union((Ref(5), A), (TEXT, B)), B),
        (union((Ref(5), None)), None),
        (union((union((NULL, None)), None), (GATED, B)), Every((B, A))),
        (Union(()), Never()),
        (Ref(0), B),
        (Ref(1), A),
        (record((Ref(0), A)), Every((A, B))),
        (ListOf(Ref(1)), A),
        (Ref(2), A),
        (Ref(3), Never()),
        (Ref(4), Never()),
        (Ref(6), None),
        (Ref(7), Every((B, Some((C, A))))),
        (Ref(8), Some((Every((B, A)), C))),
        (Ref(9), None),
        (Ref(10), Never()),
        (Ref(11), A),
        (union((Ref(10), None), (TEXT, B)), B),
    ],
)
def test_the_gate_of_a_node(node: Node, gate: object) -> None:
    visibility = Visibility(ENTRIES)
    assert visibility.of(node) == gate
    assert visibility.of(node) == gate
    assert visibility.gave_up is False


def is_open(gate: Gate | None, yes: tuple[int, ...]) -> bool:
    match gate:
        case None:
            return True
        case Asked(atom):
            return atom in yes
        case Every(parts):
            return all(is_open(part, yes) for part in parts)
        case Some(parts):
            return any(is_open(part, yes) for part in parts)
        case _:
            return False


OPEN = {7: [(0, 1), (1, 2), (0, 1, 2)], 8: [(2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]}


@pytest.mark.parametrize("order", [(7, 8), (8, 7)])
def test_types_that_hold_one_another_are_told_alike_in_any_order(order: tuple[int, int]) -> None:
    visibility = Visibility(ENTRIES)
    for number in order:
        gate = visibility.of(Ref(number))
        assert [yes for yes in ANSWERS if is_open(gate, yes)] == OPEN[number]


def some_types(draw: random.Random) -> list[Entry]:
    """Make types that use one another in circles; all reach the first, which has a gate."""

    def part() -> tuple[Node, Any]:
        nodes: list[Node] = [Ref(draw.randrange(6)), ListOf(Ref(draw.randrange(6))), TEXT]
        node = draw.choice(nodes)
        gate = Asked(draw.randrange(3))
        return node, gate if node == TEXT or draw.random() < 0.3 else None

    def body() -> Node:
        parts = [part() for _ in range(draw.randint(1, 3))]
        if draw.random() < 0.3:
            return TupleOf((Ref(0), *(node for node, _ in parts)))
        return record(*parts) if draw.random() < 0.6 else union(*parts, (Ref(0), None))

    gates = [draw.choice([None, None, A, B]) for _ in range(5)]
    return [entry(record((TEXT, A), (TEXT, B))), *(entry(body(), gate) for gate in gates)]


def left_of(node: Node, entries: list[Entry], found: set[int], yes: tuple[int, ...]) -> bool:
    """Say whether something is left, of the named types those in `found`."""

    def both(inner: Node, gate: Gate | None) -> bool:
        return is_open(gate, yes) and left_of(inner, entries, found, yes)

    match node:
        case Ref(target):
            return target in found
        case ListOf(item=item):
            return left_of(item, entries, found, yes)
        case TupleOf(items=items):
            return all(left_of(item, entries, found, yes) for item in items)
        case Record(fields=fields):
            return any(both(field.type, field.gate) for field in fields)
        case Union(members=members):
            return any(both(member.type, member.gate) for member in members)
        case _:
            return True


def least(entries: list[Entry], yes: tuple[int, ...]) -> set[int]:
    """Give the types of which something is left: the fewest that answer for one another."""
    found: set[int] = set()
    while True:
        more = {
            number
            for number, each in enumerate(entries)
            if is_open(each.gate, yes) and left_of(each.body or TEXT, entries, found, yes)
        }
        if more == found:
            return found
        found = more


@pytest.mark.parametrize("seed", range(40))
def test_the_least_that_is_left_is_found_in_any_order(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 - draws types, no secrets
    entries = some_types(draw)
    expected = [least(entries, yes) for yes in ANSWERS]
    for _ in range(3):
        visibility = Visibility(entries)
        for number in draw.sample(range(6), 6):
            gate = visibility.of(Ref(number))
            told = [is_open(gate, yes) for yes in ANSWERS]
            assert told == [number in found for found in expected]


@pytest.mark.parametrize(
    ("node", "null"),
    [
        (NULL, True),
        (TEXT, False),
        (Ref(5), True),
        (Ref(0), False),
        (Ref(6), False),
        (union((NULL, A)), True),
        (union((NULL, A), (TEXT, None)), False),
        (ListOf(NULL), False),
    ],
)
def test_what_is_null_and_nothing_else(node: Node, null: bool) -> None:  # noqa: FBT001 - an answer
    assert Visibility(ENTRIES).is_null(node) is null


@pytest.mark.parametrize("inner", [TEXT, Record(()), ListOf(TEXT), record((TEXT, None))])
def test_a_type_is_looked_at_once(inner: Node) -> None:
    entries = [entry(record((inner, A))), *(entry(TupleOf((Ref(n), Ref(n)))) for n in range(40))]
    visibility = Visibility(entries)
    assert visibility.of(Ref(40)) == A
    assert visibility.gave_up is False


def test_each_type_takes_as_many_steps_as_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    length = 10
    entries = [entry(GATED), *(entry(TupleOf((Ref(at), Ref(at)))) for at in range(length))]
    steps = 1 + 3 * length + 2
    for most, gave_up in ((steps, False), (steps - 1, True)):
        monkeypatch.setattr(of_visibility, "_MAX_STEPS", most)
        visibility = Visibility(entries)
        assert visibility.of(Ref(length)) == (Never() if gave_up else A)
        assert visibility.gave_up is gave_up
    monkeypatch.setattr(of_visibility, "_MAX_STEPS", steps)
    visibility = Visibility(entries)
    assert visibility.of(Ref(length)) == A
    monkeypatch.setattr(of_visibility, "_MAX_STEPS", 1)
    for at in range(length + 1):
        assert visibility.of(Ref(at)) == A


def test_too_much_work_closes_and_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_visibility, "_MAX_STEPS", 6)
    wide = TupleOf((TEXT,) * 5)
    visibility = Visibility([entry(TEXT)])
    for _ in range(3):
        assert visibility.of(wide) is None
        assert visibility.gave_up is False
    assert visibility.of(TupleOf((TEXT,) * 6)) == Never()
    assert visibility.gave_up is True
    assert visibility.of(wide) is None
    assert visibility.gave_up is True


def test_a_gate_that_is_too_large_closes_and_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_visibility, "_LARGEST", 4)
    entries = [entry(record(*((TEXT, Asked(at)) for at in range(size)))) for size in (3, 4)]
    assert Visibility(entries).of(Ref(0)) == Some((A, B, C))
    for node in (Ref(1), record((Ref(1), None)), record((Ref(1), A))):
        visibility = Visibility(entries)
        assert visibility.of(node) == Never()
        assert visibility.gave_up is True
    visibility = Visibility(entries)
    assert visibility.of(entries[1].body or TEXT) == Some((A, B, C, Asked(3)))
    assert visibility.gave_up is False
