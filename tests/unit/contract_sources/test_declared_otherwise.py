"""What a plan records of a decorator and serves is what the registered tool says, or an error."""

from __future__ import annotations

import pytest

from tests.unit.contract_sources import declared
from tests.unit.contract_sources.declared import OPTIONS, Project

project = pytest.fixture(declared.project)
OTHERS: dict[str, tuple[object, str]] = {
    "title": ("Keep them", '`"Keep it"` → `"Keep them"`'),
    "category": ("bills", '`"orders"` → `"bills"`'),
    "summary": ("About bills", '`"About orders"` → `"About bills"`'),
    "icons": (
        [{"src": "https://example.com/b.png"}],
        '`[{"src": "https://example.com/a.png"}]` → `[{"src": "https://example.com/b.png"}]`',
    ),
    "meta": ({"team": "b" * 50}, '`{"team": "a"}` → `{"team": "' + "b" * 29 + "…`"),
    "deferred": (False, "`true` → `false`"),
    "internal": (False, "`true` → `false`"),
    "undeclared": ("drop", '`"reject"` → `"drop"`'),
    "read_only": (False, "`true` → `false`"),
    "destructive": (True, "`false` → `true`"),
    "idempotent": (False, "`true` → `false`"),
    "open_world": (True, "`false` → `true`"),
    "domains": (["orders", "open"], '`["orders"]` → `["orders", "open"]`'),
}
ABSENT = {"deferred": "`true` → `false`", "internal": "`true` → `false`"}
MISSING = [name for name in OPTIONS if name not in ("examples", "icons", "summary")]


def test_what_is_declared_alike_is_served(project: Project) -> None:
    assert project.told() == ""
    project.build(app=True)
    assert project.told() == ""


@pytest.mark.parametrize("name", OTHERS)
def test_another_value_is_refused(project: Project, name: str) -> None:
    value, change = OTHERS[name]
    project.write({**OPTIONS, name: value})
    assert project.told() == f"`{name}` ({change})"


@pytest.mark.parametrize("name", MISSING)
def test_a_value_that_came_or_went_is_refused(project: Project, name: str) -> None:
    fewer = {key: value for key, value in OPTIONS.items() if key != name}
    project.write(fewer)
    gone = project.told()
    project.build()
    project.write(OPTIONS)
    come = project.told()
    there, here = gone.removeprefix(f"`{name}` (").removesuffix(")").split(" → ")
    assert here == ("`false`" if name in ABSENT else "none")
    assert come == f"`{name}` ({here} → {there})"


def test_other_examples_are_refused(project: Project) -> None:
    (first,) = OPTIONS["examples"]
    for changed in ({"name": "two"}, {"input": {"n": 2}}, {"output": 3}):
        project.write({**OPTIONS, "examples": [{**first, **changed}]})
        assert project.told() == "`examples`"
    failing = {"name": "one", "input": {"n": 1}, "error": "no"}
    project.write({**OPTIONS, "examples": [failing]})
    assert project.told() == "`examples`"
    project.write({**OPTIONS, "examples": [first, failing]})
    assert project.told() == "`examples` (1 → 2)"
    project.build()
    assert project.told() == ""


def test_all_that_differs_is_told_at_once(project: Project) -> None:
    project.write({**OPTIONS, "title": "Other", "internal": False})
    assert project.told() == '`title` (`"Keep it"` → `"Other"`), `internal` (`true` → `false`)'
