"""Intersections of types with fields in common in, schemas as large as their sources out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from schemac.cli.tool_object import tool_object
from schemac.compiler import compile_tools
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration

if TYPE_CHECKING:
    from typing import Any


def output(types: str) -> dict[str, Any]:
    tool = ToolDeclaration("t", InlineAnnotations(None, types, None))
    compiled = compile_tools([tool])
    assert not compiled.errors, compiled.errors
    made = tool_object(compiled.plan, compiled.plan.tools[0], {})
    assert made is not None
    schema: dict[str, Any] = made["outputSchema"]
    return schema


@pytest.mark.parametrize(
    "body",
    [
        "{{ l: {n}{p}, r: {n}{p}, {n}: String }}",
        "{{ l: Array[{n}{p}], r: Hash[Symbol, {n}{p}], {n}: String }}",
        "{{ l: {n}{p}?, r: [{n}{p}, {n}{p}], {n}: String }}",
    ],
)
def test_what_follows_from_two_operands_does_not_double(body: str) -> None:
    sizes = []
    for levels in (10, 20, 30):
        lines = ["type a0 = { a: 1 }", "type b0 = { b: 2 }"]
        lines += [
            f"type {name}{at} = {body.format(n=name, p=at - 1)}"
            for at in range(1, levels + 1)
            for name in "ab"
        ]
        lines.append(f"type output = {{ v: a{levels} & b{levels} }}")
        sizes.append(len(json.dumps(output("\n".join(lines)))))
    assert sizes[2] - sizes[1] < 2 * (sizes[1] - sizes[0])


NAMES = "type n0 = { id: String, name: String }\ntype n1 = { size: Integer, more: String }\n"


def test_what_follows_from_two_operands_is_a_definition_where_that_is_shorter() -> None:
    operands = "type aa = { r: n0 }\ntype bb = { r: n1 }\n"
    found = output(f"{NAMES}{operands}type output = {{ u: aa & bb, v: aa & bb }}")
    assert found["properties"]["u"]["properties"] == {"r": {"$ref": "#/$defs/merged"}}
    assert list(found["$defs"]) == ["merged"]
    once = output(f"{NAMES}{operands}type output = {{ u: aa & bb }}")
    assert "$defs" not in once


def test_what_somebody_wrote_without_a_name_is_written_out() -> None:
    found = output(f"{NAMES}type output = {{ u: n0 & n1, v: n0 & n1 }}")
    assert "$defs" not in found
    assert found["properties"]["u"] == found["properties"]["v"]
