"""Steps of writing arguments in, what each caller reads out."""

from __future__ import annotations

import pytest

from schemac.plan.cut import Cutter
from schemac.plan.facts import facts
from schemac.plan.gates import Asked, Atom, Every, OnSide
from schemac.plan.model import HandlerRef, Plan, ToolPlan
from schemac.plan.nodes import Field, NamedType, Record, Ref, Scalar
from schemac.plan.shown import as_shown
from schemac.plan.spelling import Join, JoinKind, Step, Word, gates_in, is_whole, spell

GATE = Asked(0)


def read(*steps: Step, is_open: bool = True) -> tuple[str, str]:
    return spell(steps, lambda gate: gate is None or is_open)


def two(kind: JoinKind, *, gated: bool = False) -> tuple[Step, ...]:
    return (Word("A"), Word("B"), Join(kind, (None, GATE if gated else None)))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("plain", "AB"),
        ("listed", "A, B"),
        ("union", "A | B"),
        ("intersection", "A & B"),
        ("tagged", "AB"),
        ("tail", "AB"),
        ("named", "A[B]"),
    ],
)
def test_parts_become_one_text(kind: JoinKind, text: str) -> None:
    assert read(*two(kind)) == (text, text)


@pytest.mark.parametrize(
    "kind", ["plain", "listed", "union", "intersection", "tagged", "tail", "named"]
)
def test_what_is_closed_leaves_no_sign(kind: JoinKind) -> None:
    assert read(*two(kind, gated=True), is_open=False) == ("A", "A")


@pytest.mark.parametrize(
    ("inner", "outer", "text"),
    [
        ("union", "union", "(A | B) | C"),
        ("union", "intersection", "(A | B) & C"),
        ("union", "tagged", "(A | B) C"),
        ("union", "tail", "A | B C"),
        ("union", "listed", "A | B, C"),
        ("intersection", "union", "A & B | C"),
        ("intersection", "intersection", "(A & B) & C"),
        ("intersection", "tagged", "A & B C"),
        ("tagged", "tagged", "(AB) C"),
        ("tagged", "union", "AB | C"),
        ("tagged", "intersection", "(AB) & C"),
    ],
)
def test_parentheses_stand_where_the_printer_writes_them(
    inner: JoinKind, outer: JoinKind, text: str
) -> None:
    last = Word(" C" if outer in {"tagged", "tail"} else "C")
    whole = (*two(inner), last, Join(outer, (None, None)))
    assert read(*whole)[0] == text


@pytest.mark.parametrize("inner", ["union", "intersection", "tagged"])
def test_parentheses_go_with_what_they_were_for(inner: JoinKind) -> None:
    steps = (*two(inner, gated=True), Join("optional", (None,)))
    assert read(*steps)[0] == f"({read(*two(inner))[0]})?"
    assert read(*steps, is_open=False)[0] == "A?"


def test_what_may_be_null_twice_is_told_so() -> None:
    steps = (Word("A"), Join("optional", (None,)), Join("optional", (None,)))
    assert read(*steps)[0] == "(A?)?"


def test_the_full_text_has_full_names_on_one_line() -> None:
    steps = (Word("{\n  ## doc\n  a: "), Word("item", "a.sig:item"), Word(" }"))
    whole = (*steps, Join("plain", (None,) * 3))
    assert read(*whole) == ("{\n  ## doc\n  a: item }", "{ ## doc a: a.sig:item }")


def test_a_name_of_which_no_argument_is_left_stands_alone() -> None:
    steps = (Word("page"), Word("A"), Join("listed", (GATE,)), Join("named", (None, None)))
    assert read(*steps) == ("page[A]", "page[A]")
    assert read(*steps, is_open=False) == ("page", "page")


def test_thousands_of_levels_are_read() -> None:
    steps: list[Step] = [Word("A")]
    for _ in range(5_000):
        steps += [Word("]"), Join("plain", (None, None))]
    assert read(*steps)[0] == "A" + "]" * 5_000


def test_steps_are_whole_where_one_text_is_left() -> None:
    assert is_whole((Word("A"),))
    assert is_whole(two("union"))
    assert is_whole((Join("listed", ()),))
    assert not is_whole(())
    assert not is_whole((Word("A"), Word("B")))
    assert not is_whole((Word("A"), Join("union", (None, None))))


def test_gates_in_steps() -> None:
    assert list(gates_in((*two("union", gated=True), Word("C")))) == [GATE]


def test_a_type_is_called_as_the_caller_may_read_it() -> None:
    named = NamedType("page", Scalar("string"), "whole", "f.sig", telling=two("union", gated=True))
    closed = as_shown(named, named.body)
    assert (closed.arguments, closed.spelled, closed.telling) == ("A", None, ())
    opened = as_shown(named, named.body, lambda _: True)
    assert opened.arguments == "A | B"


def test_a_gate_in_nothing_but_a_name_makes_two_views() -> None:
    gate = Every((OnSide("output"), GATE))
    told = (Word("A"), Word("B"), Join("union", (None, gate)))
    page = NamedType("page", Record((Field("a", Scalar("string")),)), telling=told)
    user = NamedType("user", Record((Field("p", Ref(0)),)))
    root = Record((Field("u", Ref(1)),))
    tool = ToolPlan("t", root, root, HandlerRef("m:t", (), ""), vocabulary=(0,))
    plan = Plan((Atom("requires", "a"),), (page, user), (tool,))

    def name(answer: int, side: str) -> str:
        cutter = Cutter(plan.types, facts(plan), {0: answer}, side)  # type: ignore[dict-item,arg-type] # 0 or 1, a side
        cutter.look_below(root)
        shape = cutter.shape(root)
        assert shape is not None
        return shape.types[0].arguments

    for _ in range(2):
        assert [name(0, "output"), name(1, "output"), name(1, "input")] == ["A", "A | B", "A"]
