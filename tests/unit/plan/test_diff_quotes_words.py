"""New words in; they are quoted where their change is told, as they are no exposure, out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from schemac.plan.diff import PlanDiff, compare
from schemac.plan.model import DescriptionMember, ToolExample
from schemac.plan.nodes import Constraints, Example, Member, Meta, Node, Saying, Scalar
from schemac.report.changes import render_changes, render_changes_json
from tests.unit.plan.plans import (
    ATOMS,
    INTEGER,
    STRING,
    X,
    Y,
    defaulted,
    lit,
    opt,
    plan_of,
    rec,
    req,
    tool_of,
    union,
)

if TYPE_CHECKING:
    from schemac.plan.gates import Atom

NAME = "merger_2027"


def _diff(old: Node, new: Node) -> PlanDiff:
    ends = (rec(req("v", each)) for each in (old, new))
    return compare(*(plan_of(tool_of(output=end)) for end in ends))


@pytest.mark.parametrize(
    ("meta", "quoted"),
    [
        (Meta(description=NAME), "`@desc(merger_2027)`"),
        (Meta(title=NAME), "`@title(merger_2027)`"),
        (Meta(examples=(Example('"merger_2027"'),)), '`@example("merger_2027")`'),
        (Meta(title="A", description=NAME), "`@title(A) @desc(merger_2027)`"),
    ],
)
@pytest.mark.parametrize("type_", [STRING, rec(req("a", STRING)), union(STRING, lit(1))])
def test_new_words_on_types_are_quoted(meta: Meta, quoted: str, type_: Node) -> None:
    diff = _diff(type_, replace(type_, meta=meta))
    assert diff.exposures == ()
    assert f"output `/v`: words another one: {quoted}" in render_changes(diff)
    assert NAME in render_changes_json(diff)


def test_words_that_were_there_are_not_quoted() -> None:
    old = replace(STRING, meta=Meta(title="Old", description="Same"))
    new = replace(STRING, meta=Meta(title="New", description="Same"))
    assert [each.detail for each in _diff(old, new).changes] == ["@title(New)"]
    assert [each.detail for each in _diff(old, STRING).changes] == [""]


def test_bounds_and_defaults_are_quoted() -> None:
    diff = _diff(STRING, Scalar("string", Constraints(pattern=f"^({NAME}|other)$")))
    assert "`@pattern(^(merger_2027|other)$)`" in render_changes(diff)
    ends = (rec(opt("v", STRING)), rec(defaulted("v", STRING, f'"{NAME}"')))
    diff = compare(*(plan_of(tool_of(end)) for end in ends))
    assert diff.exposures == ()
    assert NAME in render_changes(diff)


def test_texts_of_tools_are_quoted_and_cut_where_nobody_reads_on() -> None:
    old = tool_of(descriptions=(DescriptionMember("Old.", None),), title="Same")
    new = replace(
        old,
        descriptions=(*old.descriptions, DescriptionMember("New.", None)),
        summary="Short",
        examples=(ToolExample(None, '{"id": "merger_2027"}'),),
    )
    diff = compare(plan_of(old), plan_of(new))
    (change,) = diff.changes
    assert change.detail == '@desc(New.) @summary(Short) @example({"id": "merger_2027"})'
    long = replace(old, descriptions=(DescriptionMember("word " * 1_000, None),))
    text = render_changes(compare(plan_of(old), plan_of(long)))
    assert max(map(len, text.splitlines())) < 400


A_X, *_ = ATOMS
WORDED = Scalar("string", meta=Meta(description="SECRET"))


@pytest.mark.parametrize(("beside", "grants"), [(Member(STRING), ()), (Member(STRING, X), (A_X,))])
def test_words_that_a_bare_type_beside_them_took_in_are_told_when_it_goes(
    beside: Member, grants: tuple[Atom, ...]
) -> None:
    both, alone = union(WORDED, beside, INTEGER), union(WORDED, INTEGER)
    (change,) = _diff(both, alone).changes
    assert (change.kind, change.detail, change.grants) == ("words-changed", "@desc(SECRET)", grants)
    assert "SECRET" not in render_changes(_diff(alone, both))


GATED = Meta(description="for all", sayings=(Saying(Meta(description="for some"), X),))


@pytest.mark.parametrize("is_shown", [True, False])
@pytest.mark.parametrize("type_", [STRING, rec(req("a", STRING)), union(STRING, lit(1))])
def test_words_that_others_read_are_quoted(type_: Node, is_shown: bool) -> None:  # noqa: FBT001
    """Who reads the later ones no more reads the earlier ones, which they did not."""
    gated = replace(type_, meta=GATED)
    free = replace(type_, meta=replace(GATED, sayings=(Saying(Meta(description="for some")),)))
    diff = _diff(*((gated, free) if is_shown else (free, gated)))
    (change,) = diff.changes
    assert (change.kind, change.detail) == ("words-changed", "@desc(for all) @desc(for some)")
    assert change.grants == ()


def test_words_are_told_to_those_whose_gates_changed() -> None:
    one, other = (
        replace(GATED, sayings=(Saying(Meta(description="it"), gate),)) for gate in (X, Y)
    )
    (change,) = _diff(replace(STRING, meta=one), replace(STRING, meta=other)).changes
    assert change.grants is not None
    assert len(change.grants) == 1


def test_words_under_the_same_gates_are_the_same() -> None:
    assert _diff(replace(STRING, meta=GATED), replace(STRING, meta=GATED)).changes == ()
