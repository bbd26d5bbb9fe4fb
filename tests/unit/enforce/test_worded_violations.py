"""Failures in, the exact words about them out; and counts of what was left behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from schemac.enforce.explain import Failure
from schemac.enforce.project.cuts import MOST_POINTERS, Cuts, Taken, no_names
from schemac.enforce.violations import MOST_VIOLATIONS, pointer_of, violations_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOT: dict[str, Any] = {
    "type": "object",
    "properties": {"day": {"$ref": "#/$defs/day"}},
    "$defs": {"day": {"type": "string", "format": "date"}},
}


def worded(*failures: Failure) -> list[str]:
    return [str(each) for each in violations_of(iter(failures), ROOT)]


@pytest.mark.parametrize(
    ("keyword", "schema", "given", "words"),
    [
        ("type", {"type": "string"}, 5, "expected a string, got 5"),
        (
            "type",
            {"$ref": "#/$defs/day", "type": "string"},
            5,
            "expected a date like 2024-12-31, got 5",
        ),
        ("const", {"const": "a"}, "b", 'expected "a", got "b"'),
        ("enum", {"enum": ["a", "b"]}, "c", 'expected "a" or "b", got "c"'),
        (
            "format",
            {"type": "string", "format": "date"},
            "x",
            'expected a date like 2024-12-31, got "x"',
        ),
        ("minimum", {"minimum": 3}, 2, "expected at least 3, got 2"),
        ("maximum", {"maximum": 3}, 4, "expected at most 3, got 4"),
        ("exclusiveMinimum", {"exclusiveMinimum": 3}, 3, "expected more than 3, got 3"),
        ("exclusiveMaximum", {"exclusiveMaximum": 3}, 3, "expected less than 3, got 3"),
        ("minLength", {"minLength": 3}, "a", "expected at least 3 characters"),
        ("maxLength", {"maxLength": 3}, "abcd", "expected at most 3 characters"),
        ("minItems", {"minItems": 3}, [], "expected at least 3 items"),
        ("maxItems", {"maxItems": 3}, [1] * 4, "expected at most 3 items"),
        ("minProperties", {"minProperties": 3}, {}, "expected at least 3 keys"),
        ("maxProperties", {"maxProperties": 1}, {}, "expected at most 1 keys"),
        ("pattern", {"pattern": "^a$"}, "b", 'expected a string that matches ^a$, got "b"'),
        (
            "pattern",
            {"pattern": "a\n" * 60},
            "b",
            "expected a string that matches " + ("a\\n" * 40)[:119] + '…, got "b"',
        ),
        ("multipleOf", {"multipleOf": 0.5}, 0.3, "expected a multiple of 0.5, got 0.3"),
        ("uniqueItems", {"uniqueItems": True}, [1, 1], "expected no item twice"),
        ("not", {"not": {}}, 5, "no value is accepted here"),
        ("unjudged", {}, 5, "expected a value of the declared type"),
        (
            "anyOf",
            {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/day"}]},
            [1],
            "expected a string or a date like 2024-12-31, got a list",
        ),
        (
            "oneOf",
            {"oneOf": [{"const": 1}, {"type": "null"}]},
            {},
            "expected 1 or null, got an object",
        ),
    ],
)
def test_words(keyword: str, schema: dict[str, Any], given: object, words: str) -> None:
    assert worded(Failure(("a", 0), keyword, schema, given)) == [f"/a/0: {words}"]


def test_what_is_missing_is_pointed_at() -> None:
    schema = {"properties": {"day": {"$ref": "#/$defs/day"}}}
    for keyword in ("required", "dependentRequired"):
        assert worded(Failure(("a",), keyword, schema, {}, "day")) == [
            "/a/day: required, expected a date like 2024-12-31"
        ]
    assert worded(Failure((), "required", {}, {}, "x/y")) == ["/x~1y: required, expected any value"]
    assert worded(Failure((), "required", {}, {}, None)) == ["/: required, expected any value"]


def test_what_is_not_declared_is_pointed_at() -> None:
    schema = {"properties": {"a": {}, "b": {}}, "additionalProperties": False}
    words = 'no such field, leave it out; the fields are "a" and "b"'
    assert worded(Failure(("v",), "additionalProperties", schema, {}, ["x", "y"])) == [
        f"/v/x: {words}",
        f"/v/y: {words}",
    ]
    empty = Failure((), "additionalProperties", {}, {}, ["x"])
    assert worded(empty) == ["/x: no such field, leave it out; there are none"]
    assert worded(Failure((), "additionalProperties", schema, {}, None)) == []
    many = [f"k{number:03}" for number in range(50)]
    lines = worded(Failure((), "additionalProperties", schema, {}, many))
    assert len(lines) == MOST_VIOLATIONS
    assert lines[-1].startswith("/k019: ")


def test_keys_that_are_refused() -> None:
    literal = {"propertyNames": {"enum": ["a", "b"]}}
    assert worded(Failure(("v",), "propertyNames", literal, None, "c")) == [
        '/v/c: expected as a key "a" or "b"'
    ]
    form = {"propertyNames": {"pattern": "^a"}}
    assert worded(Failure((), "propertyNames", form, None, "c")) == [
        "/c: expected as a key a string of the declared form"
    ]


def test_violations_are_ordered_and_told_once() -> None:
    def failing() -> Iterator[Failure]:
        yield Failure(("b",), "type", {"type": "string"}, 1)
        yield Failure(("a",), "uniqueItems", {}, [])
        yield Failure(("a",), "not", {}, [])
        yield Failure(("b",), "type", {"type": "string"}, 1)

    assert [str(each) for each in violations_of(failing(), ROOT)] == [
        "/a: expected no item twice",
        "/a: no value is accepted here",
        "/b: expected a string, got 1",
    ]


def test_no_more_is_asked_than_is_told() -> None:
    asked: list[int] = []

    def failing() -> Iterator[Failure]:
        for number in range(100):
            asked.append(number)
            yield Failure((number,), "not", {}, None)

    found = violations_of(failing(), ROOT)
    assert len(found) == MOST_VIOLATIONS == 20
    assert asked == list(range(20))


def test_pointers_are_short_and_on_one_line() -> None:
    assert pointer_of(()) == ""
    assert pointer_of(("a/b", 0, "~")) == "/a~1b/0/~0"
    assert pointer_of(("a\nb",)) == "/a\\nb"
    assert pointer_of(("k" * 60,)) == "/" + "k" * 60
    assert pointer_of(("k" * 61,)) == "/" + "k" * 59 + "…"


PLACE = Taken("/v", frozenset({"a"}))


def names(place: str) -> Mapping[object, str]:
    return {"*": f"{place}/*", "h": f"{place}/h"}


def test_counts_are_made_when_they_are_asked_for() -> None:
    asked: list[str] = []

    def asking(place: str) -> Mapping[object, str]:
        asked.append(place)
        return names(place)

    cuts = Cuts(
        [
            (PLACE, "/p", ("a", "h", "x", 1)),
            (PLACE, "/p", ("a", "h", "x", 1)),
            ("/m", "/p", 3),
            (PLACE, "", ("a", "y")),
            ("/m", "/p", 2),
        ],
        asking,
    )
    assert asked == []
    expected = {"/p/v/h": 2, "/p/v/*": 4, "/p/m/*": 5, "/v/*": 1}
    assert dict(cuts) == expected
    assert list(cuts) == list(expected)
    assert len(cuts) == 4
    assert repr(cuts) == repr(expected)
    assert cuts["/p/m/*"] == 5
    assert asked == ["/p/v", "/p/m", "/v"]
    with pytest.raises(KeyError):
        cuts["/none"]


def test_no_more_places_are_kept_apart_than_are_bearable() -> None:
    many = [(f"/{number}", "", 1) for number in range(MOST_POINTERS + 5)]
    cuts = Cuts([*many, ("/0", "", 1)], no_names)
    assert len(cuts) == MOST_POINTERS == 50
    assert cuts["/0/*"] == 2
    assert "/49/*" in cuts
    assert "/50/*" not in cuts
    keys: tuple[object, ...] = tuple(f"k{number}" for number in range(60))

    def every(place: str) -> Mapping[object, str]:
        return {"*": "*", **{key: f"{place}/{key}" for key in keys}}

    kept = Cuts([(Taken("", frozenset()), "", keys), (Taken("", frozenset()), "", keys)], every)
    assert len(kept) == 50
    assert kept["/k49"] == 2
    assert "/k50" not in kept
    again = Cuts([(Taken("", frozenset()), "", keys[:50]), ("/n", "", 1)], every)
    assert len(again) == 50
    assert "*" not in again


class Odd:
    def __hash__(self) -> int:
        raise RuntimeError


def test_keys_that_cannot_be_compared_are_counted_all_the_same() -> None:
    assert dict(Cuts([(PLACE, "", (Odd(),)), ("/m", "", 3)], names)) == {"/*": 2}


def test_without_names_all_is_a_star() -> None:
    assert no_names("/a") == {"*": "/a/*"}
    assert no_names("") == {"*": "/*"}
