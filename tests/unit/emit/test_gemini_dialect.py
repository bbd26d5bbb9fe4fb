"""Words and keywords beside null and on mixed types in, all of them said to Gemini or told out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.emit.dialect_schemas import TEXT, obj, rewrite

NULL = {"type": "null"}
LIST = {"type": "array", "items": TEXT}


def said(field: dict[str, Any]) -> dict[str, Any]:
    return dict(rewrite("gemini", obj({"a": field}, "a")).schema["properties"]["a"])


def lost(field: dict[str, Any]) -> list[tuple[str, str]]:
    losses = rewrite("gemini", obj({"a": field}, "a")).losses
    return [(loss.pointer, loss.keyword) for loss in losses]


@pytest.mark.parametrize(
    ("types", "rest"),
    [
        (["string", "null"], {**TEXT, "nullable": True}),
        (["string", "integer"], {"anyOf": [TEXT, {"type": "integer"}]}),
        (["string", "integer", "null"], {"anyOf": [TEXT, {"type": "integer"}], "nullable": True}),
    ],
)
def test_words_on_a_list_of_types_are_said(types: list[str], rest: dict[str, Any]) -> None:
    words = {"title": "T", "description": "D", "default": "x"}
    field = {**words, "type": types, "examples": ["x"]}
    assert said(field) == {**words, **rest, "example": "x"}
    assert lost(field) == []
    assert lost({**field, "examples": ["x", "y"]}) == [("/properties/a", "examples")]


def test_literals_of_several_types_are_said_as_those_of_one_are() -> None:
    assert said({"type": ["string", "integer", "null"], "enum": ["x", 1, None]}) == {
        "anyOf": [
            {"type": "string", "enum": ["x"]},
            {"type": "integer", "enum": ["1"], "format": "enum"},
        ],
        "nullable": True,
    }


def test_descriptions_around_and_on_what_may_be_null_are_joined() -> None:
    inner = obj({"x": TEXT}, "x", description="Inner.")
    field = {"description": "Outer.", "anyOf": [inner, NULL]}
    assert said(field) == {**inner, "description": "Outer.\n\nInner.", "nullable": True}
    assert said({"anyOf": [inner, NULL]}) == {**inner, "nullable": True}
    assert lost(field) == []


@pytest.mark.parametrize(
    ("member", "keyword"),
    [
        ({**LIST, "uniqueItems": True}, "uniqueItems"),
        ({"type": "number", "multipleOf": 2}, "multipleOf"),
        ({"type": "number", "exclusiveMinimum": 2}, "exclusiveMinimum"),
        ({**obj({"x": TEXT, "y": TEXT}), "dependentRequired": {"x": ["y"]}}, "dependentRequired"),
        (
            {"type": "object", "additionalProperties": TEXT, "propertyNames": {"enum": ["k"]}},
            "propertyNames",
        ),
        ({"type": "boolean", "enum": [True]}, "enum"),
        ({**TEXT, "contentMediaType": "text/html"}, "contentMediaType"),
        ({**LIST, "deprecated": True}, "deprecated"),
    ],
)
@pytest.mark.parametrize("described", [{}, {"description": "Its own."}])
def test_what_is_moved_beside_null_is_there(
    member: dict[str, Any], keyword: str, described: dict[str, Any]
) -> None:
    field = {"description": "Outer.", "anyOf": [{**described, **member}, NULL]}
    words = said(field)["description"].split("\n\n")
    assert words[:-1] == ["Outer.", *described.values()]
    assert words[-1].startswith(f"{{{keyword}: ")
    assert said(field)["nullable"] is True
    assert lost(field) == [("/properties/a/anyOf/0", keyword)]


@pytest.mark.parametrize(
    ("keyword", "said_as", "outer", "inner"),
    [
        ("title", "title", "Outer", "Inner"),
        ("default", "default", None, ["x"]),
        ("examples", "example", [None], [["x"]]),
    ],
)
def test_other_words_that_both_say_are_both_kept(
    keyword: str, said_as: str, outer: Any, inner: Any
) -> None:
    field = {keyword: outer, "anyOf": [{**LIST, keyword: inner}, NULL]}
    found = said(field)
    assert list(found) == [
        key
        for key in ("title", "anyOf", "default", "example", "nullable")
        if key in {said_as, "anyOf", "nullable"}
    ]
    is_listed = keyword == "examples"
    assert found[said_as] == (outer[0] if is_listed else outer)
    assert found["anyOf"] == [{**LIST, said_as: inner[0] if is_listed else inner}]
    assert lost(field) == []


def test_what_null_itself_says_is_kept() -> None:
    none = {"description": "Unknown.", "type": "null"}
    assert said({"anyOf": [LIST, none]}) == {"anyOf": [LIST, none]}
    assert said({"anyOf": [LIST, TEXT, none]}) == {"anyOf": [LIST, TEXT, none]}
    assert said({"anyOf": [none, NULL]}) == {**none, "nullable": True}
