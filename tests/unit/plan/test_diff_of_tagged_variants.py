"""Variants that literals tell apart in; what became of each of them, whatever its fields are, out.

They have no names, so that what they are called changes with every field.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from schemac.plan.diff import compare
from schemac.plan.nodes import Field, Member, Node, Record
from tests.unit.plan.plans import (
    ATOMS,
    INTEGER,
    STRING,
    X,
    Y,
    lit,
    many,
    opt,
    plan_of,
    rec,
    req,
    tool_of,
    union,
)

if TYPE_CHECKING:
    from schemac.plan.diff import PlanDiff

_, A_Y, _ = ATOMS
OK = rec(req("ok", INTEGER))


def tagged(tag: str, *fields: Field) -> Record:
    return rec(req("kind", lit(tag)), *fields)


def outputs(old: Node, new: Node) -> PlanDiff:
    return compare(*(plan_of(tool_of(output=rec(req("op", part)))) for part in (old, new)))


def inputs(old: Node, new: Node) -> PlanDiff:
    return compare(*(plan_of(tool_of(rec(req("op", part)), output=OK)) for part in (old, new)))


def changes(diff: PlanDiff) -> set[tuple[str, str, str]]:
    return {(each.pointer, each.kind, each.detail) for each in diff.changes}


def shown(diff: PlanDiff) -> set[tuple[str, str]]:
    return {(each.pointer, each.what) for each in diff.exposures if not each.within}


IX, SY, Z = req("x", INTEGER), opt("y", STRING), req("z", INTEGER)
OTHERS: list[list[Node]] = [
    [],
    [tagged("c", Z)],
    [STRING, tagged("c", Z), tagged("d", IX, Z)],
]


@pytest.mark.parametrize("others", OTHERS)
def test_a_variant_that_gains_a_field_is_not_the_new_one_of_its_old_fields(
    others: list[Node],
) -> None:
    old = union(tagged("a", IX), *others)
    for order in permutations([tagged("a", IX, SY), tagged("b", IX)]):
        new = union(*order, *others)
        found = outputs(old, new)
        assert changes(found) == {
            ("/op", "variant-added", "{kind, x}"),
            ("/op/y", "field-added", ""),
        }
        assert shown(found) == {("/op", "{kind, x}"), ("/op/y", "y")}
        sent = inputs(old, new)
        assert {each.level for each in sent.changes} == {"safe"}
        gone = outputs(new, old)
        assert gone.exposures == ()
        assert [each.kind for each in gone.changes if each.level == "breaking"] == ["field-removed"]


@pytest.mark.parametrize(
    "more",
    [
        (SY,),
        (req("p", STRING), req("q", STRING), req("r", STRING)),
        (opt("p", many(STRING)), opt("q", STRING), opt("r", INTEGER), opt("t", STRING)),
    ],
)
def test_a_variant_is_known_by_its_tag_however_many_fields_it_gains(
    more: tuple[Field, ...],
) -> None:
    for bare in ((), (IX,)):
        old = union(tagged("a", *bare), tagged("c", Z))
        new = union(tagged("c", Z), tagged("b", *bare), tagged("a", *bare, *more))
        found = outputs(old, new)
        assert {what for _, what in shown(found)} == {
            "{" + ", ".join(["kind", *(field.name for field in bare)]) + "}",
            *(field.name for field in more),
        }


def test_who_saw_a_field_of_a_variant_is_not_told_of_it_again() -> None:
    old = union(tagged("a", IX, opt("s", INTEGER, X)), tagged("c", Z))
    new = union(
        tagged("a", IX, opt("s", INTEGER, X), SY),
        tagged("b", IX, opt("s", INTEGER, Y)),
        tagged("c", Z),
    )
    found = outputs(old, new)
    told = [(each.what, each.grants) for each in found.exposures if each.pointer == "/op/s"]
    assert told == [("s", (A_Y,))]
    assert not {each.kind for each in found.changes} & {"field-hidden", "field-shown"}


def test_a_gate_that_goes_from_a_variant_is_told_of_this_one() -> None:
    old = union(Member(tagged("a", IX), X), tagged("c", Z))
    new = union(tagged("a", IX, SY), Member(tagged("b", IX), X), tagged("c", Z))
    assert ("/op", "{kind, x, y}") in shown(outputs(old, new))


@pytest.mark.parametrize("tags", [("u", "w"), ("u", "v", "w")])
def test_order_of_fields_and_variants_alone_changes_nothing(tags: tuple[str, ...]) -> None:
    fields = [req("beta", INTEGER), req("eps", INTEGER)]
    orders = [fields, fields[::-1]]
    old = union(*(tagged(tag, *orders[at % 2]) for at, tag in enumerate(tags)))
    for order in permutations(tags):
        for first in (0, 1):
            new = union(*(tagged(tag, *orders[(at + first) % 2]) for at, tag in enumerate(order)))
            assert changes(outputs(old, new)) == set()
            assert outputs(old, new).exposures == ()


def test_two_that_trade_a_field_stay_who_they_are() -> None:
    old = union(tagged("a", IX), tagged("b", IX, SY))
    new = union(tagged("a", IX, SY), tagged("b", IX))
    found = outputs(old, new)
    assert changes(found) == {("/op/y", "field-added", ""), ("/op/y", "field-removed", "")}
    assert shown(found) == {("/op/y", "y")}


def test_tags_of_several_literals_and_in_several_fields() -> None:
    several = union(lit("a"), lit("a2"))
    old = union(rec(req("kind", several), IX), rec(req("kind", lit("c")), req("of", lit(1)), IX))
    new = union(
        rec(req("kind", lit("b")), IX),
        rec(req("kind", lit("c")), req("of", lit(2)), IX),
        rec(req("kind", several), IX, SY),
        rec(req("kind", lit("c")), req("of", lit(1)), IX, SY),
    )
    found = outputs(old, new)
    assert {kind for _, kind, _ in changes(found)} == {"variant-added", "field-added"}


def test_a_tag_that_changes_alone_is_told_as_that() -> None:
    old = union(tagged("a", IX), tagged("c", Z))
    new = union(tagged("b", IX), tagged("c", Z))
    assert changes(outputs(old, new)) == {
        ("/op/kind", "value-removed", '"a"'),
        ("/op/kind", "value-added", '"b"'),
    }
    assert changes(outputs(tagged("a", IX), tagged("b", IX))) == changes(outputs(old, new))


def test_of_several_with_a_tag_in_common_the_likest_is_it() -> None:
    def ok(*fields: Field) -> Record:
        return rec(req("ok", lit(value=True)), *fields)

    a, b, c = (req(name, STRING) for name in "abc")
    old = union(ok(a, b, c), rec(req("ok", lit(value=False))))
    new = union(ok(req("d", STRING)), ok(a, b, c, SY), rec(req("ok", lit(value=False))))
    assert changes(outputs(old, new)) == {
        ("/op", "variant-added", "{ok, d}"),
        ("/op/y", "field-added", ""),
    }
