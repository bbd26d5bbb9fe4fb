from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.planner.conftest import Planned

    Planner = Callable[..., Planned]

LINTS = [
    # SC316, SC317
    ("v: Array[String] @unique()", [("SC316", "@unique()")]),
    ("v: Array[String] @unique() @max(5)", []),
    ("v: Set[String]", []),
    # SC408, SC413
    ("v: { a: Integer @requires(!:x) } @requires(:x)", [("SC408", "@requires(!:x)")]),
    ("v: { a: Integer @requires(:x) } @requires(:x)", [("SC413", "@requires(:x)")]),
    ("v: { a: Integer @feature(:x) } @requires(:x)", []),
    ("v: { a: Integer @requires(:x | :y) } @requires(:x)", []),
    ("v: String @requires(:x & !:x) @feature(:y)", [("SC408", "@feature(:y)")]),
    # SC411
    ("v: Hash[String, untyped] @requires(:x)", [("SC411", "untyped")]),
    ("v: untyped", []),
    # SC412
    (
        'v: ("a" | ("gone" @requires(:x))) @desc(Never gone)',
        [("SC412", "Never gone")],
    ),
    ('v: ("a" | ("gone" @requires(:x))) @example("gone")', [("SC412", '"gone"')]),
    ('v: ("a" | "gone") @desc(Never gone) @requires(:x)', []),
    # SC404
    ("v: String @desc(Like `pay`), ?pay: Integer @requires(:x)", [("SC404", "Like `pay`")]),
    ("v: String @desc(Like `payment`), ?pay: Integer @requires(:x)", []),
    ("v: String @desc(Like `pay`) @requires(:x), ?pay: Integer @requires(:x)", []),
    ("v: String @desc(Like `pay`), ?pay: Integer @requires(:x), w: { pay: Integer }", []),
    # What may be a word of any language is a name where it is quoted.
    ("v: String @desc(Find all of them), ?all: bool @requires(:x)", []),
    ("v: String @desc(Don't find all, it's 'any'), ?all: bool @requires(:x)", []),
    (
        "v: String @desc(It's 'all' or none), ?all: bool @requires(:x)",
        [("SC404", "It's 'all' or none")],
    ),
    ('v: String @desc(Say "all: true"), ?all: bool @requires(:x)', [("SC404", 'Say "all: true"')]),
    ("v: String @desc(Say “all”), ?all: bool @requires(:x)", [("SC404", "Say “all”")]),
    (
        "v: String @desc(Like pay_band), ?pay_band: Integer @requires(:x)",
        [("SC404", "Like pay_band")],
    ),
    ("v: String @desc(Like payBand), ?payBand: Integer @requires(:x)", [("SC404", "Like payBand")]),
    ("v: String @desc(Like pay2), ?pay2: Integer @requires(:x)", [("SC404", "Like pay2")]),
    # SC407, SC409
    (
        "v: { a: Integer, ?b: Integer @requires(:x) } | { a: Integer, ?c: Integer }",
        [("SC407", "{ a: Integer, ?c: Integer }")],
    ),
    (
        "v: { a: Integer, ?b: Integer } | { a: Integer, ?c: Integer }",
        [("SC409", "{ a: Integer, ?c: Integer }")],
    ),
    ("v: { a: Integer } | { a: Integer, b: Integer }", []),
    ('v: { k: "a", ?b: Integer @requires(:x) } | { k: "b" }', []),
    ('v: { k: "a"? } | { k: "b" }', []),
    ('v: { k: "a"? } | { k: "b"? }', [("SC409", '{ k: "b"? }')]),
    ("v: { k: Integer } | { k: String }", []),
    ("v: { k: bool } | { k: nil | Integer }", []),
    ("v: { k: 1 } | { k: bool }", []),
    ('v: { k: "a" } | { k: Float | ["a"] }', []),
    ('v: { k: "a" } | { k: { a: Integer } | "b" }', []),
    ("v: { k: Integer } | { k: Float }", [("SC409", "{ k: Float }")]),
    ("v: { k: 1 } | { k: Float }", [("SC409", "{ k: Float }")]),
    ('v: { k: "a" } | { k: String }', [("SC409", "{ k: String }")]),
    ("v: { k: Date } | { k: Integer }", [("SC409", "{ k: Integer }")]),
    ("v: { k: Decimal } | { k: Float }", [("SC409", "{ k: Float }")]),
    ("v: { k: [Integer] } | { k: Array[String] }", [("SC409", "{ k: Array[String] }")]),
    (
        "v: { k: { a: Integer @requires(:x) } } | { k: String }",
        [("SC409", "{ k: String }")],
    ),
    ('v: { k: ("a" @requires(:x)) | String } | { k: 1 }', []),
    (
        'v: { k: ("a" @requires(:x)) | ("c" @requires(:y)) } | { k: "b" }',
        [("SC409", '{ k: "b" }')],
    ),
    ('v: { k: "a" @requires(:x), ?b: Integer } | { k: "b" }', [("SC407", '{ k: "b" }')]),
]


