"""Two plans in, the direction of each change between them out."""

from __future__ import annotations

from dataclasses import replace

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
    MapOf,
    Member,
    Meta,
    Node,
    Record,
    Ref,
    Scalar,
    TupleOf,
)
from tests.unit.plan.changed_plans import A_X, A_Y, A_Z, A, inputs, outputs
from tests.unit.plan.plans import (
    ATOMS,
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


def test_what_is_too_large_to_compare_is_no_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "_MOST_PLACES", 3)
    old = plan_of(tool_of(output=rec(*(req(f"f{at}", STRING) for at in range(9)))))
    new = plan_of(tool_of(output=rec(*(req(f"f{at}", maybe(STRING)) for at in range(9)))))
    kinds_found = [(change.kind, change.level) for change in compare(old, new).changes]
    assert kinds_found == [("null-added", "breaking")] * 2 + [("not-compared", "breaking")]
