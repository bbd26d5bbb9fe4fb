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


WRONG_TYPE = [
    ("bool @min(1)", "SC302", "@min(1)", "`@min` does not apply to a boolean"),
    ("nil @min(1)", "SC302", "@min(1)", "`@min` does not apply to null"),
    ('"a" @min(1)', "SC302", "@min(1)", "`@min` does not apply to a literal"),
    ("Date @min(1)", "SC302", "@min(1)", "`@min` does not apply to a date"),
    ("untyped @min(1)", "SC302", "@min(1)", "`@min` does not apply to `untyped`"),
    ("{ a: String } @max(2)", "SC302", "@max(2)", "`@max` does not apply to a record"),
    ("[String] @unique()", "SC302", "@unique()", "`@unique` does not apply to a tuple"),
    ("Integer @pattern(a)", "SC302", "@pattern(a)", "`@pattern` does not apply to an integer"),
    ("String @closed()", "SC302", "@closed()", "`@closed` does not apply to a string"),
    ("Hash[String, Integer] @strict()", "SC302", "@strict()", "`@strict` does not apply to a map"),
    ("(String | bool) @max(2)", "SC302", "@max(2)", "`@max` does not apply to a boolean"),
    ("String @min(-1)", "SC312", "-1", "`@min` on strings takes an integer, 0 or above"),
    ("Array[String] @max(1.5)", "SC312", "1.5", "`@max` on lists takes an integer, 0 or above"),
    ("Float @multiple_of(0)", "SC312", "0", "`@multiple_of` takes a number above 0"),
    ("Float @min(NaN)", "SC312", "NaN", "`@min` takes a number, not `NaN`"),
    (
        "Float @min(1e999)",
        "SC312",
        "1e999",
        "`@min` has `1e999`, which is larger than any number JSON readers know",
    ),
    ('Integer @min("1")', "SC312", '"1"', '`@min` takes a number, not `"1"`'),
    ("Integer @min()", "SC312", "@min()", "`@min` takes a number"),
    ("String @desc()", "SC312", "@desc()", "`@desc` needs a text"),
    ("Array[String] @unique(yes)", "SC312", "yes", "`@unique` takes no argument"),
    ("String @min(1) @min(2)", "SC309", "@min(2)", "`@min` stands here twice"),
    ("String @desc(a) @desc(b)", "SC309", "@desc(b)", "`@desc` stands here twice"),
    (
        "Integer @min(5) @max(1)",
        "SC309",
        "@max(1)",
        "with `@max(1)` no value is within the bounds",
    ),
    (
        "Integer @exclusive_min(1) @exclusive_max(2)",
        "SC309",
        "@exclusive_max(2)",
        "with `@exclusive_max(2)` no value is within the bounds",
    ),
    (
        "Float @min(1) @exclusive_max(1)",
        "SC309",
        "@exclusive_max(1)",
        "with `@exclusive_max(1)` no value is within the bounds",
    ),
    (
        "(String @pattern(a)) @pattern(b)",
        "SC309",
        "@pattern(b)",
        "this type has `@pattern` already",
    ),
    (
        "Array[String @default(a)]",
        "SC302",
        "@default(a)",
        "`@default` belongs to a field, and this is none",
    ),
    (
        "Array[String @header(X)]",
        "SC314",
        "@header(X)",
        "`@header` belongs to a parameter, and this is none",
    ),
    ("String @dsec(x)", "SC311", "@dsec", "`@dsec` is neither a tag nor a configured predicate"),
    (
        "String @tier(:gold)",
        "SC311",
        "@tier",
        "`@tier` is neither a tag nor a configured predicate",
    ),
    ("Hash[Integer, String]", "SC305", "Integer", "the keys of a map are strings"),
    ("Hash[String?, String]", "SC305", "String?", "the keys of a map are strings"),
    ("Hash[untyped, String]", "SC305", "untyped", "the keys of a map are strings"),
]


@pytest.mark.parametrize(
    ("written", "code", "text", "message"), WRONG_TYPE, ids=[case[0] for case in WRONG_TYPE]
)
def test_mistakes(planned: Planner, written: str, code: str, text: str, message: str) -> None:
    found = planned(f"type output = {{ v: {written} }}")
    assert found.found == [(code, text)]
    assert found.messages == [f"{code} {message}"]
    assert found.plan.tools == ()


def test_an_unknown_tag_comes_with_the_one_meant(planned: Planner) -> None:
    [found] = planned("type output = { v: String @dsec(x) }").diagnostics
    assert found.hint == "did you mean `@desc`?"
    assert found.fix is not None
    assert (found.fix.span.text, found.fix.replacement) == ("@dsec", "@desc")


def test_a_misspelt_predicate_is_never_an_open_door(planned: Planner) -> None:
    found = planned("type output = { v: String @reqires(:admin) }")
    assert found.found == [("SC311", "@reqires")]
    assert found.diagnostics[0].hint == "did you mean `@requires`?"
    assert found.plan.tools == ()


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
