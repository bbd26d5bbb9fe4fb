"""Plans with too much to compare or to list in; that more may be seen there, out."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from schemac.plan.diff import Exposure, PlanDiff, compare, telling, walk
from schemac.plan.gates import Asked, Atom
from schemac.plan.nodes import Node, Ref
from schemac.report.changes import (
    change_diagnostics,
    render_changes,
    render_changes_json,
    render_changes_markdown,
)
from schemac.testing import assert_no_exposure
from tests.unit.plan.plans import STRING, X, named, opt, plan_of, rec, req, tool_of

if TYPE_CHECKING:
    from types import ModuleType

    from schemac.plan.gates import Gate
    from schemac.plan.model import Plan

A = req("a", STRING)


def wide(gated: int, *, words: str = "s") -> Plan:
    """Give nine records with a field each; from a number on without its gate."""
    fields = (
        req(f"f{at}", rec(A, opt(words, STRING, X if at < gated else None))) for at in range(9)
    )
    return plan_of(tool_of(output=rec(A, *fields)))


def cut(monkeypatch: pytest.MonkeyPatch, room: ModuleType, name: str) -> PlanDiff:
    """Compare where the only exposure is behind what is looked at."""
    monkeypatch.setattr(room, name, 3)
    return compare(wide(9, words="q"), wide(8))


@pytest.mark.parametrize(("room", "name"), [(walk, "_MOST_PLACES"), (telling, "_MOST_VISITS")])
def test_what_is_not_compared_may_be_an_exposure(
    monkeypatch: pytest.MonkeyPatch, room: ModuleType, name: str
) -> None:
    found = cut(monkeypatch, room, name)
    unknown = [each for each in found.exposures if each.subject == "unknown"]
    assert [(each.side, each.what, each.grants, each.within) for each in unknown] == [
        ("output", "not-compared", None, None)
    ]
    with pytest.raises(AssertionError, match="too much to compare: more may be visible"):
        assert_no_exposure(wide(9, words="q"), wide(8))


def test_it_is_told_in_every_format(monkeypatch: pytest.MonkeyPatch) -> None:
    found = cut(monkeypatch, telling, "_MOST_VISITS")
    said = "too much to compare: more may be visible here and in what follows"
    assert f"{said}, for callers that nobody can tell" in render_changes(found)
    assert f"| {said} | callers that nobody can tell |" in render_changes_markdown(found)
    (made,) = [
        each
        for each in json.loads(render_changes_json(found))["exposures"]
        if each["subject"] == "unknown"
    ]
    assert (made["what"], made["grants"]) == ("not-compared", None)
    (told,) = [
        each
        for each in change_diagnostics(found, lambda _: None)
        if each.code == "SC703" and said in each.message
    ]
    assert not told.lenient


def clique(size: int, gate: Gate | None) -> Plan:
    """Give types that each hold all others behind gates, and a secret beside the first."""
    atoms = tuple(Atom("requires", f"g{at}") for at in range(size))
    types = [
        named(
            f"r{at}",
            rec(
                *(opt(f"e{to}", Ref(to), Asked((at * 7 + to) % size)) for to in range(size)),
                opt("v", STRING, gate),
            ),
        )
        for at in range(size)
    ]
    tool = tool_of(output=rec(A, opt("big", Ref(0)), opt("z", STRING, gate)))
    return replace(plan_of(tool, *types), atoms=atoms)


def test_types_that_hold_each_other_are_told_in_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "_MOST_ALIKE", 20)
    found = compare(clique(6, Asked(0)), clique(6, None))
    assert len(found.exposures) < 500
    assert ("/z", "field", None) in {
        (each.pointer, each.subject, each.within) for each in found.exposures
    }
    assert [each.kind for each in found.changes].count("not-listed") == 1
    assert found.exposures[-1].subject == "unknown"


def test_no_more_is_told_than_people_can_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "_MOST_TOLD", 4)
    found = compare(wide(9), wide(0))
    assert [each.pointer for each in found.exposures] == ["/f0/s", "/f1/s", "/f2"]
    assert found.exposures[-1].what == found.changes[-1].kind == "not-listed"
    assert found.changes[-1].level == "risky"


def twice(field: Node) -> PlanDiff:
    output = rec(A, req("one", Ref(0)), req("two", Ref(0)))
    old = plan_of(tool_of(output=output), named("r", rec(A, opt("s", STRING, X))))
    return compare(old, plan_of(tool_of(output=output), named("r", field)))


def test_what_is_not_listed_is_an_exposure_where_one_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(telling, "_MOST_AGAIN", 0)
    exposed = twice(rec(A, opt("s", STRING)))
    assert exposed.exposures[-1] == Exposure("t", "output", "/two", "unknown", "not-listed", None)
    assert "more is visible, as told elsewhere" in render_changes(exposed)
    hidden = twice(rec(A))
    assert "not-listed" in {each.kind for each in hidden.changes}
    assert hidden.exposures == ()
