from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from schemac.plan.diff import Exposure, PlanDiff, compare, walk
from schemac.plan.diff.formula import CLOSED, OPEN, all_of, any_of, condition, negated, witness
from schemac.plan.diff.levels import LEVELS
from schemac.plan.gates import Asked, Atom, Every, Inverse, Never, OnSide, Some
from schemac.plan.model import Plan, ToolPlan
from schemac.plan.nodes import (
    Anything,
    Constraints,
    Default,
    Field,
    ListOf,
    MapOf,
    Member,
    Meta,
    NamedType,
    Node,
    Record,
    Ref,
    Scalar,
    TupleOf,
)
from tests.counted import calls_at_most
from tests.unit.plan.plans import (
    ATOMS,
    BOOLEAN,
    EMPTY,
    INTEGER,
    NUMBER,
    STRING,
    X,
    Y,
    Z,
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

A_X, A_Y, A_Z = ATOMS


def outputs(old: Node, new: Node, *types: NamedType) -> PlanDiff:
    return compare(plan_of(tool_of(output=old), *types), plan_of(tool_of(output=new), *types))


def inputs(old: Node, new: Node, *types: NamedType) -> PlanDiff:
    return compare(plan_of(tool_of(old), *types), plan_of(tool_of(new), *types))


def kinds(diff: PlanDiff) -> list[tuple[str, str, str]]:
    return [(change.pointer, change.kind, change.level) for change in diff.changes]


A = req("a", STRING)


@pytest.mark.parametrize(
    ("old", "new", "kind", "of_input", "of_output"),
    [
        (rec(A), rec(A, opt("b", STRING)), "field-added", "safe", "safe"),
        (rec(A), rec(A, req("b", STRING)), "field-added-required", "breaking", "safe"),
        (rec(A, opt("b", STRING)), rec(A), "field-removed", "risky", "breaking"),
        (
            rec(A, opt("b", STRING)),
            Record((A,), closed=True),
            "field-removed-closed",
            "breaking",
            "breaking",
        ),
        (rec(A, opt("b", STRING)), rec(A, req("b", STRING)), "field-required", "breaking", "safe"),
        (rec(A, req("b", STRING)), rec(A, opt("b", STRING)), "field-optional", "safe", "breaking"),
        (rec(A), rec(req("a", maybe(STRING))), "null-added", "safe", "breaking"),
        (rec(req("a", maybe(STRING))), rec(A), "null-removed", "breaking", "safe"),
        (rec(A), rec(req("a", INTEGER)), "type-changed", "breaking", "breaking"),
        (rec(req("a", INTEGER)), rec(req("a", NUMBER)), "type-widened", "safe", "risky"),
        (rec(req("a", NUMBER)), rec(req("a", INTEGER)), "type-narrowed", "breaking", "safe"),
        (rec(req("a", lit("x"))), rec(A), "type-widened", "safe", "risky"),
        (
            rec(req("a", union(lit("x"), lit("y")))),
            rec(req("a", union(lit("x"), lit("y"), lit("z")))),
            "value-added",
            "safe",
            "risky",
        ),
        (
            rec(req("a", union(lit("x"), lit("y")))),
            rec(req("a", lit("x"))),
            "value-removed",
            "breaking",
            "safe",
        ),
        (
            rec(req("a", union(STRING, INTEGER))),
            rec(req("a", STRING)),
            "variant-removed",
            "breaking",
            "safe",
        ),
        (
            rec(A),
            rec(req("a", Scalar("string", Constraints(min=1)))),
            "bound-added",
            "breaking",
            "safe",
        ),
        (
            rec(req("a", Scalar("string", Constraints(max=5)))),
            rec(req("a", Scalar("string", Constraints(max=9)))),
            "bound-loosened",
            "safe",
            "risky",
        ),
        (
            rec(req("a", Scalar("string", Constraints(pattern="a")))),
            rec(req("a", Scalar("string", Constraints(pattern="b")))),
            "bound-replaced",
            "breaking",
            "risky",
        ),
        (
            rec(req("a", Scalar("integer", Constraints(multiple_of=2)))),
            rec(req("a", Scalar("integer", Constraints(multiple_of=6)))),
            "bound-tightened",
            "breaking",
            "safe",
        ),
        (rec(A), Record((A,), closed=True), "record-closed", "breaking", "safe"),
        (
            rec(A, opt("b", STRING)),
            rec(A, opt("b", STRING, default=Default('"x"'))),
            "default-added",
            "risky",
            "safe",
        ),
        (
            rec(A, opt("b", STRING)),
            rec(A, opt("b", STRING, depends_on=("a",))),
            "need-added",
            "breaking",
            "safe",
        ),
        (
            rec(A, opt("b", STRING)),
            rec(A, opt("b", STRING, X)),
            "field-hidden",
            "risky",
            "breaking",
        ),
        (
            rec(A, req("b", STRING, X)),
            rec(A, req("b", STRING)),
            "field-shown-required",
            "breaking",
            "safe",
        ),
        (
            rec(A),
            rec(req("a", Scalar("string", meta=Meta(description="An a")))),
            "words-changed",
            "safe",
            "safe",
        ),
    ],
)
def test_each_change_has_its_direction(
    old: Node, new: Node, kind: str, of_input: str, of_output: str
) -> None:
    for diff, level in ((inputs(old, new), of_input), (outputs(old, new), of_output)):
        assert (kind, level) in {(change.kind, change.level) for change in diff.changes}
        assert diff.level == max(
            (c.level for c in diff.changes), key=["safe", "risky", "breaking"].index
        )
    assert LEVELS[kind] == (of_input, of_output)


def test_a_plan_does_not_differ_from_itself() -> None:
    plan = plan_of(tool_of(rec(A), rec(req("b", Ref(0), X))), named("t", rec(A)))
    assert compare(plan, replace(plan)) == PlanDiff((), ())


def test_a_loosened_gate_is_an_exposure_with_its_smallest_grants() -> None:
    old = rec(A, opt("salary", STRING, Every((X, Y))))
    new = rec(A, opt("salary", STRING, Every((Some((X, Y)), Z))))
    found = outputs(old, new)
    assert found.exposures == (Exposure("t", "output", "/salary", "field", "salary", (A_X, A_Z)),)
    assert kinds(found) == [
        ("/salary", "field-shown", "safe"),
        ("/salary", "field-hidden", "breaking"),
    ]
    assert found.changes[1].grants == (A_X, A_Y)


def test_an_ungated_field_is_seen_by_all() -> None:
    exposures = outputs(rec(A, opt("s", STRING, X)), rec(A, opt("s", STRING))).exposures
    assert exposures == (Exposure("t", "output", "/s", "field", "s", ()),)


def test_tightening_exposes_nothing() -> None:
    assert outputs(rec(A, opt("s", STRING)), rec(A, opt("s", STRING, X))).exposures == ()
    assert inputs(rec(A, opt("s", STRING)), rec(A)).exposures == ()


def test_negation_counts_as_not_granted() -> None:
    exposures = outputs(rec(A, opt("s", STRING, X)), rec(A, opt("s", STRING, Inverse(Y)))).exposures
    assert [exposure.grants for exposure in exposures] == [()]
    exposures = outputs(rec(A, opt("s", STRING, Inverse(X))), rec(A, opt("s", STRING))).exposures
    assert [exposure.grants for exposure in exposures] == [(A_X,)]


def test_variants_and_values() -> None:
    secret = named("secret", rec(req("key", STRING)))
    plain = named("plain", rec(req("id", STRING)))
    old = rec(req("a", union(Ref(1), Member(Ref(0), X))), req("s", union(lit("x"), lit("y"))))
    new = rec(
        req("a", union(Ref(1), Member(Ref(0), Y))),
        req("s", union(lit("x"), lit("y"), Member(lit("z"), X))),
    )
    assert outputs(old, new, secret, plain).exposures == (
        Exposure("t", "output", "/a", "variant", "secret", (A_Y,)),
        Exposure("t", "output", "/a/key", "field", "key", (A_Y,), "/a"),
        Exposure("t", "output", "/s", "value", '"z"', (A_X,)),
    )


def test_a_literal_that_becomes_its_type_shows_all_other_values() -> None:
    found = outputs(rec(req("s", lit("x"))), rec(req("s", STRING)))
    assert found.exposures == (Exposure("t", "output", "/s", "variant", "string", ()),)
    found = outputs(rec(req("s", STRING)), rec(req("s", lit("x"))))
    assert found.exposures == (Exposure("t", "output", "/s", "value", '"x"', ()),)


def test_what_is_inside_a_new_field_points_to_it() -> None:
    new = rec(A, opt("pay", rec(req("base", INTEGER), opt("bonus", INTEGER, X))))
    assert outputs(rec(A), new).exposures == (
        Exposure("t", "output", "/pay", "field", "pay", ()),
        Exposure("t", "output", "/pay/base", "field", "base", (), "/pay"),
        Exposure("t", "output", "/pay/bonus", "field", "bonus", (A_X,)),
    )


def test_a_new_tool_and_a_tool_that_is_gone() -> None:
    old, new = tool_of(output=rec(A)), replace(tool_of(output=rec(A)), name="n", gate=X)
    found = compare(plan_of(old), plan_of(new))
    assert kinds(found) == [("", "tool-added", "safe"), ("", "tool-removed", "breaking")]
    assert found.exposures == (
        Exposure("n", None, "", "tool", "n", (A_X,)),
        Exposure("n", "output", "/a", "field", "a", (A_X,), ""),
    )


def test_a_tool_gate_gates_all_below_it() -> None:
    old = tool_of(rec(A), rec(A), gate=Every((X, Y)))
    new = tool_of(rec(A), rec(A), gate=X)
    found = compare(plan_of(old), plan_of(new))
    assert [(e.subject, e.grants, e.within) for e in found.exposures] == [
        ("tool", (A_X,), None),
        ("field", (A_X,), ""),
        ("field", (A_X,), ""),
    ]


def test_an_output_of_which_something_is_left_shows_the_tool() -> None:
    old = tool_of(output=rec(req("a", STRING, X)))
    new = tool_of(output=rec(req("a", STRING, X), req("b", STRING, Y)))
    found = compare(plan_of(old), plan_of(new))
    assert (found.exposures[0].subject, found.exposures[0].grants) == ("tool", (A_Y,))


def test_a_gate_that_nobody_can_read_is_an_exposure_without_grants() -> None:
    found = compare(plan_of(tool_of(gate=X)), plan_of(tool_of(gate=Every((X, Never())))))
    assert found.exposures == (Exposure("t", None, "", "tool", "t", None),)
    assert compare(plan_of(tool_of(gate=Never())), plan_of(tool_of(gate=Never()))).exposures == ()


def test_untyped_showed_all_types_and_no_name() -> None:
    old, new = rec(req("a", Anything())), rec(req("a", rec(req("b", STRING))))
    assert outputs(old, rec(req("a", STRING))).exposures == ()
    assert outputs(old, new).exposures == (Exposure("t", "output", "/a/b", "field", "b", ()),)
    assert [exposure.what for exposure in outputs(new, old).exposures] == ["untyped"]


def test_a_renamed_type_is_no_exposure() -> None:
    body = rec(req("kind", lit("x")), req("id", STRING), req("name", STRING))
    other = rec(req("kind", lit("y")), req("id", STRING), req("name", STRING))
    old = plan_of(tool_of(output=union(Ref(0), Ref(1))), named("one", body), named("two", other))
    new = plan_of(tool_of(output=union(Ref(0), Ref(1))), named("ten", other), named("six", body))
    assert compare(old, new).exposures == ()


def test_places_are_matched_through_lists_maps_and_tuples() -> None:
    def output(gate: Asked | None) -> Node:
        secret = opt("s", STRING, gate)
        return rec(
            req("l", many(rec(A, secret))),
            req("m", MapOf(union(lit("k"), Member(lit("q"), gate)), rec(A, secret))),
            req("t", TupleOf((STRING, rec(A, secret)))),
        )

    found = outputs(output(X), output(None))
    assert sorted((e.pointer, e.what) for e in found.exposures) == [
        ("/l/*/s", "s"),
        ("/m/*/s", "s"),
        ("/m/@key", '"q"'),
        ("/t/1/s", "s"),
    ]


def test_recursive_types_end() -> None:
    def plan(gate: Asked | None) -> Plan:
        body = rec(A, opt("cost", INTEGER, gate), opt("children", many(Ref(0))))
        return plan_of(tool_of(output=Ref(0)), named("node", body))

    assert [exposure.pointer for exposure in compare(plan(X), plan(None)).exposures] == [
        "/cost",
        "/children/*/cost",
    ]


def test_doubling_types_take_no_time() -> None:
    def plan(gate: Asked | None) -> Plan:
        types = [named("a0", rec(A, opt("s", STRING, gate)))]
        for number in range(1, 31):
            ref = Ref(number - 1)
            types.append(named(f"a{number}", rec(req("l", ref), req("r", ref))))
        return plan_of(tool_of(output=Ref(30)), *types)

    with calls_at_most(500_000):
        found = compare(plan(X), plan(None))
    assert {exposure.what for exposure in found.exposures} == {"s", "not-listed"}
    assert len(found.exposures) < 2_000
    assert "not-listed" in {change.kind for change in found.changes}


def test_settings_of_tools() -> None:
    old = tool_of(hints=(("read_only", True),), domains=("a", "b"), title="One")
    new = tool_of(output=EMPTY, hints=(), domains=("b", "c"), title="Two", wraps=True)
    found = compare(plan_of(old), replace(plan_of(new), strict_schema=True))
    assert [(change.tool, change.kind, change.detail) for change in found.changes] == [
        ("", "schemas-closed", ""),
        ("t", "domain-removed", "a"),
        ("t", "domain-added", "c"),
        ("t", "hint-changed", "read_only=True → no read_only"),
        ("t", "result-wrapped", ""),
        ("t", "text-changed", "@title(Two)"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ((), ("default",), []),
        (("default",), (), []),
        ((), ("a",), [("domain-added", "a", "safe"), ("domain-removed", "default", "breaking")]),
        (("a",), (), [("domain-removed", "a", "breaking"), ("domain-added", "default", "safe")]),
        ((), ("a", "default"), [("domain-added", "a", "safe")]),
    ],
)
def test_a_tool_without_domains_is_in_the_default_one(
    old: tuple[str, ...], new: tuple[str, ...], expected: list[tuple[str, str, str]]
) -> None:
    found = compare(plan_of(tool_of(domains=old)), plan_of(tool_of(domains=new)))
    assert [(each.kind, each.detail, each.level) for each in found.changes] == expected


def test_atoms_are_matched_by_name() -> None:
    field: Field = opt("s", STRING, Asked(0))
    tool: ToolPlan = tool_of(output=rec(A, field))
    old = Plan((Atom("requires", "x"),), (), (tool,))
    new = Plan((Atom("requires", "y"), Atom("requires", "x")), (), (tool,))
    assert [exposure.grants for exposure in compare(old, new).exposures] == [
        (Atom("requires", "y"),)
    ]
    moved = tool_of(output=rec(A, opt("s", STRING, Asked(1))))
    assert compare(old, replace(new, tools=(moved,))).exposures == ()


def test_formulas() -> None:
    x, y = condition(X, ATOMS, "input"), condition(Y, ATOMS, "input")
    assert all_of((x, negated(x))) == CLOSED
    assert any_of((x, negated(x))) == OPEN
    assert all_of((x, any_of((x, y)))) == x
    assert any_of((x, all_of((x, y)))) == x
    assert all_of(()) == OPEN
    assert any_of(()) == CLOSED
    assert negated(all_of((x, y))) == any_of((negated(x), negated(y)))
    assert condition(Inverse(Never()), ATOMS, "input") == CLOSED
    assert condition(Inverse(OnSide("input")), ATOMS, "output") == OPEN
    assert condition(Inverse(Every((X, Inverse(Y)))), ATOMS, "input") == any_of((negated(x), y))
    assert witness(any_of((all_of((x, y)), condition(Z, ATOMS, "input")))) == (A_Z,)
    assert witness(all_of((any_of((x, y)), negated(x)))) == (A_Y,)
    assert witness(all_of((any_of((x, y)), negated(x), negated(y)))) is None


def test_a_search_that_takes_too_long_says_that_it_may_be() -> None:
    atoms = tuple(Atom("requires", f"f{number:02d}") for number in range(40))
    pairs = [Some((Asked(n), Asked(n + 20))) for n in range(20)]
    odd = [Some((Inverse(Asked(n)), Inverse(Asked(n + 20)))) for n in range(20)]
    one_more = Some(tuple(Every((Asked(n), Asked(n + 20))) for n in range(20)))
    gate = Every((*pairs, *odd, one_more))
    old = Plan(atoms, (), (tool_of(output=rec(A)),))
    new = Plan(atoms, (), (tool_of(output=rec(A, opt("s", STRING, gate))),))
    found = compare(old, new)
    assert [(e.pointer, e.grants) for e in found.exposures] in ([("/s", None)], [])


@pytest.mark.parametrize(
    ("old", "new", "detail"),
    [
        (STRING, Scalar("string", Constraints(min=1)), "@min(1)"),
        (Scalar("number", Constraints(max=2.5)), NUMBER, "@max(2.5)"),
        (many(STRING), ListOf(STRING, constraints=Constraints(unique=True)), "@unique()"),
        (ListOf(STRING, constraints=Constraints(unique=True)), many(STRING), "@unique()"),
        (
            Scalar("string", Constraints(pattern="^(a|b)$")),
            Scalar("string", Constraints(pattern="[(]")),
            '@pattern(^(a|b)$) → @pattern("[(]")',
        ),
        (
            Scalar("integer", Constraints(exclusive_min=1)),
            Scalar("integer", Constraints(exclusive_min=3)),
            "@exclusive_min(1) → @exclusive_min(3)",
        ),
    ],
)
def test_bounds_are_told_as_they_are_written(old: Node, new: Node, detail: str) -> None:
    found = compare(plan_of(tool_of(rec(req("a", old)))), plan_of(tool_of(rec(req("a", new)))))
    assert [change.detail for change in found.changes] == [detail]


@pytest.mark.parametrize(
    ("more", "detail"),
    [
        ({"header": "X-A"}, "no header → @header(X-A)"),
        ({"depends_on": ("b",)}, "@depends_on(:b)"),
        ({"default_for": "zone"}, "@default_for(:zone)"),
        ({"default": Default('"x"')}, '"x"'),
    ],
)
def test_what_fields_say_is_told_as_it_is_written(more: dict[str, Any], detail: str) -> None:
    old, new = (rec(opt("a", STRING, **each), opt("b", STRING)) for each in ({}, more))
    found = compare(plan_of(tool_of(old)), plan_of(tool_of(new)))
    assert [change.detail for change in found.changes] == [detail]


def test_what_is_too_large_to_compare_is_no_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "_MOST_PLACES", 3)
    old = plan_of(tool_of(output=rec(*(req(f"f{at}", STRING) for at in range(9)))))
    new = plan_of(tool_of(output=rec(*(req(f"f{at}", maybe(STRING)) for at in range(9)))))
    kinds_found = [(change.kind, change.level) for change in compare(old, new).changes]
    assert kinds_found == [("null-added", "breaking")] * 2 + [("not-compared", "breaking")]


EXPRESSION = union(STRING, rec(req("op", lit("+")), req("of", many(maybe(Ref(0))))), many(Ref(0)))
RECURSIVE = union(*EXPRESSION.members, INTEGER)


@pytest.mark.parametrize("use", [maybe(Ref(0)), union(Ref(0), BOOLEAN), many(union(Ref(0)))])
def test_a_recursive_union_as_a_member(use: Node) -> None:
    old = plan_of(tool_of(output=rec(req("x", use))), named("expr", EXPRESSION))
    new = plan_of(tool_of(output=rec(req("x", use))), named("expr", RECURSIVE))
    assert compare(old, old).changes == compare(new, new).changes == ()
    wider = compare(old, new)
    assert {(change.kind, change.level) for change in wider.changes} == {("variant-added", "risky")}
    narrower = compare(new, old)
    assert {(change.kind, change.level) for change in narrower.changes} == {
        ("variant-removed", "safe")
    }
    gated = union(*EXPRESSION.members, Member(INTEGER, X))
    shown = compare(plan_of(tool_of(output=rec(req("x", use))), named("expr", gated)), new)
    assert {exposure.subject for exposure in shown.exposures} == {"variant"}
