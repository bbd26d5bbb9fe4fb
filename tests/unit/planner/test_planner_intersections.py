"""Types that meet in an intersection become one type, with the gates of both."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.gates import Asked, Every, Some
from schemac.plan.nodes import (
    Const,
    Constraints,
    Field,
    ListOf,
    MapOf,
    Member,
    Meta,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.plan.nodes import Node
    from tests.unit.planner.conftest import Planned

    Planner = Callable[..., Planned]

A, B = Asked(0), Asked(1)
STRING, INTEGER = Scalar("string"), Scalar("integer")


def met(planned: Planner, types: str, written: str) -> Node:
    """Give the type of a field, a name that an intersection got looked through."""
    found = planned(f"{types}\ntype output = {{ k: Integer, ?v: {written} }}")
    assert found.found == []
    output = found.type("output")
    assert isinstance(output, Record)
    node = output.fields[1].type
    assert isinstance(node, Ref)
    return found.plan.types[node.target].body


LEAVES = [
    ('"a" & String', Const("string", '"a"')),
    ('String & "a"', Const("string", '"a"')),
    ("3 & Float", Const("integer", "3")),
    ("Integer & Float", INTEGER),
    ("Float & Integer", INTEGER),
    ("untyped & Integer", INTEGER),
    ("bool & true", Const("boolean", "true")),
    ("Date & Date", Scalar("date")),
    ("(String @min(1)) & (String @max(3))", Scalar("string", Constraints(min=1, max=3))),
    ("(Integer @min(1)) & (Float @min(2.5))", Scalar("integer", Constraints(min=2.5))),
    (
        '("a" | "b" | "c") & ("b" | "c" | "d")',
        Union((Member(Const("string", '"b"')), Member(Const("string", '"c"')))),
    ),
    ('("a" | "b") & "b"', Const("string", '"b"')),
    (
        "(String | Integer | nil) & (Integer | nil | bool)",
        Union((Member(INTEGER), Member(Scalar("null")))),
    ),
    ('("abcd" | "a") & (String @max(2))', Const("string", '"a"')),
    ('Array[String] & Array["a"]', ListOf(Const("string", '"a"'))),
    (
        "(Array[Integer] @min(1)) & Set[Float]",
        ListOf(INTEGER, is_set=True, constraints=Constraints(min=1, unique=True)),
    ),
    ('Hash[String, Integer] & Hash["a", Float]', MapOf(Const("string", '"a"'), INTEGER)),
    ('[String, Float] & ["a", Integer]', TupleOf((Const("string", '"a"'), INTEGER))),
    ("(String @desc(a) @title(T)) & (String @desc(b))", Scalar("string", meta=Meta("T", "b"))),
    (
        "(nil | (nil @requires(:x)) | (nil @requires(:y))) & (nil | String)",
        Union((Member(Scalar("null")), Member(Scalar("null"), Some((A, B))))),
    ),
    ("(nil | Integer | nil) & (nil | String)", Scalar("null")),
]


@pytest.mark.parametrize(("written", "node"), LEAVES, ids=[case[0] for case in LEAVES])
def test_outside_records(planned: Planner, written: str, node: object) -> None:
    assert met(planned, "", written) == node


RECORDS = [
    (
        "{ a: String } & { ?b: Integer }",
        Record((Field("a", STRING), Field("b", INTEGER, required=False))),
    ),
    ("{ ?a: String } & { a: String }", Record((Field("a", STRING),))),
    ("{ a: String @requires(:x) } & { a: String }", Record((Field("a", STRING, gate=A),))),
    (
        "{ a: String @requires(:x) } & { a: String @requires(:y) }",
        Record((Field("a", STRING, gate=Every((A, B))),)),
    ),
    (
        "({ a: String, b: Integer @feature(:y) } @requires(:x)) & { c: Integer }",
        Record(
            (
                Field("a", STRING, gate=A),
                Field("b", INTEGER, gate=Every((A, B))),
                Field("c", INTEGER),
            )
        ),
    ),
    (
        "{ a: String } & ({ b: Integer } @closed())",
        Record((Field("a", STRING), Field("b", INTEGER)), closed=True),
    ),
    (
        "({ a: String } @desc(one)) & ({ b: Integer } @desc(two))",
        Record((Field("a", STRING), Field("b", INTEGER)), meta=Meta(description="two")),
    ),
    (
        "{ a: String } & ({ b: Integer } | { c: Integer } | ({ d: Integer } @requires(:x)))",
        Union(
            (
                Member(Record((Field("a", STRING), Field("b", INTEGER)))),
                Member(Record((Field("a", STRING), Field("c", INTEGER)))),
                Member(Record((Field("a", STRING), Field("d", INTEGER))), A),
            )
        ),
    ),
    (
        '({ k: "a", x: Integer } | { k: "b" }) & { k: "a" }',
        Record((Field("k", Const("string", '"a"')), Field("x", INTEGER))),
    ),
    (
        "{ a: { b: String } } & { a: { c: Integer } }",
        Record((Field("a", Record((Field("b", STRING), Field("c", INTEGER)))),)),
    ),
    (
        "{ ?a: Integer @deprecated() @default(1) } & { ?a: Integer @default(2) }",
        None,
    ),
]


@pytest.mark.parametrize(("written", "node"), RECORDS, ids=[case[0] for case in RECORDS])
def test_records_merge(planned: Planner, written: str, node: object) -> None:
    merged = met(planned, "", written)
    if node is not None:
        assert merged == node
        return
    assert isinstance(merged, Record)
    [field] = merged.fields
    assert field.deprecated
    assert field.default is not None
    assert field.default.value == "2"


def test_a_default_that_the_other_operand_rejects_is_not_shown(planned: Planner) -> None:
    merged = met(planned, "", '{ ?a: String @default("x") } & { ?a: "y" }')
    assert merged == Record((Field("a", Const("string", '"y"'), required=False),))


def test_the_gate_of_a_name_is_a_gate_on_each_field(planned: Planner) -> None:
    types = "type s = { a: String, b: Integer } @requires(:x)"
    assert met(planned, types, "s & { c: Integer }") == Record(
        (Field("a", STRING, gate=A), Field("b", INTEGER, gate=A), Field("c", INTEGER))
    )


def test_a_declared_intersection_is_the_declared_type(planned: Planner) -> None:
    found = planned(
        "type success = { ok: true }\ntype output = success & { n: Integer } | { ok: false }"
    )
    assert found.type("output") == Union(
        (
            Member(Record((Field("ok", Const("boolean", "true")), Field("n", INTEGER)))),
            Member(Record((Field("ok", Const("boolean", "false")),))),
        )
    )
    assert [named.name for named in found.plan.types] == ["output"]


def test_recursive_operands_meet_in_a_recursive_type(planned: Planner) -> None:
    found = planned(
        "type a = { v: Integer, ?next: a }\n"
        "type b = { w: Integer @requires(:x), ?next: b? }\n"
        "type output = a & b"
    )
    output, inner = found.plan.types
    shape = Record(
        (
            Field("v", INTEGER),
            Field("next", Ref(1), required=False),
            Field("w", INTEGER, gate=A),
        )
    )
    assert (output.name, output.body) == ("output", shape)
    assert inner.body == shape
    assert found.tool.vocabulary == (0,)


def test_equal_names_stay_names(planned: Planner) -> None:
    found = planned("type a = { x: Integer }\ntype output = { v: { f: a } & { f: a }, w: a & a }")
    output = found.type("output")
    assert isinstance(output, Record)
    assert found.plan.types[1].body == Record((Field("f", Ref(3)),))
    assert found.plan.types[2].body == Ref(3)


def test_others_are_looked_for_in_the_merged_record(planned: Planner) -> None:
    types = "type part = { ?b: Integer @depends_on(:a) }\n"
    assert planned(f"{types}type output = part & {{ ?a: Integer }}").found == []
    assert planned(f"{types}type output = part & {{ ?c: Integer }}").found == [("SC308", ":a")]
    assert planned(f"{types}type output = part").found == [("SC308", ":a")]
    found = planned(f"{types}type output = part & {{ a: Integer }}")
    assert found.messages == [
        "SC315 `a` is always given, so `b` is required wherever both are seen"
    ]


def test_an_unknown_dependency_comes_with_the_one_meant(planned: Planner) -> None:
    found = planned("type output = { ?b: Integer @depends_on(:namee), ?name: String }")
    assert found.messages == ["SC308 there is no field `namee` for `b` to depend on"]
    assert found.diagnostics[0].hint == "did you mean `:name`?"


def test_doubling_stays_linear(planned: Planner) -> None:
    lines = ["type a0 = { x: Integer }", "type b0 = { y: Integer }"]
    for n in range(1, 31):
        lines.append(f"type a{n} = {{ l: a{n - 1}, r: a{n - 1} }}")
        lines.append(f"type b{n} = {{ l: b{n - 1}, r: b{n - 1} }}")
    found = planned("\n".join([*lines, "type output = a30 & b30"]))
    assert found.found == []
    assert len(found.plan.types) == 31
    assert found.plan.types[30].body == Record((Field("x", INTEGER), Field("y", INTEGER)))


def test_an_alias_that_doubles_is_one_literal(planned: Planner) -> None:
    lines = ['type u0 = "a"', *(f"type u{n} = u{n - 1} | u{n - 1}" for n in range(1, 31))]
    found = planned("\n".join([*lines, "type output = { k: Integer, ?v: u30 & String }"]))
    assert found.found == [("SC307", f"u{n}") for n in reversed(range(30))]
    output = found.type("output")
    assert isinstance(output, Record)
    node = output.fields[1].type
    assert isinstance(node, Ref)
    assert found.plan.types[node.target].body == Const("string", '"a"')


def test_long_unions_of_literals_are_fine(planned: Planner) -> None:
    one = " | ".join(f'"w{n}"' for n in range(3000))
    other = " | ".join(f'"w{n}"' for n in range(2999, 5000))
    assert met(planned, "", f"({one}) & ({other})") == Const("string", '"w2999"')
    both = met(planned, "", f"({one}) & String")
    assert isinstance(both, Union)
    assert len(both.members) == 3000


RECURSIVE = [
    ("type output = a & b", "output", ["output"]),
    ("type output = { x: a & b }", "a_and_b", ["output", "a_and_b"]),
    ("type c = a & b\ntype output = { x: c }", "c", ["output", "c"]),
]


@pytest.mark.parametrize(("written", "name", "names"), RECURSIVE)
def test_a_recursive_intersection_is_the_type_that_declares_it(
    planned: Planner, written: str, name: str, names: list[str]
) -> None:
    types = "type a = { v: Integer, ?next: a }\ntype b = { w: Integer, ?next: b }\n"
    found = planned(types + written)
    assert [named.name for named in found.plan.types] == names
    number = names.index(name)
    assert found.plan.types[number].body == Record(
        (
            Field("v", INTEGER),
            Field("next", Ref(number), required=False),
            Field("w", INTEGER),
        )
    )


def test_a_field_that_depends_on_itself(planned: Planner) -> None:
    found = planned("type output = { ?a: String, ?b: String @depends_on(:a) @depends_on(:b) }")
    assert found.messages == ["SC308 `b` cannot depend on itself"]
    assert found.found == [("SC308", ":b")]
