"""Random plans and two callers for whom the same gates are open in; they must see the same."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings, target
from hypothesis import strategies as st

from schemac.emit import emit_schema
from schemac.emit.canonical import dumps
from schemac.emit.templates import Drawing, Templates
from schemac.emit.templates.verdicts import GateNumbers, Verdicts
from schemac.plan.facts import facts
from schemac.plan.gates import Asked, Every, Inverse, Some
from schemac.plan.left import reachable
from schemac.plan.view import view_tool
from schemac.plan.walk import gates_on, walk
from tests.property.strategies_plan import ATOMS, answers, plans
from tests.property.strategies_templates import authored_plans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.plan.gates import Answer, Gate, Side
    from schemac.plan.model import Plan, ToolView
    from schemac.plan.nodes import Node

many = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "100")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


def gates_below(plan: Plan, root: Node) -> Iterator[Gate]:
    known = facts(plan)
    below = reachable(known.used_in(root), known.references, lambda _: True)
    named = [plan.types[at] for at in below]
    for body in (root, *(each.body for each in named)):
        for node in walk(body):
            yield from gates_on(node)
    yield from (each.gate for each in named if each.gate is not None)


def verdict(plan: Plan, asked: dict[int, Answer]) -> tuple[bool, ...]:
    tool = plan.tools[0]
    numbers = GateNumbers()
    own = [tool.gate, *(each.gate for each in (*tool.descriptions, *tool.examples))]  # type: ignore[attr-defined] # both have one
    sides: list[tuple[list[Gate], Side]] = [
        ([gate for gate in own if gate is not None], "input"),
        ([*gates_below(plan, tool.input)], "input"),
        ([*gates_below(plan, tool.output)], "output"),
    ]
    found = [number for gates, side in sides for number in numbers.of(gates, side)]
    return Verdicts(numbers, asked).of(tuple(found))


def written(view: ToolView | None) -> tuple[object, ...] | None:
    if view is None:
        return None
    schemas = [dumps(emit_schema(shape)) for shape in (view.input, view.output)]
    return view.description, view.examples, view.input, view.output, *schemas


def alike(plan: Plan, asked: list[dict[int, Answer]]) -> int:
    """Hold all callers of one verdict against each other; count those that answer differently."""
    seen: dict[tuple[bool, ...], tuple[dict[int, Answer], object]] = {}
    pairs = 0
    for each in asked:
        view = written(view_tool(plan, plan.tools[0], each))
        first = seen.setdefault(verdict(plan, each), (each, view))
        assert first[1] == view
        pairs += first[0] != each
    return pairs


@st.composite
def likely_alike(draw: st.DrawFn) -> list[dict[int, Answer]]:
    """Give callers of whom some answer unknown where others say no, or differ in one atom."""
    first = draw(answers())
    atom = draw(st.integers(0, len(ATOMS) - 1))
    swapped: dict[Answer, Answer] = {0: 2, 1: 1, 2: 0}
    other = {at: swapped[answer] for at, answer in first.items()}
    return [first, other, {**first, atom: 0}, {**first, atom: 1}, {**first, atom: 2}]


@many
@given(plans(), likely_alike())
def test_what_a_caller_sees_of_any_plan_is_what_gates_say(
    plan: Plan, asked: list[dict[int, Answer]]
) -> None:
    target(alike(plan, asked))


@many
@given(authored_plans(), likely_alike())
def test_what_a_caller_sees_of_authored_plans_is_what_gates_say(
    plan: Plan, asked: list[dict[int, Answer]]
) -> None:
    target(alike(plan, asked))


@many
@given(st.one_of(plans(), authored_plans()), likely_alike())
def test_templates_that_keep_by_verdict_write_what_the_emitter_writes(
    plan: Plan, callers: list[dict[int, Answer]]
) -> None:
    templates = Templates(plan)
    template = templates.tool(plan.tools[0])
    if template is None:
        return
    kept: dict[tuple[bool, ...], object] = {}
    for asked in callers:
        drawing = Drawing(templates, asked)
        view = view_tool(plan, plan.tools[0], asked)
        plain = None if view is None else written(view)
        schemas = drawing.schemas(template)
        assert (schemas is None) == (plain is None)
        assert schemas is None or plain is None or schemas == plain[-2:]
        assert kept.setdefault(drawing.verdict(template), plain) == plain


def test_ten_atoms_of_one_gate_are_two_verdicts() -> None:
    gate = Some(tuple(Asked(atom) for atom in range(10)))
    numbers = GateNumbers()
    asked = numbers.of([gate, Inverse(gate), Every((gate,))], "input")
    found = {
        Verdicts(numbers, {at: mask >> at & 1 for at in range(10)}).of(asked)  # type: ignore[misc] # 0 or 1
        for mask in range(1 << 10)
    }
    assert found == {(False, True, False), (True, False, True)}


def test_equal_gates_of_one_side_are_one_number() -> None:
    numbers = GateNumbers()
    one = numbers.of([Asked(1), Asked(2), Asked(1)], "input")
    assert one == (0, 1)
    assert numbers.of([Asked(2), Asked(1)], "input") == (1, 0)
    assert numbers.of([Asked(1)], "output") == (2,)


def test_an_atom_that_nobody_answered_closes() -> None:
    numbers = GateNumbers()
    asked = numbers.of([Asked(1), Inverse(Asked(1))], "input")
    assert Verdicts(numbers, {}).of(asked) == (False, False)
    assert Verdicts(numbers, {1: 2}).of(asked) == (False, False)
    assert Verdicts(numbers, {1: 0}).of(asked) == (False, True)
