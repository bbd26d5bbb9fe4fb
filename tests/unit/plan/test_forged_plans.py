"""Files with a right digest that say what no plan can are refused, each in its words."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from schemac.plan.codec import PlanFormatError, decode, encode
from schemac.plan.format import VERSION
from tests.unit.plan.full_plan import FULL, forged


def changed(**parts: Any) -> str:
    return forged({**json.loads(encode(FULL)), **parts})


SCALAR = {"is": "scalar", "kind": "string"}
A = {"name": "a", "type": 0}
NOWHERE = "points to a row that is not there"


def record(*fields: Any) -> dict[str, Any]:
    return {"is": "record", "fields": list(fields)}


def union(*members: Any, **more: Any) -> dict[str, Any]:
    return {"is": "union", "members": list(members), **more}


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (
            {"fields": [], "nodes": [{"is": "list", "item": 0}]},
            "node 0 points to a row that is not there",
        ),
        (
            {"fields": [], "nodes": [{"is": "list", "item": -1}]},
            "node 0 points to a row that is not there",
        ),
        (
            {"fields": [], "nodes": [{"is": "list", "item": True}]},
            "node 0 points to a row that is not there",
        ),
        (
            {"fields": [], "nodes": [{"is": "ref", "type": 2}]},
            "node 0 points to a row that is not there",
        ),
        ({"fields": [], "nodes": [{"is": "ref"}]}, "node 0 lacks `type`"),
        ({"fields": [], "nodes": [{"is": "list"}]}, "node 0 lacks `item`"),
        ({"fields": [], "nodes": [{"is": ["list"]}]}, "node 0 has a `is` that is no text"),
        ({"fields": [], "nodes": [{"is": "lisp"}]}, "node 0 is of an unknown kind"),
        ({"fields": [], "nodes": [7]}, "node 0 is no object"),
        ({"nodes": {}}, "the plan lacks a list"),
        ({"fields": [], "nodes": [{**SCALAR, "more": 1}]}, "node 0 has an unknown part `more`"),
        (
            {"fields": [], "nodes": [{**SCALAR, "bounds": {"min": "1"}}]},
            "node 0 has a `min` that is no number",
        ),
        (
            {"fields": [], "nodes": [{**SCALAR, "bounds": {"min": True}}]},
            "node 0 has a `min` that is no",
        ),
        (
            {"fields": [], "nodes": [{**SCALAR, "bounds": {"most": 1}}]},
            "node 0 has an unknown part `most`",
        ),
        ({"fields": [], "nodes": [{"is": "union", "members": []}]}, "node 0 has no members"),
        (
            {"fields": [], "nodes": [{"is": "const", "kind": "string", "text": "a"}]},
            "node 0 holds text that",
        ),
        (
            {"fields": [], "nodes": [{"is": "const", "kind": "string", "text": "1"}]},
            "node 0 holds a literal of",
        ),
        (
            {"fields": [], "nodes": [{"is": "const", "kind": "integer", "text": "true"}]},
            "node 0 holds a literal",
        ),
        (
            {"fields": [], "nodes": [{"is": "const", "kind": "number", "text": "1e999"}]},
            "node 0 holds text that",
        ),
        (
            {"fields": [], "nodes": [{"is": "const", "kind": "number", "text": "NaN"}]},
            "node 0 holds text that",
        ),
        ({"fields": [A, A], "nodes": [SCALAR, record(0, 1)]}, "node 1 has two fields of one name"),
        ({"fields": [A], "nodes": [SCALAR, record(0, 0)]}, "node 1 has two fields of one name"),
        ({"fields": [A], "nodes": [SCALAR, record(1)]}, f"node 1 {NOWHERE}"),
        ({"fields": [A], "nodes": [SCALAR, record(-1)]}, f"node 1 {NOWHERE}"),
        ({"fields": [A], "nodes": [SCALAR, record(False)]}, f"node 1 {NOWHERE}"),
        ({"fields": [A], "nodes": [SCALAR, record("0")]}, f"node 1 {NOWHERE}"),
        ({"fields": [A], "nodes": [SCALAR, {**record(), "fields": {}}]}, "node 1 lacks a list"),
        ({"fields": [A], "nodes": [record(0), SCALAR]}, f"node 0 {NOWHERE}"),
        ({"fields": [{**A, "type": 9}], "nodes": [SCALAR]}, f"field 0 {NOWHERE}"),
        ({"fields": [{**A, "type": -1}], "nodes": [SCALAR]}, f"field 0 {NOWHERE}"),
        ({"fields": [{**A, "gate": 99}], "nodes": [SCALAR]}, f"field 0 {NOWHERE}"),
        ({"fields": [{**A, "at": [0, 1, 1]}], "nodes": [SCALAR]}, "field 0 has an unknown part"),
        ({"fields": [7], "nodes": [SCALAR]}, "field 0 is no object"),
        ({"fields": {}, "nodes": [SCALAR]}, "the plan lacks a list"),
        ({"fields": [], "nodes": [SCALAR, union(1)]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(-1)]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(True)]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, gates=[99])]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, gates=["0"])]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, 0, gates=[0])]}, "node 1 has not a gate for ea"),
        ({"fields": [], "nodes": [SCALAR, union(0, gates=[0, 0])]}, "node 1 has not a gate for ea"),
        ({"fields": [], "nodes": [SCALAR, union(0, gates=0)]}, "node 1 lacks a list"),
        ({"fields": [], "nodes": [SCALAR, union(0, at=[0, 1])]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, 0, at=[0, 1, 1])]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, at=[0, 1, -1])]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, at=[0, -1, 1])]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, at=[0, 1, 2**53])]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, at=[-2, 0, 0])]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, at=[99, 1, 1])]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, at=[0, True, 1])]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, at={"0": 1})]}, "node 1 lacks a list"),
        ({"gates": [["asked", 2]]}, "gate 0 points to a row that is not there"),
        ({"gates": [["every", 0]]}, "gate 0 points to a row that is not there"),
        ({"gates": [["maybe"]]}, "gate 0 is of an unknown kind"),
        ({"gates": [[]]}, "gate 0 is of an unknown kind"),
        ({"gates": [[["never"]]]}, "gate 0 lacks a text"),
        ({"gates": [["side", "left"]]}, "gate 0 has an unknown `side`"),
        ({"gates": ["never"]}, "gate 0 lacks a list"),
        ({"atoms": [["requires"]]}, "an atom lacks a list"),
        ({"atoms": None}, "gate 0 points to a row that is not there"),
        ({"strict_schema": 1}, "the plan has a `strict_schema` that is no boolean"),
        ({"undeclared": "refuse"}, "the plan has an unknown `undeclared`"),
        ({"undeclared": True}, "the plan has a `undeclared` that is no text"),
        ({"extra": 1}, "the plan has an unknown part `extra`"),
        ({"files": []}, "points to a row that is not there"),
        ({"sources": [["a"]]}, "a source lacks a list"),
        ({"sources": [["a", "b", None]]}, "a source lacks a text"),
        ({"sources": []}, "tool 0 points to a row that is not there"),
        ({"types": []}, "points to a row that is not there"),
    ],
)
def test_forged_rows_are_refused(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(PlanFormatError) as caught:
        decode(changed(**parts))
    assert str(caught.value).startswith("The plan is damaged: ")
    assert message in str(caught.value)
    assert str(caught.value).endswith(".")


def plan_text(nodes: list[Any], types: list[Any], tools: list[Any] | None = None) -> str:
    return forged({"schemac_plan": VERSION, "nodes": nodes, "types": types, "tools": tools or []})


def test_a_type_that_stands_for_itself_is_refused() -> None:
    ref = {"is": "ref", "type": 0}
    with pytest.raises(PlanFormatError, match=r"type 0 stands for itself"):
        decode(plan_text([ref], [{"name": "t", "body": 0}]))
    with pytest.raises(PlanFormatError, match=r"type 0 stands for itself"):
        decode(plan_text([ref, SCALAR, union(0, 1)], [{"name": "t", "body": 2}]))


def test_arguments_in_names_that_have_no_end_are_refused() -> None:
    fields = [{"name": "0", "type": 0}, {"name": "0", "type": 1}, {"name": "seen 0", "type": 5}]
    nodes = [{"is": "ref", "type": 0}, {"is": "ref", "type": 1}, record(), record(0), record(1)]
    nodes += [{"is": "tuple", "items": [1, 0]}, record(2)]

    def plan_text(nodes: list[Any], types: list[Any]) -> str:
        parts = {"fields": fields, "nodes": nodes, "types": types, "tools": []}
        return forged({"schemac_plan": VERSION, **parts})

    one = {"name": "t", "arguments": "String", "body": 2, "told": 3}
    with pytest.raises(PlanFormatError, match=r"the arguments of type 0 have no end"):
        decode(plan_text(nodes, [one, {**one, "told": 2}]))
    two = {**one, "told": 4}
    with pytest.raises(PlanFormatError, match=r"the arguments of type 0 have no end"):
        decode(plan_text(nodes, [two, one]))
    with pytest.raises(PlanFormatError, match="damaged"):
        decode(plan_text(nodes, [{**one, "told": 9}, one]))
    fine = [{**one, "told": 4}, {"name": "u", "arguments": "nil", "body": 2, "told": 2}]
    assert decode(plan_text(nodes, fine)).types[0].told is not None
    # Why an argument is seen may lead back to where it stands.
    seen = [{**one, "told": 6}, {"name": "u", "arguments": "nil", "body": 2, "told": 2}]
    assert decode(plan_text(nodes, seen)).types[0].told is not None


def test_an_input_that_is_no_record_is_refused() -> None:
    tool = {"name": "t", "input": 0, "output": 0, "handler": ["m:f", [], "", [], []]}
    with pytest.raises(PlanFormatError, match=r"tool 0 has an input that is no record"):
        decode(plan_text([SCALAR], [], [tool]))


def test_depth_and_floods_are_refused() -> None:
    deep = [SCALAR, *({"is": "list", "item": at} for at in range(500))]
    with pytest.raises(PlanFormatError, match="is nested too deeply"):
        decode(plan_text(deep, []))
    doubling = [SCALAR, *({"is": "tuple", "items": [at, at]} for at in range(40))]
    with pytest.raises(PlanFormatError, match="is too large"):
        decode(plan_text(doubling, []))
    gates: list[Any] = [["never"], *(["inverse", at] for at in range(300))]
    with pytest.raises(PlanFormatError, match="is nested too deeply"):
        decode(forged({"schemac_plan": VERSION, "gates": gates}))
    with pytest.raises(PlanFormatError):
        decode('{"schemac_plan":5,"x":' + "[" * 100_000)
    with pytest.raises(PlanFormatError):
        decode('{"schemac_plan":5,"x":' + "[" * 900 + "]" * 900 + "}")


def test_a_vocabulary_that_asks_twice_is_damaged() -> None:
    tool, *others = FULL.tools
    forged = replace(FULL, tools=(replace(tool, vocabulary=(0, 1, 1)), *others))
    with pytest.raises(PlanFormatError, match=r"^The plan is damaged: .* asks the same twice\.$"):
        decode(encode(forged))
