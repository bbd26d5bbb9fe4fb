"""Programs in which something would double at each level in, plans and findings out.

Each of these would not end, if it did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.gates import Asked, Every, Some
from schemac.plan.nodes import Default, Record

if TYPE_CHECKING:
    from tests.unit.planner.conftest import Planner

LEVELS = 100


def chain(body: str, *first: str) -> str:
    """Give types `a0` to `a100`, each of the one before it, and what stands first."""
    lines = [f"type a{at} = {body}" for at in range(1, LEVELS + 1)]
    lines = [
        line.replace("INNER", f"a{at}").replace("OTHER", f"b{at}").replace("NUMBER", str(at))
        for at, line in enumerate(lines)
    ]
    return "\n".join([*first, *lines])


@pytest.mark.parametrize(
    "body",
    [
        "(INNER @requires(:g)) | (INNER @requires(:h))",
        "(INNER @requires(:gNUMBER)) | (INNER @requires(:hNUMBER))",
        "{ l: INNER @requires(:gNUMBER), r: INNER @requires(:hNUMBER) }",
        "Array[(INNER @requires(:gNUMBER)) | (INNER @requires(:hNUMBER))]",
        "{ a: { b: INNER @requires(:g) }, c: { d: INNER @requires(:h) } }",
    ],
)
@pytest.mark.parametrize(
    "output", ["a100", "{ x: a100 }", "{ ?x: a100 @default(5) } | { y: a100? }"]
)
def test_gates_do_not_double(planned: Planner, body: str, output: str) -> None:
    found = planned(f"{chain(body, 'type a0 = { k: String }')}\ntype output = {output}")
    assert {code for code, _ in found.found} <= {"SC310", "SC409", "SC407", "SC413"}
    if "default" not in output:
        assert found.errors == []


def test_what_all_ask_is_asked_once(planned: Planner) -> None:
    body = "(INNER @requires(:g)) | (INNER @requires(:h))"
    types = chain(body, "type a0 = { k: String }")
    found = planned(f"{types}\ntype output = {{ x: Integer, ?y: {{ ?z: a100 }} @default({{}}) }}")
    output = found.type("output")
    assert isinstance(output, Record)
    assert output.fields[1].default == Default("{}", Some((Asked(0), Asked(1))))


CROSSING = (
    "{ l: INNER @requires(:gNUMBER), r: OTHER @requires(:hNUMBER) }",
    "{ l: OTHER @requires(:iNUMBER), r: INNER @requires(:jNUMBER) }",
)


def crossing() -> str:
    first = ("type a0 = { x: 1 @requires(:a) }", "type b0 = { x: 1 @requires(:b) }")
    one, other = CROSSING
    return f"{chain(one, *first)}\n" + chain(other).replace("type a", "type b")


def test_gates_too_many_to_work_out_close_and_are_told(planned: Planner) -> None:
    plain = planned(f"{crossing()}\ntype output = {{ x: a100 }}")
    assert plain.found == []
    found = planned(f"{crossing()}\ntype output = {{ ?x: {{ ?a: a100 }} @default({{}}) }}")
    assert found.found == [("SC310", "{}")]
    assert found.errors == [
        "SC310 who may see this default depends on more gates than can be worked out"
    ]
    mixed = planned(f"{crossing()}\ntype output = a100 | String")
    assert [code for code, _ in mixed.found] == ["SC406"]


def test_thousands_of_gates_on_one_field(planned: Planner) -> None:
    gates = " ".join(f"@requires(:g{at})" for at in range(4000))
    found = planned(f"type output = {{ a: Integer, b: Integer {gates} }}")
    assert found.found == []
    output = found.type("output")
    assert isinstance(output, Record)
    assert output.fields[1].gate == Every(tuple(Asked(at) for at in range(4000)))