STAFF = {"gates": (("requires", "staff"),)}


@pytest.mark.parametrize(
    ("types", "output", "expected"),
    [
        ("", "untyped", ["SC411"]),
        ("", "{ v: untyped }", ["SC411"]),
        ("type output = { v: untyped }", "output", ["SC411"]),
        (
            "type row = { v: Hash[String, untyped] }\ntype output = { a: row, ?b: row }",
            "output",
            ["SC411"],
        ),
        ("type node = { v: untyped, ?kids: Array[node] @max(2) }", "node", ["SC411"]),
        ("type row = { v: untyped @requires(:x) }", "row", ["SC411"]),
        ("type row = { v: String }", "row", []),
    ],
)
def test_untyped_in_the_results_of_a_gated_tool(
    planned: Planner, types: str, output: str, expected: list[str]
) -> None:
    assert [code for code, _ in planned(types, f"() -> {output}", tool=STAFF).found] == expected


@pytest.mark.parametrize(("fields", "expected"), LINTS, ids=[case[0] for case in LINTS])
def test_lints(planned: Planner, fields: str, expected: list[tuple[str, str]]) -> None:
    found = planned(f"type output = {{ id: Integer, {fields} }}")
    assert found.found == expected
    assert len(found.plan.tools) == 1


RECURSIVE = [
    ("?c: Array[n]", [("SC317", "Array[n]")]),
    ("?c: Array[n] @max(3)", []),
    ("?c: Array[n]? @max(3)", []),
    ("?c: Array[{ d: n }]", [("SC317", "Array[{ d: n }]")]),
    ("?c: Array[String]", []),
    ("?c: m", [("SC317", "Array[n]")]),
    ("?c: n", []),
]


@pytest.mark.parametrize(("field", "expected"), RECURSIVE)
def test_recursive_lists(planned: Planner, field: str, expected: list[tuple[str, str]]) -> None:
    types = "type m = Array[n]\n" if field == "?c: m" else ""
    found = planned(f"{types}type n = {{ id: Integer, {field} }}\ntype output = n")
    assert found.found == expected


def test_a_docstring_that_names_what_is_gated(planned: Planner) -> None:
    types = "type pay = { ?band: Integer @requires(:x) }\ntype output = { id: Integer, pay: pay }"
    text = "Show the `band` of one."
    assert planned(types, docstring=text).messages == [
        "SC404 this text names `band`, which some of its readers may not see"
    ]
    gated = {"gates": (("requires", "x"),)}
    assert planned(types, docstring=text, tool=gated).found == []
    declared = f'description "{text}" @requires(:x) | "Show one."\n{types}'
    assert planned(declared, docstring=text).found == []


def test_a_gate_that_the_tool_has_already(planned: Planner) -> None:
    found = planned(
        "type output = {}",
        "(?a: String @requires(:x)) -> output",
        tool={"gates": (("requires", "x"),)},
    )
    assert found.found == [("SC413", "@requires(:x)")]
