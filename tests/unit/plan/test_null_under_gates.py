"""Unions of null, some under gates, in; who is told of them, whoever tells, out.

Null alone is nothing left where more was written, and null that a gate hides is more.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Final

import pytest

from schemac.plan.cut import Cutter
from schemac.plan.decisions import is_open
from schemac.plan.diff import compare
from schemac.plan.diff.formula import CLOSED, OPEN
from schemac.plan.diff.reaches import Numbers
from schemac.plan.diff.sight import Sight
from schemac.plan.facts import facts
from schemac.plan.nodes import Member, Meta, Ref, Union
from schemac.planner.table import Entry
from schemac.planner.visibility import Visibility
from tests.unit.plan.plans import (
    NULL,
    STRING,
    X,
    Y,
    many,
    maybe,
    named,
    plan_of,
    rec,
    req,
    tool_of,
    union,
)

if TYPE_CHECKING:
    from schemac.plan.diff.formula import Formula
    from schemac.plan.gates import Answer
    from schemac.plan.nodes import Node

NOWHERE: Any = None
SIDE: Final = "output"
ANSWERS: list[dict[int, Answer]] = [{}, {0: 1}, {1: 1}, {0: 1, 1: 1}]
TYPES = (
    named("secret", NULL, gate=X),
    named("plain", NULL),
    named("alias", Ref(0)),
    named("maybe", maybe(Ref(2))),
    named("other", NULL, gate=Y),
    named("open", maybe(Ref(1))),
    named("mixed", union(STRING, Ref(0))),
)
SECRET, PLAIN, ALIAS, MAYBE, OTHER, OPEN_ONE, MIXED = map(Ref, range(len(TYPES)))
CALLERS: list[tuple[Node, str]] = [
    (NULL, "- x y xy"),
    (maybe(NULL), "- x y xy"),
    (PLAIN, "- x y xy"),
    (maybe(PLAIN), "- x y xy"),
    (maybe(OPEN_ONE), "- x y xy"),
    (union(PLAIN, OPEN_ONE, maybe(NULL)), "- x y xy"),
    (SECRET, "x xy"),
    (maybe(SECRET), "x xy"),
    (maybe(ALIAS), "x xy"),
    (MAYBE, "x xy"),
    (maybe(MAYBE), "x xy"),
    (union(NULL, SECRET), "x xy"),
    (union(PLAIN, SECRET), "x xy"),
    (union(OPEN_ONE, MAYBE), "x xy"),
    (union(NULL, Member(NULL, X)), "x xy"),
    (union(Member(NULL, X), NULL, NULL), "x xy"),
    (union(Member(PLAIN, X), NULL), "x xy"),
    (union(Member(MAYBE, Y), NULL), "xy"),
    (union(maybe(maybe(SECRET)), NULL, meta=Meta("words")), "x xy"),
    (union(Ref(0, meta=Meta("words")), NULL), "x xy"),
    (union(SECRET, OTHER, NULL), "x y xy"),
    (union(maybe(SECRET), maybe(OTHER)), "x y xy"),
    (many(maybe(SECRET)), "x xy"),
    (union(STRING, maybe(SECRET)), "- x y xy"),
    (union(Member(STRING, Y), maybe(SECRET)), "y xy"),
    (union(Member(STRING, Y), SECRET), "y xy"),
    (union(Member(STRING, Y), NULL), "y xy"),
]


def cut(node: Node, answers: dict[int, Answer]) -> Node | None:
    plan = plan_of(tool_of(output=node), *TYPES)
    cutter = Cutter(plan.types, facts(plan), answers, SIDE)
    cutter.look_below(node)
    return cutter.cut(node)


def told(node: Node) -> list[dict[int, Answer]]:
    """Give those who are told of a node: by a view, by the planner's gate, by what `diff` knows."""
    gate = Visibility([Entry(each.name, NOWHERE, gate=each.gate, body=each.body) for each in TYPES])
    of_gate = gate.of(node)
    of_diff = Sight(plan_of(tool_of(output=node), *TYPES), SIDE, Numbers()).left(node)
    found = [answers for answers in ANSWERS if cut(node, answers) is not None]
    assert found == [answers for answers in ANSWERS if is_open(of_gate, answers, SIDE)]
    assert found == [answers for answers in ANSWERS if holds(of_diff, answers)]
    return found


