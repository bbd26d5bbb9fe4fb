"""Schemas with definitions that hold each other in, the first that has no end out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.emit.dialects.circles import endless_definition

if TYPE_CHECKING:
    from schemac.emit.dialects.rebuild import Schema


def to(*names: str) -> Schema:
    return {"type": "object", "properties": {name: {"$ref": f"#/$defs/{name}"} for name in names}}


@pytest.mark.parametrize(
    ("definitions", "endless"),
    [
        ({}, None),
        ({"a": to("b"), "b": to("c"), "c": to()}, None),
        ({"a": to("b"), "b": to("b")}, "b"),
        ({"a": to("b"), "b": to("c"), "c": to("b")}, "b"),
        ({"a": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/a"}]}}}, "a"),
        ({"a": {"const": {"$ref": "#/$defs/a"}, "default": {"$ref": "#/$defs/a"}}}, None),
    ],
)
def test_what_reaches_itself_has_no_end(definitions: Schema, endless: str | None) -> None:
    assert endless_definition({**to(*definitions), "$defs": definitions}) == endless
    assert endless_definition({"type": "object"}) is None
