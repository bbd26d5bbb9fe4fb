"""Defaults and examples are judged by their types, however deep and odd they are."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from schemac.plan.gates import Asked, Every, Inverse, OnSide, Some
from schemac.plan.nodes import Default, Example, Record, Ref, Scalar

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Field, Node
    from tests.unit.planner.conftest import Planned

    Planner = Callable[..., Planned]

A, B = Asked(0), Asked(1)


def field_of(found: Planned, name: str = "v") -> Field:
    output = found.type("output")
    assert isinstance(output, Record)
    return next(field for field in output.fields if field.name == name)


DEFAULTS = [
    ("", "Integer", "5", "5", None),
    ("", "String", "5a", '"5a"', None),
    ("", "String", '""', '""', None),
    ("", "String", '"5"', '"5"', None),
    ("", "Integer?", "nil", "null", None),
    ("", "bool", "false", "false", None),
    ("", "Integer", "0", "0", None),
    ("", "Integer", "1.0", "1.0", None),
    ("", "Array[Integer]", "[1, 2]", "[1,2]", None),
    ("", "Hash[String, Integer]", '{"ü": 1}', '{"ü":1}', None),
    ("", "Date", "2020-02-29", '"2020-02-29"', None),
    ("", "DateTime", "2020-01-01T00:00:00Z", '"2020-01-01T00:00:00Z"', None),
    ("", "Duration", "P1DT2M", '"P1DT2M"', None),
    ("", "Decimal", '"1.50"', '"1.50"', None),
    ("", "Bytes", '"aGk="', '"aGk="', None),
    ("", "untyped", "{bad json", '"{bad json"', None),
    ("", '"a" | ("b" @requires(:x))', '"a"', '"a"', None),
    ("", '"a" | ("b" @requires(:x))', '"b"', '"b"', A),
    ("", '("b" @requires(:x)) | (String @requires(:y))', '"b"', '"b"', Some((A, B))),
    ("", "{ ?a: Integer @requires(:x), ?b: Integer }", '{"b": 1}', '{"b":1}', None),
    ("", "{ ?a: Integer @requires(:x), ?b: Integer }", '{"a": 1}', '{"a":1}', A),
    ("", "{ ?a: Integer @requires(:x), ?b: Integer }", "{}", "{}", None),
    ("", "{ ?a: Integer @requires(:x), ?b: Integer @requires(:y) }", "{}", "{}", Some((A, B))),
    ("", "Array[{ ?a: Integer @requires(:x), b: Integer }]", '[{"b":1},{"a":1,"b":2}]', None, A),
    ("", "Array[String @requires(:x)]", "[]", "[]", A),
    ("", "(String @requires(:x))?", "null", "null", A),
    ("", '[("a" @requires(:x)), ("b" @requires(:y))]', '["a","b"]', None, Every((A, B))),
    ("", 'Hash["a" | ("b" @requires(:x)), Integer]', '{"a":1}', '{"a":1}', None),
    ("", 'Hash["a" | ("b" @requires(:x)), Integer]', '{"b":1}', '{"b":1}', A),
    ("type s = String @requires(:x)\n", "s", "abc", '"abc"', A),
    ("type s = String @requires(:x)\n", "{ ?f: s, g: Integer }", '{"f":"q","g":1}', None, A),
    ("type n = { ?c: n, ?v: Integer @requires(:x) }\n", "n", '{"c":{"v":1}}', None, A),
    ("", "{ a: Integer, b: Integer @read_only() }", '{"a":1}', '{"a":1}', OnSide("input")),
    ("", "{ a: Integer, b: Integer @read_only() }", '{"a":1,"b":2}', None, OnSide("output")),
    (
        "",
        '({ k: "a", n: Integer @requires(:x) }) | ({ k: "a", ?m: Integer } @requires(:y))',
        '{"k":"a"}',
        '{"k":"a"}',
        Some((Inverse(A), B)),
    ),
    ("", "{ ?a: Integer, ?b: Integer @depends_on(:a) }", '{"a":1,"b":2}', None, None),
]


@pytest.mark.parametrize(
    ("types", "written", "value", "text", "gate"),
    DEFAULTS,
    ids=[f"{case[1]} = {case[2]}" for case in DEFAULTS],
)
def test_defaults(
    planned: Planner, types: str, written: str, value: str, text: str | None, gate: Gate | None
) -> None:
    found = planned(f"{types}type output = {{ x: Integer, ?v: ({written}) @default({value}) }}")
    assert found.errors == []
    assert field_of(found).default == Default(value if text is None else text, gate)


REJECTED = [
    ("Integer", "text", '"text"'),
    ("Integer", "1.5", "1.5"),
    ("Integer", "true", "true"),
    ("String", "5", "5"),
    ("String", "nil", "null"),
    ("bool", "0", "0"),
    ("Integer @min(3)", "2", "2"),
    ("Integer @exclusive_max(3)", "3", "3"),
    ("Float @multiple_of(0.1)", "0.25", "0.25"),
    ("String @max(2)", '"abc"', '"abc"'),
    ('"a" | "b"', "c", '"c"'),
    ("1", "true", "true"),
    ("Array[Integer] @unique()", "[1, 1.0]", "[1,1.0]"),
    ("Set[Integer]", "[1, 1]", "[1,1]"),
    ("Array[Integer]", '["a"]', '["a"]'),
    ("[Integer]", "[1, 2]", "[1,2]"),
    ("Hash[String, Integer]", '{"a": "b"}', '{"a":"b"}'),
    ("{ a: Integer }", "{}", "{}"),
    ("{ a: Integer @requires(:x) }", "{}", "{}"),
    ("{ a: Integer }", '{"a":1,"b":2}', '{"a":1,"b":2}'),
    ("{ ?a: Integer, ?b: Integer @depends_on(:a) }", '{"a":1}', '{"a":1}'),
    ("bot", "1", "1"),
    ("Date", '"2020-02-30"', '"2020-02-30"'),
    ("DateTime", '"2020-01-01T00:00:60Z"', '"2020-01-01T00:00:60Z"'),
    ("Duration", "P1Y", '"P1Y"'),
    ("Decimal", "1.", '"1."'),
    ("Decimal", "1.5", "1.5"),
    ("Bytes", "***", '"***"'),
]


@pytest.mark.parametrize(("written", "value", "shown"), REJECTED)
def test_defaults_that_their_type_rejects(
    planned: Planner, written: str, value: str, shown: str
) -> None:
    found = planned(f"type output = {{ x: Integer, ?v: ({written}) @default({value}) }}")
    assert found.errors == [f"SC310 the default `{shown}` is none of the values of its type"]
    assert found.plan.tools == ()


MULTIPLES = [("0.1", "0.3"), ("0.01", "4.02"), ("3", "9"), ("0.5", "1e3")]


@pytest.mark.parametrize(("step", "value"), MULTIPLES)
def test_multiples_are_exact(planned: Planner, step: str, value: str) -> None:
    found = planned(f"type output = {{ ?v: Float @multiple_of({step}) @default({value}) }}")
    assert found.found == []


def test_a_default_needs_a_field_that_may_be_absent(planned: Planner) -> None:
    found = planned("type output = { v: Integer @default(1), w: Integer @default_for(:k) }")
    assert found.messages == [
        "SC310 `@default` on `v`, which is always given",
        "SC310 `@default_for` on `w`, which is always given",
    ]
    fix = found.diagnostics[0].fix
    assert fix is not None
    assert (fix.replacement, fix.span.text) == ("?", "")
    assert fix.span.source.text[fix.span.start :].startswith("v: Integer")


def test_keys_of_defaults_are_listed(planned: Planner) -> None:
    found = planned(
        "type p = { ?zone: String @default_for(:timezone) }\ntype output = { p: p }",
        "(?a: Integer @default_for(:page), ?p: p) -> output",
    )
    assert found.tool.defaults_asked == ("page", "timezone")


def test_examples_are_shown_where_all_of_them_is_accepted(planned: Planner) -> None:
    found = planned(
        'type output = { v: { ?a: Integer @requires(:x), b: Integer } @example({"a":1,"b":2}) '
        '@example({"b":3}) }'
    )
    assert field_of(found).type.meta.examples == (
        Example('{"a":1,"b":2}', A),
        Example('{"b":3}'),
    )


def test_an_example_at_a_use_is_judged_by_what_it_names(planned: Planner) -> None:
    found = planned(
        "type s = Integer @min(3)\ntype output = { v: s @example(4), w: s @example(2) }"
    )
    assert found.found == [("SC310", "2")]


def test_patterns_and_formats_are_asked_about(planned: Planner) -> None:
    asked: list[tuple[Node, object]] = []

    def accepts(node: Node, value: object) -> bool:
        asked.append((node, value))
        return value != "no"

    types = (
        "type output = { ?v: String @format(email) @default(no), ?w: Date @default(2020-01-01) }"
    )
    found = planned(types, accepts_leaf=accepts)
    assert found.found == [("SC310", "no")]
    assert ("no" in [value for _, value in asked]) is True
    assert (Scalar("date"), "2020-01-01") in asked


def test_deep_defaults_do_not_multiply(planned: Planner) -> None:
    value = '{"c":' * 30 + '{"d":1}' + "}" * 30
    found = planned(
        "type t = { ?c: t, ?d: Integer } | { ?c: t, ?d: Integer @requires(:x) }\n"
        f"type output = {{ ?v: t @default({value}) }}"
    )
    assert found.errors == []
    assert field_of(found).default == Default(value)
    assert field_of(found).type == Ref(1)


def test_a_value_that_nests_too_deep_is_malformed(planned: Planner) -> None:
    for depth, codes in ((64, []), (70, ["SC312"]), (190, ["SC312"])):
        value = "[" * depth + "]" * depth
        found = planned(f"type output = {{ ?v: untyped @default({value}) }}")
        assert [code for code, _ in found.found] == codes


RECURSIVE = """type expr = String | { op: "+", of: Array[expr?] } | (Array[expr] @requires(:x))
type said = ({ k: "x", ?n: said } | ({ k: "y" } @requires(:y))) @desc(Said.)
"""


@pytest.mark.parametrize(
    ("written", "value", "gate"),
    [
        ("expr?", '"a"', None),
        ("expr?", '{"op":"+","of":[null,"a",{"op":"+","of":[]}]}', None),
        ("expr | Integer", '["a"]', A),
        ("expr | Integer", '{"op":"+","of":[["a"]]}', A),
        ("said?", '{"k":"x","n":{"k":"x"}}', None),
        ("said?", '{"k":"x","n":{"k":"x","n":{"k":"y"}}}', A),
        ("Array[said | Integer]", '[1,{"k":"y"}]', A),
    ],
)
def test_recursive_unions_as_members_accept_as_deep_as_values_go(
    planned: Planner, written: str, value: str, gate: Gate | None
) -> None:
    everything = "x: Integer, w: expr, u: said"
    found = planned(
        f"{RECURSIVE}type output = {{ {everything}, ?v: ({written}) @default({value}) }}"
    )
    assert found.errors == []
    assert field_of(found).default == Default(value, gate)


@pytest.mark.parametrize(
    ("written", "value"),
    [("expr?", '{"op":"+","of":[1]}'), ("said?", '{"k":"x","n":{"k":"z"}}'), ("expr?", "[[[1]]]")],
)
def test_recursive_unions_as_members_reject_as_deep_as_values_go(
    planned: Planner, written: str, value: str
) -> None:
    found = planned(f"{RECURSIVE}type output = {{ x: Integer, ?v: ({written}) @default({value}) }}")
    assert [message.split()[0] for message in found.errors] == ["SC310"]


UNFIT = [
    ('{"a":1,"a":2}', 'the key `"a"` twice'),
    ('[{"b": {"a": 1, "c": 2, "a": 3}}]', 'the key `"a"` twice'),
    ("[NaN]", "`NaN`, which JSON does not know"),
    ('{"a": -Infinity}', "`-Infinity`, which JSON does not know"),
    ("9" * 5000, "a number of more than 4000 digits"),
    (f"[{'9' * 5000}]", "a number of more than 4000 digits"),
    ("[1e999]", "`1e999`, which is larger than any number JSON readers know"),
    ('["\\ud800"]', "a value that JSON cannot hold"),
    (f"{'[' * 70}{']' * 70}", "a value that JSON cannot hold"),
]


@pytest.mark.parametrize("tag", ["default", "example"])
@pytest.mark.parametrize("kind", ["untyped", "String"])
@pytest.mark.parametrize(("value", "what"), UNFIT)
def test_json_that_nobody_can_send_becomes_no_text(
    planned: Planner, value: str, what: str, kind: str, tag: str
) -> None:
    found = planned(f"type output = {{ ?v: {kind} @{tag}({value}) }}")
    assert found.errors == [f"SC312 `@{tag}` has {what}"]
    assert found.found == [("SC312", value)]


@pytest.mark.parametrize("value", ["NaN", "[1,]", "{a: 1}", '"a" or "b"', "{'a': 1}", '{"a":1'])
def test_what_is_no_json_is_a_text(planned: Planner, value: str) -> None:
    found = planned(f"type output = {{ ?v: untyped @default({value}) }}")
    assert found.errors == []
    assert field_of(found).default == Default(json.dumps(value, ensure_ascii=False))
