"""What tags say of the types that they stand on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.nodes import (
    Anything,
    Const,
    Constraints,
    Example,
    Field,
    ListOf,
    Member,
    Meta,
    Record,
    Ref,
    Scalar,
    Union,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.planner.conftest import Planned

    Planner = Callable[..., Planned]


def field_of(found: Planned, name: str = "v") -> Field:
    output = found.tool.output
    while isinstance(output, Ref):
        output = found.plan.types[output.target].body
    assert isinstance(output, Record)
    return next(field for field in output.fields if field.name == name)


def output(found: Planned) -> object:
    return field_of(found).type


NODES = [
    ("String", Scalar("string")),
    ("String @min(1) @max(100)", Scalar("string", Constraints(min=1, max=100))),
    ("Integer @min(0) @max(150)", Scalar("integer", Constraints(min=0, max=150))),
    (
        "Float @exclusive_min(0) @exclusive_max(1.0)",
        Scalar("number", Constraints(exclusive_min=0, exclusive_max=1.0)),
    ),
    ("Float @multiple_of(0.5) @min(+1)", Scalar("number", Constraints(multiple_of=0.5, min=1))),
    (
        "Array[String] @min(1) @max(10) @unique()",
        ListOf(Scalar("string"), constraints=Constraints(min=1, max=10, unique=True)),
    ),
    ("Set[String]", ListOf(Scalar("string"), is_set=True, constraints=Constraints(unique=True))),
    (
        "String? @format(email)",
        Union((Member(Scalar("string", Constraints(format="email"))), Member(Scalar("null")))),
    ),
    ("Bytes @media_type(image/png)", Scalar("bytes", Constraints(media_type="image/png"))),
    ('"a"', Const("string", '"a"')),
    ("1.50", Const("number", "1.5")),
    (":a.b", Const("string", '"a.b"')),
    ("true", Const("boolean", "true")),
    ("123456789012345678901234567890", Const("integer", "123456789012345678901234567890")),
    (
        "String @desc(Pick one (not both), a | b) @title(T) @example(foo)",
        Scalar(
            "string",
            meta=Meta("T", "Pick one (not both), a | b", (Example('"foo"'),)),
        ),
    ),
    (
        'untyped @example({"a": [1, null]}) @example(nil) @example(text) @example("5")',
        Anything(
            Meta(
                examples=(
                    Example('{"a":[1,null]}'),
                    Example("null"),
                    Example('"text"'),
                    Example('"5"'),
                )
            )
        ),
    ),
    ("{ a: String } @closed()", Record((Field("a", Scalar("string")),), closed=True)),
    (
        '("a" | "b") @desc(either)',
        Union(
            (Member(Const("string", '"a"')), Member(Const("string", '"b"'))),
            Meta(description="either"),
        ),
    ),
    (
        '"a" @desc(one) | "b" @desc(two)',
        Union(
            (
                Member(Const("string", '"a"', Meta(description="one"))),
                Member(Const("string", '"b"', Meta(description="two"))),
            )
        ),
    ),
    (
        "(String | Array[String]) @min(2)",
        Union(
            (
                Member(Scalar("string", Constraints(min=2))),
                Member(ListOf(Scalar("string"), constraints=Constraints(min=2))),
            )
        ),
    ),
]


@pytest.mark.parametrize(("written", "node"), NODES, ids=[written for written, _ in NODES])
def test_nodes(planned: Planner, written: str, node: object) -> None:
    found = planned(f"type output = {{ v: {written} }}")
    assert output(found) == node


def test_an_example_that_its_type_rejects_is_left_out_and_reported(planned: Planner) -> None:
    found = planned("type output = { v: String @example(foo) @example(5) }")
    assert found.found == [("SC310", "5")]


def test_an_unknown_format_is_a_warning(planned: Planner) -> None:
    found = planned("type output = { v: String @format(emial) }")
    assert found.messages == ["SC304 `emial` is no format that JSON Schema defines"]
    assert found.diagnostics[0].hint == "did you mean `email`?"
    assert output(found) == Scalar("string", Constraints(format="emial"))


def test_tags_at_a_use_are_added_and_change_nothing_for_others(planned: Planner) -> None:
    found = planned("type s = String @min(1)\ntype output = { v: s @min(5), w: s }")
    assert output(found) == Ref(1, Constraints(min=5))
    assert field_of(found, "w").type == Ref(1)
    assert found.type("s") == Scalar("string", Constraints(min=1))


ALIASES = [
    ("type s = bool", "s @min(1)", ("SC302", "@min(1)")),
    ("type s = String?", "s @min(1)", None),
    ("type s = String | bool", "s @min(1)", ("SC302", "@min(1)")),
    ("type s = String @pattern(a)", "s @pattern(b)", ("SC309", "@pattern(b)")),
    ("type s = String @pattern(a)\ntype r = s", "r? @pattern(b)", ("SC309", "@pattern(b)")),
    ("type s = Integer @max(3)", "s @min(5)", ("SC309", "@min(5)")),
    ("type s = Array[String]", "s @min(-1)", ("SC312", "-1")),
    ("type s = { a: String }", "s @closed()", None),
    ("type s = { a: String } | nil", "s @closed()", None),
    ("type s = { ?a: s }", "s @closed()", ("SC302", "@closed()")),
    ("type s = { ?a: s } @closed()", "s", None),
    ('type s = "a" | "b"', "Hash[s, Integer]", None),
    ("type s = Integer", "Hash[s, Integer]", ("SC305", "s")),
    ("type s = Uuid", "Hash[s, Integer]", ("SC305", "s")),
]


@pytest.mark.parametrize(
    ("types", "written", "expected"), ALIASES, ids=[f"{case[0]} {case[1]}" for case in ALIASES]
)
def test_constraints_look_through_names(
    planned: Planner, types: str, written: str, expected: tuple[str, str] | None
) -> None:
    found = planned(f"{types}\ntype output = {{ x: Integer, ?v: {written} }}")
    assert found.found == ([] if expected is None else [expected])


@pytest.mark.parametrize(
    ("types", "written", "told"),
    [
        ("type s = String @min(3) @max(1)", "s @min(1)", ["@max(1)"]),
        ("type s = Integer @min(3) @max(1)", "Array[s @max(5)]", ["@max(1)"]),
        ("type s = Array[nil] @min(3) @max(1)\ntype r = s?", "r @min(5)", ["@max(1)"]),
        ("type s = String", "(s @min(3) @max(1)) @min(4)", ["@max(1)"]),
        ("type s = String @max(3)", "s @min(5)", ["@min(5)"]),
        (
            "type s = Float @exclusive_max(3)",
            "(s | (Float @min(2) @max(1))) @min(5)",
            ["@max(1)", "@min(5)"],
        ),
    ],
)
def test_bounds_that_leave_nothing_are_told_once(
    planned: Planner, types: str, written: str, told: list[str]
) -> None:
    found = planned(f"{types}\ntype output = {{ x: Integer, ?v: {written}, ?w: s }}")
    assert sorted(found.found) == [("SC309", each) for each in told]


def test_a_documentation_comment_describes_unless_a_tag_does(planned: Planner) -> None:
    found = planned(
        "## The type.\n## Second line.\ntype s = String\n"
        "type output = {\n## The field.\nv: s,\n## Not used.\nw: s @desc(used)\n}"
    )
    assert output(found) == Ref(1, meta=Meta(description="The field."))
    assert field_of(found, "w").type == Ref(1, meta=Meta(description="used"))
    assert found.type("s").meta == Meta(description="The type.\nSecond line.")


def test_deprecated_is_the_fields_or_the_members(planned: Planner) -> None:
    found = planned(
        'type output = { v: String @deprecated(), w: ("a" | "b" @deprecated()) @title(T) }'
    )
    assert field_of(found).deprecated
    assert output(found) == Scalar("string")
    assert field_of(found, "w").type == Union(
        (
            Member(Const("string", '"a"')),
            Member(Const("string", '"b"', Meta(deprecated=True))),
        ),
        Meta(title="T"),
    )


REPEATS = [
    ('"a" | "b" | "a"', ["a"]),
    ("1 | 1.0", ["1"]),
    ("1 | true", []),
    ('"a" @desc(x) | "a"', ["a"]),
]


@pytest.mark.parametrize(("written", "texts"), REPEATS)
def test_repeated_literals_warn(planned: Planner, written: str, texts: list[str]) -> None:
    found = planned(f"type output = {{ v: {written} }}")
    assert [code for code, _ in found.found] == ["SC307"] * len(texts)
    assert len(found.plan.tools) == 1


def test_tags_on_a_type_parameter_are_judged_per_instance(planned: Planner) -> None:
    found = planned(
        "type box[T] = { v: T @min(1) }\n"
        "type output = { a: box[String], b: box[bool], c: box[nil] }"
    )
    assert found.messages == [
        "SC302 `@min` does not apply to a boolean",
        "SC302 `@min` does not apply to null",
    ]
    assert [each.span.text for each in found.diagnostics if each.span] == ["@min(1)", "@min(1)"]
    assert [len(each.notes) for each in found.diagnostics] == [1, 1]
    assert all(each.notes[0].startswith("in `box[") for each in found.diagnostics)
    assert [label.span.text for label in found.diagnostics[0].labels] == ["box[bool]"]


def test_a_mistake_in_a_generic_is_reported_once(planned: Planner) -> None:
    found = planned(
        "type box[T] = { v: T, w: bool @min(1) }\ntype output = { a: box[String], b: box[Integer] }"
    )
    assert found.found == [("SC302", "@min(1)")]
