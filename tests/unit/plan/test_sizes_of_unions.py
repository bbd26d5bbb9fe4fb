"""Named types in, how many unions each writes out and how high they stand out."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import pytest

from schemac.plan.facts import facts
from schemac.plan.nodes import Member, Meta, Node, Ref
from schemac.plan.seen import EverythingSeen
from schemac.plan.towers import Towers
from tests.unit.plan.plans import (
    BOOLEAN,
    INTEGER,
    NULL,
    STRING,
    X,
    many,
    named,
    opt,
    plan_of,
    rec,
    tool_of,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from schemac.plan.nodes import NamedType

BASE = named("base", union(STRING, INTEGER))
USED = union(Ref(0), NULL)


def judged(*types: NamedType, recursive: Collection[int] = ()) -> Towers:
    plan = plan_of(tool_of(), *types)
    towers = Towers(EverythingSeen(plan.types, facts(plan), {}, "output"))
    towers.judge(range(len(types)), lambda target: target in recursive)
    return towers


def nested(levels: int, inner: Node) -> Node:
    return reduce(lambda made, _: many(made), range(levels), inner)


@pytest.mark.parametrize(
    ("body", "count", "height"),
    [
        (union(STRING, BOOLEAN), 0, 2),
        (STRING, 0, 1),
        (many(STRING), 0, 2),
        (union(union(STRING, BOOLEAN), NULL), 0, 2),
        (USED, 0, 4),
        (union(many(USED), NULL), 1, 6),
        (union(many(USED), Ref(0), Ref(0)), 1, 6),
        (union(many(USED), many(USED)), 2, 6),
        (union(many(union(Ref(0), Ref(0))), NULL), 2, 6),
        (rec(opt("a", Ref(0))), 0, 2),
        (rec(opt("a", USED), opt("b", many(USED))), 2, 6),
        (union(rec(opt("a", Ref(0))), union(STRING, BOOLEAN)), 0, 3),
        (union(nested(5, USED), BOOLEAN), 1, 10),
        (union(Ref(0, meta=Meta("w")), many(union(Ref(0, meta=Meta("w")), NULL))), 0, 4),
    ],
)
def test_one_type(body: Node, count: int, height: int) -> None:
    towers = judged(BASE, named("t", body))
    assert (towers._counts[1], towers._heights[1]) == (count, height)
    assert not towers
    assert 1 not in towers


def test_the_same_members_twice_are_no_more_members() -> None:
    one = named("one", union(many(USED), NULL))
    for body, count in (
        (union(Ref(1), BOOLEAN), 1),
        (union(Ref(1), Ref(1), BOOLEAN), 1),
        (union(Ref(1), many(union(Ref(1), BOOLEAN)), BOOLEAN), 3),
        (union(many(union(Ref(1), BOOLEAN)), Ref(1), BOOLEAN), 3),
        (union(many(union(Ref(1), BOOLEAN)), many(union(Ref(1), BOOLEAN))), 4),
        (union(Ref(1), Ref(0), Ref(1)), 1),
    ):
        towers = judged(BASE, one, named("t", body))
        assert towers._counts[2] == count
    assert towers._heights[2] == 2 + 6


def test_names_of_names_and_what_stays_a_name_count_for_nothing() -> None:
    alias = named("alias", Ref(0))
    worded = named("worded", union(STRING, INTEGER, meta=Meta("w")))
    body = union(many(union(Ref(1), NULL)), many(union(Ref(2), NULL)))
    assert judged(BASE, alias, worded, named("t", body))._counts[3] == 1
    assert judged(BASE, named("t", union(many(USED), NULL)), recursive={0})._counts == {1: 0}


@pytest.mark.parametrize(("uses", "found"), [(63, set()), (64, {2}), (65, {1})])
def test_how_many_are_bearable(uses: int, found: set[int]) -> None:
    fields = [rec(opt(f"f{at}", USED)) for at in range(uses)]
    towers = judged(BASE, named("t", union(*fields)), named("u", many(union(Ref(1), NULL))))
    assert towers._found == found
    assert {target for target in range(3) if target in towers} == found
    assert bool(towers) is bool(found)
    assert towers._counts[1] == uses
    assert towers._counts[2] == (0 if found == {1} else 1 + uses)


@pytest.mark.parametrize(("levels", "is_tower"), [(52, False), (53, False), (54, True)])
def test_how_high_is_bearable(levels: int, is_tower: bool) -> None:  # noqa: FBT001 - expected
    assert (1 in judged(BASE, named("t", union(nested(levels, USED), NULL)))) is is_tower
    alone = judged(named("t", union(nested(levels + 9, union(STRING, BOOLEAN)), NULL)))
    assert 0 not in alone
    two = union(nested(levels, USED), nested(2, USED))
    assert (1 in judged(BASE, named("t", two))) is is_tower


def test_towers_stand_on_those_below() -> None:
    types = (BASE, named("t", union(many(USED), NULL)), named("u", union(many(union(Ref(1))))))
    plan = plan_of(tool_of(), *types, named("v", union(many(union(Ref(1), NULL)), NULL)))
    seen = EverythingSeen(plan.types, facts(plan), {}, "output")
    below = Towers(seen)
    below.judge([0, 1], lambda _: False)
    above = Towers(seen, below)
    above.judge([3], lambda _: False)
    assert above._counts == {3: 2}
    assert above._heights == {3: 4 + 6}
    assert not above
    below._found.add(1)
    assert 1 in above
    assert above
    assert Towers(seen, below)
    assert not Towers(seen)
    again = Towers(seen, below)
    again.judge([3], lambda _: False)
    assert again._counts == {3: 0}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (union(STRING, Member(many(Ref(0)), X)), True),
        (union(STRING, many(Ref(0))), False),
        (rec(opt("k", many(Ref(0)), X), opt("s", STRING)), False),
        (union(STRING, Member(INTEGER, X)), False),
        (union(*(rec(opt(f"f{at}", union(Ref(1), NULL), X)) for at in range(65))), True),
        (union(*(rec(opt(f"f{at}", union(Ref(1), NULL), X)) for at in range(64))), False),
        (union(*(rec(opt(f"f{at}", union(Ref(1), NULL))) for at in range(65))), True),
    ],
)
def test_whether_some_caller_may_see_one_that_is_too_large(body: Node, expected: bool) -> None:  # noqa: FBT001 - expected
    known = facts(plan_of(tool_of(), named("t", body), BASE))
    assert known.may_tower() is expected
    assert known.may_tower() is expected
    assert known.free_towers() is known.free_towers()
    assert bool(known.free_towers()) is (expected and 0 not in known.gated)
