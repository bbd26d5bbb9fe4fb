from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.emit import emit_schema
from schemac.emit.twins import without_twins
from schemac.plan.model import Shape
from schemac.plan.nodes import (
    Field,
    ListOf,
    MapOf,
    Member,
    NamedType,
    Node,
    Origin,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from tests.counted import calls_at_most

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

TEXT = Scalar("string")


def _page(item: Node, following: int) -> Record:
    fields = (Field("items", ListOf(item)), Field("next", Ref(following), required=False))
    return Record(fields)


def _named(body: Node, arguments: str = "String") -> NamedType:
    return NamedType("page", body, arguments, "t.sig")


def _merged(types: Mapping[int, NamedType]) -> Mapping[int, NamedType]:
    return without_twins(Shape(Record(()), types))[0].types


def test_types_that_are_alike_become_one_through_recursion() -> None:
    types = {3: _named(_page(TEXT, 3)), 5: _named(_page(TEXT, 5))}
    assert _merged(types) == {3: types[3], 5: _named(Ref(3))}


def test_types_that_hold_each_other_become_one() -> None:
    types = {3: _named(_page(TEXT, 5)), 5: _named(_page(TEXT, 3))}
    assert _merged(types) == {3: _named(_page(TEXT, 3)), 5: _named(Ref(3))}


def test_what_differs_inside_stays_two() -> None:
    types = {3: _named(_page(TEXT, 3)), 5: _named(_page(Scalar("integer"), 5))}
    assert _merged(types) == types


def test_what_differs_in_name_arguments_or_place_stays_two() -> None:
    body = Record((Field("a", TEXT),))
    one = NamedType("page", body, "a", "t.sig")
    others = (
        NamedType("part", body, "a", "t.sig"),
        NamedType("page", body, "b", "t.sig"),
        NamedType("page", body, "a", "u.sig"),
        NamedType("page", body, "a", "t.sig", "Owner"),
    )
    for other in others:
        types = {0: one, 1: other}
        assert _merged(types) is types


def test_intersections_without_a_name_are_left_alone() -> None:
    types = {at: NamedType("merged", Record((Field("a", TEXT),))) for at in (0, 1)}
    assert _merged(types) is types


def test_a_schema_counts_twins_together() -> None:
    body = Record(tuple(Field(name, TEXT) for name in ("alpha", "beta", "gamma", "delta")))
    root = Record((Field("a", Ref(0)), Field("b", Ref(1))))
    schema = emit_schema(Shape(root, {0: _named(body), 1: _named(body)}))
    assert schema["properties"] == {
        "a": {"$ref": "#/$defs/page_String"},
        "b": {"$ref": "#/$defs/page_String"},
    }
    assert list(schema["$defs"]) == ["page_String"]


@pytest.mark.parametrize(
    "around",
    [
        lambda node: node,
        ListOf,
        lambda node: MapOf(TEXT, node),
        lambda node: TupleOf((TEXT, node)),
        lambda node: Record((Field("a", node),)),
        lambda node: Union((Member(ListOf(node)), Member(Scalar("null")))),
    ],
)
def test_variants_that_are_twins_are_one(around: Callable[[Node], Node]) -> None:
    body = Record((Field("alpha", TEXT),))
    types = {0: _named(body), 1: _named(body)}
    twice = Union((Member(Ref(0)), Member(Ref(1))))
    assert without_twins(Shape(around(twice), types))[0].root == around(Ref(0))
    null = Member(Scalar("null"))
    three = Union((Member(Ref(0)), Member(Ref(1)), null))
    assert without_twins(Shape(around(three), types))[0].root == around(
        Union((Member(Ref(0)), null))
    )


def test_fields_without_a_twin_stay_the_very_same() -> None:
    body = Record((Field("alpha", TEXT),))
    kept = Field("kept", TEXT)
    root = Record((kept, Field("b", Ref(1))))
    found = without_twins(Shape(root, {0: _named(body), 1: _named(body)}))[0].root
    assert isinstance(found, Record)
    assert found.fields[0] is kept


def test_defaults_of_fields_that_name_a_twin_are_shown() -> None:
    body = Record((Field("alpha", TEXT),))
    fields = tuple(
        Field(name, Ref(target), required=False, default_for="key")
        for name, target in (("a", 0), ("b", 1))
    )
    shape = Shape(Record(fields), {0: _named(body), 1: _named(body)})
    schema = emit_schema(shape, defaults=dict.fromkeys(fields, '{"alpha":"x"}'))
    assert [each["default"] for each in schema["properties"].values()] == [{"alpha": "x"}] * 2


def test_a_large_group_is_not_compared_pair_by_pair() -> None:
    types = {at: _named(Record((Field(f"f{at}", TEXT),))) for at in range(2000)}
    with calls_at_most(400_000):
        assert _merged(types) == types


def test_intersections_of_one_place_are_compared_and_stay_apart() -> None:
    here, there = Origin("t.sig", 1, 1), Origin("t.sig", 2, 1)

    def merged(item: Node, origin: Origin | None) -> NamedType:
        return NamedType("merged", Record((Field("a", item),)), origin=origin)

    def with_two(first: NamedType, second: NamedType) -> Mapping[int, NamedType]:
        pages = {1: _named(_page(Ref(3), 1)), 2: _named(_page(Ref(4), 2))}
        return {**pages, 3: first, 4: second}

    alike = with_two(merged(TEXT, here), merged(TEXT, here))
    assert _merged(alike) == {**alike, 2: _named(Ref(1))}
    for other in (merged(Scalar("integer"), here), merged(TEXT, there), merged(TEXT, None)):
        apart = with_two(merged(TEXT, here), other)
        assert _merged(apart) == apart
    declared = [NamedType(name, Record((Field("a", TEXT),)), origin=here) for name in "xy"]
    apart = with_two(*declared)
    assert _merged(apart) == apart


def _merged_as(body: Node, origin: Origin | None = None) -> NamedType:
    return NamedType("merged", body, origin=origin)


def test_an_intersection_that_came_to_a_type_by_itself_is_that_type() -> None:
    person = NamedType("person", Record((Field("name", TEXT),)), "", "t.sig")
    types = {
        1: _named(Record((Field("items", Ref(7)),))),
        2: _named(Record((Field("items", Ref(5)),))),
        3: _named(Record((Field("items", Ref(9)),))),
        4: _named(Record((Field("items", Ref(8)),))),
        5: _merged_as(Ref(7)),
        7: _merged_as(Ref(9)),
        8: _merged_as(Ref(9, closed=True)),
        9: person,
    }
    assert _merged(types) == {**types, 2: _named(Ref(1)), 3: _named(Ref(1))}


def test_such_that_lead_round_are_left_alone() -> None:
    types = {
        1: _named(Record((Field("items", Ref(5)),))),
        2: _named(Record((Field("items", Ref(7)),))),
        5: _merged_as(Ref(7)),
        7: _merged_as(Ref(5)),
    }
    assert _merged(types)[1] == types[1]
