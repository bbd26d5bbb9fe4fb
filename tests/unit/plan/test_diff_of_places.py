"""Types that stand at several places in; what differs in them, told at each, out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.diff import Change, PlanDiff, compare, telling
from schemac.plan.gates import Asked, Some
from schemac.plan.nodes import MapOf, Member, NamedType, Node, Ref, TupleOf
from schemac.report.changes import render_changes, render_changes_markdown
from tests.counted import calls_at_most
from tests.unit.plan.plans import (
    ATOMS,
    INTEGER,
    STRING,
    X,
    Y,
    lit,
    many,
    maybe,
    named,
    opt,
    plan_of,
    rec,
    req,
    tool_of,
    union,
)

if TYPE_CHECKING:
    import pytest

A_X, A_Y, _ = ATOMS
A = req("a", STRING)


def gates_dropped(output: Node, *types: NamedType, gone: tuple[NamedType, ...]) -> PlanDiff:
    return compare(plan_of(tool_of(output=output), *types), plan_of(tool_of(output=output), *gone))


def address(gate: Asked | None) -> NamedType:
    inner = rec(req("k", lit(1)), opt("secret", STRING, gate))
    return named("addr", rec(req("street", STRING), req("inner", inner)))


def test_what_lies_deep_in_a_shared_type_is_told_at_each_place() -> None:
    output = rec(req("a", Ref(0)), req("b", Ref(0)), req("c", rec(req("d", many(Ref(0))))))
    found = gates_dropped(output, address(X), gone=(address(None),))
    pointers = ["/a/inner/secret", "/b/inner/secret", "/c/d/*/inner/secret"]
    assert [each.pointer for each in found.exposures] == pointers
    assert [(each.pointer, each.kind) for each in found.changes] == [
        (pointer, "field-shown") for pointer in pointers
    ]


def test_changes_and_values_are_told_at_each_place_too() -> None:
    def shared(*more: Member) -> NamedType:
        inner = rec(req("k", union(lit("a"), lit("b"), *more)), req("m", MapOf(STRING, INTEGER)))
        return named("t", rec(req("in", TupleOf((STRING, inner)))))

    output = rec(req("a", maybe(Ref(0))), req("b", many(Ref(0))))
    found = gates_dropped(output, shared(), gone=(shared(Member(lit("c"))),))
    pointers = ["/a/in/1/k", "/b/*/in/1/k"]
    assert [(each.pointer, each.kind) for each in found.changes] == [
        (pointer, "value-added") for pointer in pointers
    ]
    assert [(each.pointer, each.what) for each in found.exposures] == [
        (pointer, '"c"') for pointer in pointers
    ]


def test_each_place_says_what_it_is_within() -> None:
    old = rec(A, req("a1", Ref(0)), opt("b1", Ref(0), Y))
    new = rec(A, req("a1", Ref(0)), opt("b1", Ref(0)))
    found = compare(
        plan_of(tool_of(output=old), address(X)), plan_of(tool_of(output=new), address(None))
    )
    assert [
        (each.pointer, each.grants, each.within)
        for each in found.exposures
        if each.pointer.endswith("secret") or each.pointer == "/b1"
    ] == [
        ("/b1", (), None),
        ("/a1/inner/secret", (), None),
        ("/b1/inner/secret", (), None),
    ]


def test_the_same_place_in_several_variants_is_told_once() -> None:
    output = rec(req("v", union(rec(req("p", INTEGER), req("in", Ref(0))), rec(req("in", Ref(0))))))
    found = gates_dropped(output, address(X), gone=(address(None),))
    assert [each.pointer for each in found.exposures] == ["/v/in/inner/secret"]


def tree(gate: Asked | None) -> tuple[NamedType, ...]:
    leaf = named("leaf", rec(A, req("in", rec(opt("s", STRING, gate)))))
    node = named(
        "node", rec(A, opt("kids", many(Ref(1))), opt("also", Ref(1)), opt("leaf", Ref(0)))
    )
    return leaf, node


def test_types_that_hold_themselves_are_told_once_where_they_are_entered() -> None:
    output = rec(req("one", Ref(1)), req("two", Ref(1)))
    found = gates_dropped(output, *tree(X), gone=tree(None))
    assert [each.pointer for each in found.exposures if each.within is None] == [
        "/one/leaf/in",
        "/two/leaf/in",
    ]
    assert [each.pointer for each in found.exposures if each.within is not None] == [
        "/one/leaf/in/s",
        "/two/leaf/in/s",
    ]


def test_types_that_all_hold_each_other_end() -> None:
    def types(gate: Asked | None) -> tuple[NamedType, ...]:
        every = tuple(opt(f"to{number}", Ref(number)) for number in range(30))
        return tuple(named(f"t{n}", rec(A, opt("s", STRING, gate), *every)) for n in range(30))

    with calls_at_most(2_000_000):
        found = gates_dropped(rec(req("r", Ref(0))), *types(X), gone=types(None))
    assert {each.what for each in found.exposures} == {"s"}
    assert len(found.exposures) < 2_000


def tower(gate: Asked | None) -> tuple[NamedType, ...]:
    types = [named("a0", rec(A, req("in", rec(A, opt("s", STRING, gate)))))]
    for number in range(1, 41):
        ref = Ref(number - 1)
        types.append(named(f"a{number}", rec(req("l", ref), req("r", ref))))
    return tuple(types)


def test_what_is_not_told_at_each_place_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "_MOST_AGAIN", 20)
    with calls_at_most(300_000):
        found = gates_dropped(Ref(40), *tower(X), gone=tower(None))
    assert 1 < len(found.exposures) < 30
    (more,) = [each for each in found.changes if each.kind == "not-listed"]
    assert (more.level, more.grants, more.side) == ("risky", None, "output")
    assert more.pointer.startswith("/l/l")
    assert "more places" in render_changes(found)
    assert "more places" in render_changes_markdown(found)


def test_what_is_left_out_is_as_bad_as_what_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "_MOST_AGAIN", 0)
    output = rec(req("a", Ref(0)), req("b", Ref(0)))
    found = gates_dropped(output, address(None), gone=(address(X),))
    assert found.changes == (
        Change("t", "output", "/a/inner/secret", "field-hidden", "breaking", "", ()),
        Change("t", "output", "/b", "not-listed", "breaking", "", None),
    )


def test_what_others_see_around_it_is_never_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "_MOST_AGAIN", 0)
    old = rec(A, opt("wide", Ref(0), Y), req("plain", Ref(0)))
    new = rec(A, opt("wide", Ref(0), Some((X, Y))), req("plain", Ref(0)))
    found = compare(
        plan_of(tool_of(output=old), address(X)), plan_of(tool_of(output=new), address(None))
    )
    assert ("/plain/inner/secret", None) in {
        (each.pointer, each.within) for each in found.exposures
    }


def test_too_many_places_are_said_not_to_be_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "_MOST_VISITS", 3)
    output = rec(*(req(f"f{at}", rec(opt("s", STRING, X))) for at in range(9)))
    new = rec(*(req(f"f{at}", rec(opt("s", STRING))) for at in range(9)))
    found = compare(
        plan_of(tool_of(output=rec(A, *output.fields))),
        plan_of(tool_of(output=rec(A, *new.fields))),
    )
    assert ("not-compared", "breaking") in {(each.kind, each.level) for each in found.changes}
