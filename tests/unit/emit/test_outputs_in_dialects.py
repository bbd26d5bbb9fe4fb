"""Outputs in, what dialects tell of them out: every result that enforcement lets out fits it."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
import pytest

from schemac.emit.dialects import DIALECTS, Rewritten
from tests.unit.emit.dialect_schemas import NODE, TEXT, TWICE, UNION, obj

NULL = {"type": "null"}
OUTPUTS: list[tuple[dict[str, Any], list[Any]]] = [
    (obj({"ok": {"type": "boolean"}, "note": TEXT}, "ok"), [{"ok": True}, {"ok": True, "x": 1}]),
    (
        obj({"extra": {}, "tags": {"type": "object", "additionalProperties": TEXT}}, "extra"),
        [{"extra": [1], "tags": {"x": "y"}}, {"extra": {"a": {}}}],
    ),
    (
        obj({"level": {"type": "integer", "enum": [1, 2]}, "owner": {"type": ["string", "null"]}}),
        [{"level": 1, "owner": None}],
    ),
    (
        obj({"one": {"anyOf": [obj({"x": TEXT}), NULL]}, "two": {"enum": [1, "x", None]}}),
        [{"one": None, "two": None}, {"one": {}, "two": 1}, {"two": "x"}],
    ),
    (
        obj({"pair": {"type": "array", "prefixItems": [TEXT, {"type": "integer"}], "minItems": 2}}),
        [{"pair": ["x", 1]}],
    ),
    (obj({"none": {"type": "array", "maxItems": 0}, "never": {"not": {}}}), [{"none": []}, {}]),
    (TWICE, [{"a": {"zip": "12345"}}, {"a": {"zip": "12345", "b": 1}, "b": [{"zip": "54321"}]}]),
    (UNION, [{"ok": True, "id": "x"}, {"ok": False}, {"ok": False, "why": "", "id": "y"}]),
    (NODE, [{}, {"children": [{"children": []}]}]),
]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(("schema", "results"), OUTPUTS)
def test_what_fits_the_output_fits_what_is_told_of_it(
    dialect: str, schema: dict[str, Any], results: list[Any]
) -> None:
    told = jsonschema_rs.validator_for(DIALECTS[dialect](schema, "output").schema)
    judge = jsonschema_rs.validator_for(schema)
    assert all(judge.is_valid(result) for result in results)
    assert all(told.is_valid(result) for result in results)


@pytest.mark.parametrize("dialect", ["openai-strict", "anthropic-strict", "gemini"])
@pytest.mark.parametrize("schema", [schema for schema, _ in OUTPUTS])
def test_where_only_inputs_are_for_the_model_outputs_lose_nothing(
    dialect: str, schema: dict[str, Any]
) -> None:
    assert DIALECTS[dialect](schema, "output") == Rewritten(schema)