def holds(formula: Formula, answers: dict[int, Answer]) -> bool:
    while formula not in {OPEN, CLOSED}:
        formula = formula.branches[answers.get("xyz".index(str(formula.rank[2])), 0)]
    return formula is OPEN


@pytest.mark.parametrize(("node", "callers"), CALLERS)
def test_who_is_told_of_null(node: Node, callers: str) -> None:
    names = ["".join("xy"[number] for number in answers) or "-" for answers in told(node)]
    assert " ".join(names) == callers


def test_what_is_seen_is_null_as_ever() -> None:
    for node in (maybe(SECRET), maybe(MAYBE), union(NULL, Member(NULL, X)), SECRET, MAYBE):
        assert cut(rec(req("a", node)), {0: 1}) in [rec(req("a", each)) for each in (NULL, node)]
    assert cut(union(STRING, maybe(SECRET)), {}) == STRING
    assert cut(union(STRING, maybe(SECRET)), {0: 1}) == maybe(STRING)
    assert cut(MIXED, {}) == MIXED


def test_what_holds_it_goes_upwards() -> None:
    assert cut(rec(req("a", many(maybe(SECRET))), req("b", NULL)), {}) == rec(req("b", NULL))
    assert cut(rec(req("a", rec(req("c", maybe(MAYBE))))), {}) is None


def expected(node: Node, answers: dict[int, Answer]) -> bool:
    """Say the same as the language does: what nobody is told of without gates open is hidden."""
    if isinstance(node, Ref):
        each = TYPES[node.target]
        return is_open(each.gate, answers, SIDE) and expected(each.body, answers)
    if not isinstance(node, Union):
        return True

    def of_member(member: Member, answers: dict[int, Answer]) -> bool:
        return is_open(member.gate, answers, SIDE) and expected(member.type, answers)

    telling = [member for member in node.members if not is_only_null(member.type)]
    telling = telling or [member for member in node.members if not of_member(member, {})]
    return any(of_member(member, answers) for member in telling or node.members)


def is_only_null(node: Node) -> bool:
    if isinstance(node, Ref):
        return is_only_null(TYPES[node.target].body)
    if isinstance(node, Union):
        return all(is_only_null(member.type) for member in node.members)
    return node == NULL


def some_union(draw: random.Random, depth: int) -> Node:
    def member() -> Member:
        kinds: list[Node] = [NULL, NULL, Ref(draw.randrange(len(TYPES)))]
        if depth:
            kinds += [some_union(draw, depth - 1)] * 2
        if draw.random() < 0.2:
            kinds.append(STRING)
        gate = draw.choice([None, None, None, X, Y])
        return Member(draw.choice(kinds), gate)

    words = Meta("words") if draw.random() < 0.2 else Meta()
    return union(*(member() for _ in range(draw.randint(1, 3))), meta=words)


@pytest.mark.parametrize("seed", range(60))
def test_all_tell_alike_of_any_union(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 - draws types, no secrets
    for _ in range(10):
        node = some_union(draw, 3)
        assert told(node) == [answers for answers in ANSWERS if expected(node, answers)], node


def test_diff_tells_who_gains_null_under_a_gate() -> None:
    plans = [
        plan_of(tool_of(output=rec(req("a", STRING), *fields)), *TYPES)
        for fields in ((), (req("b", maybe(SECRET)),), (req("b", maybe(PLAIN)),))
    ]
    none, gated, free = plans
    [change] = compare(none, gated).changes
    assert (change.pointer, change.grants) == ("/b", (plans[0].atoms[0],))
    changes = compare(gated, free).changes
    assert [(each.pointer, each.grants) for each in changes] == [("/b", ())]
