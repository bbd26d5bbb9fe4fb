from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.ir.types import Group, ListType, RecordType, Scalar, Tagged, UnionType, Use

if TYPE_CHECKING:
    from tests.unit.resolve.projects import Project


def test_one_type_for_each_distinct_instance(project: Project) -> None:
    outcome = project.shared("""
        type page[T] = { items: Array[T], ?next: page[T] }
        type a = { x: page[String], y: page[str], z: page[(String)] }
        type b = page[Integer]
    """)
    assert outcome.text == ""
    assert outcome.names == ["a", "page[String]", "b", "page[Integer]"]
    page = outcome.type("page", "String")
    assert page.instance_span is not None
    assert page.instance_span.text == "page[String]"
    body = page.body
    assert isinstance(body, RecordType)
    items, after = body.fields
    assert isinstance(items.type, ListType)
    assert isinstance(items.type.item, Scalar)
    assert after.type == Use(outcome.program.types.index(page), after.type.span)


def test_arguments_inside_arguments(project: Project) -> None:
    outcome = project.shared("""
        type page[T] = { items: Array[T] }
        type pair[A, B] = [A, B]
        type a = { x: pair[page[item], page[page[item]]] }
        type item = String @min(1)
    """)
    assert outcome.text == ""
    assert outcome.names == [
        "a",
        "item",
        "page[item]",
        "page[page[item]]",
        "pair[page[item], page[page[item]]]",
    ]


def test_defaults_may_name_earlier_parameters(project: Project) -> None:
    outcome = project.shared("""
        type page[T = untyped, C = Array[T], D = C?] = { c: C, d: D }
        type a = { x: page, y: page[String], z: page[String, Integer] }
    """)
    assert outcome.text == ""
    assert outcome.names == [
        "a",
        "page[untyped, Array[untyped], Array[untyped]?]",
        "page[String, Array[String], Array[String]?]",
        "page[String, Integer, Integer?]",
    ]


def test_an_unused_generic_is_checked_with_untyped(project: Project) -> None:
    outcome = project.shared("type page[T] = { items: Array[T], x: nowhere_at_all }")
    assert outcome.codes == ["SC201"]
    outcome = project.shared("type page[T] = { items: Array[T] }")
    assert not outcome.type("page", "untyped").sound
    assert outcome.type("page", "untyped").instance_span is None


def test_tags_of_an_argument_stay_with_it(project: Project) -> None:
    outcome = project.shared("""
        type box[T] = { held: T @min(1), ?other: T }
        type a = box[String | Integer @feature(:x)]
    """)
    assert outcome.text == ""
    body = next(each for each in outcome.program.types if each.name == "box").body
    assert isinstance(body, RecordType)
    held, other = body.fields
    assert isinstance(held.type, Tagged)
    assert isinstance(held.type.inner, Group)
    assert isinstance(held.type.inner.inner, UnionType)
    assert isinstance(other.type, Group), "the tail rule stops at the argument"


def test_written_parentheses_make_a_difference_inside_an_argument(project: Project) -> None:
    outcome = project.shared("""
        type box[T] = { held: T }
        type a = box[{ x: "a" | "b" @feature(:x) }]
        type b = box[{ x: ("a" | "b" @feature(:x)) }]
    """)
    assert len([each for each in outcome.program.types if each.name == "box"]) == 2


def test_two_types_of_one_name_make_two_texts(project: Project) -> None:
    project.write("sig/one.sig", "type item = String")
    project.write("sig/two.sig", "type item = Integer")
    outcome = project.shared("""
        from one import item
        from two import item as other
        type page[T] = { items: Array[T] }
        type a = [page[item], page[other]]
    """)
    assert outcome.text == ""
    texts = [each.arguments for each in outcome.program.types if each.name == "page"]
    assert texts == ["one.sig:item", "two.sig:item"]


@pytest.mark.parametrize(
    ("declarations", "use", "inside"),
    [
        ("type f[T] = f[Array[T]]", "f[Array[T]]", "f"),
        ("type f[T] = { ?n: f[Array[T]] }", "f[Array[T]]", "f"),
        ("type f[T] = { ?n: f[T?] }", "f[T?]", "f"),
        ("type f[T] = { ?n: f[f[T]] }", "f[f[T]]", "f"),
        ("type f[T] = { ?n: f[T @min(1)] }", "f[T @min(1)]", "f"),
        ("type f[A, B] = { ?n: f[B, { x: A }] }", "f[B, { x: A }]", "f"),
        ("type f[T] = { ?n: g[T] }\ntype g[U] = { ?n: f[[U]] }", "f[[U]]", "g"),
        ("type f[T, U = Array[T]] = { ?n: f[U] }", "f[U]", "f"),
    ],
)
def test_a_generic_that_grows(project: Project, declarations: str, use: str, inside: str) -> None:
    outcome = project.shared(declarations + "\ntype a = { x: f[String, String] }")
    growing = [each for each in outcome.diagnostics if each.code == "SC206"]
    assert len(growing) == 1
    diagnostic = growing[0]
    assert diagnostic.message == f"`{use[0]}` is used with ever larger arguments: it has no end"
    assert diagnostic.span is not None
    assert diagnostic.span.text == use
    assert [label.text for label in diagnostic.labels] == [f"`{inside}` recurses here"]
    assert outcome.names == []


@pytest.mark.parametrize(
    "declarations",
    [
        "type f[T] = { ?n: f[T] }",
        "type f[T] = { ?n: f[(T)] }",
        "type f[A, B] = { ?n: f[B, A] }",
        "type f[T] = { ?n: f[String], ?m: f[Array[Integer]] }",
        "type f[T] = { ?n: g[Array[T]] }\ntype g[U] = { ?n: f[String], ?u: U }",
        "type f[T, U = Array[T]] = { ?n: f[T, U] }",
    ],
)
def test_a_generic_that_recurses_and_does_not_grow(project: Project, declarations: str) -> None:
    assert project.shared(declarations).text == ""


def test_a_broken_generic_is_one_finding_however_often_it_is_used(project: Project) -> None:
    outcome = project.shared("""
        type page[T] = { items: Array[T], bad: xylophone }
        type a = [page[String], page[Integer], page[page[nil]]]
    """)
    assert outcome.codes == ["SC201"]
    assert outcome.names == []


def test_a_mistake_in_an_argument_is_one_finding(project: Project) -> None:
    outcome = project.shared("""
        type page[T] = { items: Array[T] }
        type a = page[xylophone]
    """)
    assert outcome.text == "sig/shared.sig:2:15 [xylophone] SC201 unknown type `xylophone`"
    assert not outcome.type("page", "untyped").sound


def test_a_parameter_that_nobody_uses_still_tells_instances_apart(project: Project) -> None:
    outcome = project.shared("""
        type tagged[T] = { id: String }
        type a = [tagged[String], tagged[Integer]]
    """)
    assert outcome.names == ["a", "tagged[String]", "tagged[Integer]"]


def test_fields_of_a_generic_keep_their_words(project: Project) -> None:
    outcome = project.shared(
        "type page[T] = {\n  ## What there is.\n  ?items: T\n}\ntype a = page[nil]"
    )
    body = outcome.type("page", "nil").body
    assert isinstance(body, RecordType)
    field = body.fields[0]
    assert (field.name, field.optional, field.doc) == ("items", True, "What there is.")
