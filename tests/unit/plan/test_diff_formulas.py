"""Conditions however they are written in; one object for one meaning, and an end, out."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

from schemac.plan.diff import compare, diagrams
from schemac.plan.diff.formula import (
    CLOSED,
    OPEN,
    UNSURE,
    Formula,
    Undecided,
    all_of,
    any_of,
    condition,
    measured,
    negated,
    witness,
)
from schemac.plan.diff.reaches import Numbers
from schemac.plan.diff.sight import Sight
from schemac.plan.gates import Asked, Atom, Every, Gate, Inverse, Some
from schemac.plan.model import Plan
from schemac.plan.nodes import Ref
from tests.counted import calls_at_most
from tests.unit.plan.plans import STRING, named, opt, rec, req, tool_of

if TYPE_CHECKING:
    from schemac.plan.nodes import Node

MANY = tuple(Atom("requires", f"f{number:04d}") for number in range(3_000))


def of(gate: Gate) -> Formula:
    return condition(gate, MANY, "input")


def granted(found: Formula) -> list[int] | None:
    grants = witness(found)
    return None if grants is None else [int(atom.flag[1:]) for atom in grants]


def twisted(depth: int) -> Formula:
    """Give a condition that repeats its parts, so that written out it doubles at each level."""
    found, other = of(Asked(0)), of(Asked(1))
    for number in range(depth):
        asked = of(Asked(number % 7))
        both = any_of((all_of((found, negated(other))), all_of((negated(found), other))))
        found, other = any_of((both, asked)), all_of((negated(both), asked, negated(found)))
    return found


def test_shared_parts_cost_nothing() -> None:
    with calls_at_most(2_000_000):
        found = twisted(400)
        assert negated(negated(found)) is found
        assert all_of((found, negated(found))) is CLOSED
        assert any_of((found, negated(found))) is OPEN


def test_thousands_of_atoms_exhaust_no_stack() -> None:
    every = of(Every(tuple(Asked(number) for number in range(3_000))))
    some = of(Inverse(Every(tuple(Inverse(Asked(number)) for number in reversed(range(3_000))))))
    assert granted(every) == list(range(3_000))
    assert granted(some) == [0]
    assert all_of((every, some)) is every
    assert granted(all_of((some, negated(every)))) == [0]


def test_nested_gates_exhaust_no_stack() -> None:
    gate: Gate = Asked(0)
    for _ in range(5_001):
        gate = Inverse(Every((gate,)))
    assert of(gate) is of(Inverse(Asked(0)))


def pairs(count: int) -> Formula:
    """Give a condition whose diagram doubles with each pair, as partners stand far apart."""
    return of(Some(tuple(Every((Asked(n), Asked(n + count))) for n in range(count))))


def test_what_grows_too_large_is_vague_and_stays_so() -> None:
    with calls_at_most(4_000_000):
        found = pairs(40)
    x = of(Asked(0))
    assert found is pairs(40)
    assert negated(negated(found)) is found
    assert all_of((found, negated(found))) is CLOSED
    assert any_of((found, negated(found))) is OPEN
    assert all_of((x, found, negated(x))) is CLOSED
    assert any_of((negated(x), found, x)) is OPEN
    for vague in (found, negated(found), all_of((found, x))):
        with pytest.raises(Undecided):
            witness(vague)
    assert granted(any_of((found, x))) == [0]
    assert granted(pairs(8)) == [0, 8]


def test_a_budget_is_of_all_that_is_done_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagrams, "_MOST", 50)
    with measured():
        found = [
            all_of((of(Asked(n)), any_of((of(Asked(n + 1)), of(Asked(n + 2)))))) for n in range(99)
        ]
        with pytest.raises(Undecided):
            witness(found[-1])
        assert negated(UNSURE) is all_of((UNSURE, found[0])) is any_of((UNSURE, found[0])) is UNSURE
    assert found[0] is not UNSURE
    assert found[-1] is UNSURE
    assert all_of((of(Asked(97)), any_of((of(Asked(98)), of(Asked(99)))))) is not UNSURE


@pytest.mark.parametrize(
    ("gate", "grants"),
    [
        (Some((Every((Asked(0), Asked(3))), Every((Asked(1), Asked(2))))), [0, 3]),
        (Some((Every((Asked(1), Asked(2))), Every((Asked(1), Asked(3))))), [1, 2]),
        (Some((Asked(5), Every((Asked(0), Asked(1))))), [5]),
        (Some((Asked(5), Asked(4))), [4]),
        (Inverse(Asked(0)), []),
        (Every((Inverse(Asked(0)), Some((Asked(0), Asked(1))))), [1]),
        (Every((Asked(0), Inverse(Asked(0)))), None),
    ],
)
def test_a_witness_is_smallest_and_of_those_the_first(gate: Gate, grants: list[int] | None) -> None:
    assert granted(of(gate)) == grants


def test_nothing_is_kept_of_conditions_that_are_gone() -> None:
    plan = Plan(MANY[:9], (), (tool_of(output=rec(opt("a", STRING, Some((Asked(0), Asked(1)))))),))
    other = Plan(MANY[:9], (), (tool_of(output=rec(opt("a", STRING, Some((Asked(2), Asked(3)))))),))
    compare(plan, other)
    gc.collect()
    before = len(diagrams._made)
    for _ in range(20):
        compare(plan, other)
    gc.collect()
    assert len(diagrams._made) == before


def test_a_gate_too_large_to_know_is_an_exposure_without_grants() -> None:
    gate = Some(tuple(Every((Asked(n), Asked(n + 40))) for n in range(40)))
    secret = opt("s", STRING, gate)
    old = Plan(MANY[:80], (), (tool_of(output=rec(req("a", STRING))),))
    new = Plan(MANY[:80], (), (tool_of(output=rec(req("a", STRING), secret)),))
    assert [(e.pointer, e.grants) for e in compare(old, new).exposures] == [("/s", None)]
    more = Plan(MANY[:80], (), (tool_of(output=rec(req("a", STRING), secret, opt("b", STRING))),))
    assert [(e.pointer, e.grants) for e in compare(new, more).exposures] == [("/b", ())]
    shown = Plan(MANY[:80], (), (tool_of(output=rec(req("a", STRING), opt("s", STRING))),))
    assert [(e.pointer, e.grants) for e in compare(new, shown).exposures] == [("/s", None)]


def test_a_type_too_large_to_know_is_seen_in_doubt() -> None:
    fields = tuple(opt(f"f{n}", STRING, Every((Asked(n), Asked(n + 40)))) for n in range(40))
    types = (named("wide", rec(*fields)),)
    old = Plan(MANY[:80], types, (tool_of(output=rec(req("a", STRING))),))
    new = Plan(MANY[:80], types, (tool_of(output=rec(req("a", STRING), opt("w", Ref(0)))),))
    found = compare(old, new)
    assert ("/w", None) in {(each.pointer, each.grants) for each in found.exposures}
    more = tool_of(output=rec(req("a", STRING), opt("w", Ref(0)), opt("b", STRING)))
    found = compare(new, Plan(MANY[:80], types, (more,)))
    assert [(each.pointer, each.grants) for each in found.exposures] == [("/b", ())]


def far_apart(count: int) -> tuple[Atom, ...]:
    """Give atoms in the order that a plan asks them in: partners by turns, apart by their names."""
    return tuple(MANY[at] for number in range(count) for at in (number, number + count))


@pytest.mark.parametrize("is_new", [True, False])
def test_what_is_asked_together_stands_together(is_new: bool) -> None:  # noqa: FBT001 - a case
    gate = Some(tuple(Every((Asked(2 * n), Asked(2 * n + 1))) for n in range(40)))
    fields = (req("a", STRING), opt("s", STRING, gate))
    gated = Plan(far_apart(40), (), (tool_of(output=rec(*fields)),))
    free = Plan((), (), (tool_of(output=rec(fields[0], *(() if is_new else (opt("s", STRING),)))),))
    first = (MANY[0], MANY[40])
    if is_new:
        assert [(e.pointer, e.grants) for e in compare(free, gated).exposures] == [("/s", first)]
    else:
        assert [(e.pointer, e.grants) for e in compare(gated, free).exposures] == [("/s", ())]
        hidden = [each.grants for each in compare(free, gated).changes if "hidden" in each.kind]
        assert hidden == [()]


def doubly_gated(length: int, first: Node = STRING) -> Plan:
    """Give types that each hold the one before twice, behind a gate of its own each time."""
    types = [named("t0", rec(opt("a", first, Asked(0)), opt("b", STRING, Asked(1))))]
    for at in range(1, length):
        fields = (opt("n", Ref(at - 1), Asked(2 * at)), opt("m", Ref(at - 1), Asked(2 * at + 1)))
        types.append(named(f"t{at}", rec(*fields)))
    return Plan(far_apart(length), tuple(types), (tool_of(output=Ref(length - 1)),))


def test_a_long_chain_of_types_under_two_gates_each_is_known() -> None:
    plan = doubly_gated(40)
    with calls_at_most(200_000):
        sight = Sight(plan, "output", Numbers(plan))
        assert granted(sight.named(39)) == list(range(40))


def test_what_both_plans_have_is_not_worked_out_again_for_each_caller() -> None:
    with calls_at_most(1_000_000):
        found = compare(doubly_gated(8), doubly_gated(8, rec(req("c", STRING))))
    assert len(found.exposures) == 256
    assert all(each.grants for each in found.exposures)


def test_of_the_smallest_the_first_by_name_is_told_wherever_atoms_stand() -> None:
    gate = Some((Every((Asked(1), Asked(2))), Every((Asked(0), Asked(3))), Asked(5), Asked(4)))
    places = {atom: -number for number, atom in enumerate(MANY[:6])}
    assert witness(condition(gate, MANY, "input", places)) == (MANY[4],)
    pairs_only = Some((Every((Asked(1), Asked(2))), Every((Asked(0), Asked(3)))))
    assert witness(condition(pairs_only, MANY, "input", places)) == (MANY[0], MANY[3])
