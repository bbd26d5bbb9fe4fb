"""Names of fields that would mean something in the code that is generated: they are text there."""

from __future__ import annotations

import json

import pytest

from schemac.enforce import Accepted, Projected, Refused
from schemac.plan.nodes import Field, Record
from tests.unit.enforce.shapes import INTEGER, STRING, const, giving, items, record, taking, union

NAMES = (
    "'",
    '"',
    "\\",
    "%s",
    "%(a)s",
    "%",
    "%%",
    "{}",
    "{0}",
    "{'a'}",
    '"%s"',
    "\n",
    "a\nb",
    "\u2028",
    "",
    "'''",
    "');raise SystemExit;('",
    '__import__("os")._exit(1)',
    "value",
    "walk",
    "out",
    "absent",
    "project",
    "self",
    "__proto__",
    "$ref",
    "~",
    "/",
    "*",
    "é" * 300,
)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("required", [True, False])
def test_a_name_is_nothing_but_a_name(name: str, required: bool) -> None:  # noqa: FBT001 - a parameter of the test
    inner = record(q=STRING)
    node = Record(
        (
            Field(name, INTEGER, required=required),
            Field(name + "2", inner, required=required),
            Field("z", items(inner), required=False),
        )
    )
    more = {"q": "x", "hidden": 1}
    value = {name: 1, "z": [more], name + "2": more, "hidden": 3}
    left = {name: 1, name + "2": {"q": "x"}, "z": [{"q": "x"}]}
    answer = giving(node).project(value)
    assert isinstance(answer, Projected)
    assert answer.value == json.loads(answer.text) == left
    assert list(answer.value) == list(left)
    taken = taking(node).accept(value)
    assert isinstance(taken, Accepted)
    assert taken.arguments == left
    for mode in ("drop", "reject"):
        refused = taking(node, undeclared=mode).accept({**left, name: "bad"})
        assert isinstance(refused, Refused)
        [line] = map(str, refused.violations)
        assert line.isprintable()
        assert line.endswith('expected an integer, got "bad"')


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_tells_variants_apart_is_one_too(name: str) -> None:
    first = Record((Field(name, const("a")), Field("x", INTEGER)))
    second = Record((Field(name, const(name + "b")), Field("y", INTEGER)))
    answer = giving(record(v=union(first, second))).project(
        {"v": {name: name + "b", "y": 1, "x": 2}}
    )
    assert isinstance(answer, Projected)
    assert answer.value == json.loads(answer.text) == {"v": {name: name + "b", "y": 1}}
