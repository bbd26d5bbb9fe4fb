"""Results in unions: the variant that fits and keeps most, however deep and recursive."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from schemac.enforce import Breach, Projected
from schemac.plan.nodes import (
    Constraints,
    Field,
    Member,
    Meta,
    NamedType,
    Node,
    Record,
    Ref,
    Scalar,
    Union,
)
from tests.counted import calls_at_most
from tests.unit.enforce.shapes import (
    ANY,
    BOOLEAN,
    BYTES,
    DATE,
    INTEGER,
    NUMBER,
    STRING,
    breach,
    const,
    giving,
    items,
    map_of,
    maybe,
    named,
    out,
    out_breach,
    projected,
    record,
    set_of,
    union,
)

A = record(a=INTEGER)
AB = record(a=INTEGER, b=INTEGER)
OPTIONAL = record(a=INTEGER, _b=INTEGER)


@pytest.mark.parametrize(
    ("variants", "value", "expected"),
    [
        ((A, AB), {"a": 1, "b": 2}, {"a": 1, "b": 2}),
        ((AB, A), {"a": 1, "b": 2}, {"a": 1, "b": 2}),
        ((AB, A), {"a": 1, "c": 2}, {"a": 1}),
        ((AB, A), {"a": 1, "b": "x"}, {"a": 1}),
        ((record(_a=INTEGER), record(_b=INTEGER)), {"b": 1}, {"b": 1}),
        ((record(_a=INTEGER), record(_b=INTEGER)), {"a": 1, "b": 1}, {"a": 1}),
        ((record(_b=INTEGER), record(_a=INTEGER)), {"a": 1, "b": 1}, {"b": 1}),
        ((record(_a=INTEGER), record(_b=INTEGER)), {"c": 1}, {}),
        ((record(k=const(1), x=ANY), record(k=const(value=True), y=ANY)),
         {"k": True, "x": 1, "y": 2}, {"k": True, "y": 2}),
        ((record(k=const(1), x=ANY), record(k=const(value=True), y=ANY)),
         {"k": 1.0, "x": 1, "y": 2}, {"k": 1.0, "x": 1}),
        ((record(k=const("1"), x=ANY), record(k=const(1), y=ANY)),
         {"k": 1, "x": 1, "y": 2}, {"k": 1, "y": 2}),
        ((A, map_of(INTEGER)), {"a": 1, "b": 2}, {"a": 1, "b": 2}),
        ((A, map_of(INTEGER)), {"a": 1, "b": "x"}, {"a": 1}),
        ((AB, items(INTEGER)), (1, 2), [1, 2]),
        ((A, STRING), "a", "a"),
        ((record(a=Scalar("integer", Constraints(min=5)), b=ANY), A), {"a": 1, "b": 2}, {"a": 1}),
        ((record(a=set_of(INTEGER), b=ANY), record(a=items(INTEGER))), {"a": [2, 1, 2], "b": 1},
         {"a": [1, 2], "b": 1}),
        ((record(a=items(INTEGER, Constraints(unique=True)), b=ANY), record(a=items(INTEGER))),
         {"a": [2, 1, 2], "b": 1}, {"a": [2, 1, 2]}),
        ((record(a=Scalar("string", Constraints(pattern="^x")), b=ANY), record(a=STRING)),
         {"a": "y", "b": 1}, {"a": "y"}),
        ((record(a=BYTES, b=ANY), record(a=STRING)), {"a": "no base64!", "b": 1},
         {"a": "no base64!"}),
        ((record(a=DATE, b=ANY), record(a=STRING)), {"a": "2024-02-30", "b": 1},
         {"a": "2024-02-30"}),
        ((record(a=STRING, b=ANY), record(_c=ANY)), {"a": "\ud800", "b": 1, "c": 2}, {"c": 2}),
    ],
)  # fmt: skip
def test_the_variant_that_fits_and_keeps_most(
    variants: tuple[Node, ...], value: object, expected: object
) -> None:
    assert out(union(*variants), value) == expected


@pytest.mark.parametrize("kind", [dict, SimpleNamespace])
def test_objects_choose_like_mappings(kind: Any) -> None:
    value = kind(kind="b", inner=kind(x=1, y=2), extra=3)
    either = union(
        record(kind=const("a"), inner=record(x=INTEGER)),
        record(kind=const("b"), inner=record(x=INTEGER)),
    )
    assert out(either, value) == {"kind": "b", "inner": {"x": 1}}


def test_keys_are_counted_at_that_record_only() -> None:
    shallow = record(a=record(_p=INTEGER, _q=INTEGER, _r=INTEGER))
    wide = record(a=record(_p=INTEGER), b=INTEGER)
    assert out(union(shallow, wide), {"a": {"p": 1, "q": 2, "r": 3}, "b": 4}) == {
        "a": {"p": 1},
        "b": 4,
    }


def test_none_of_the_variants_fits() -> None:
    assert out_breach(union(A, AB), {"b": 1}) == ("/v", "anyOf")
    assert out_breach(union(A, AB), [{"a": 1}]) == ("/v", "anyOf")
    assert out_breach(maybe(A), "x") == ("/v", "anyOf")
    assert out_breach(items(union(A, STRING)), [{"b": 1}]) == ("/v/*/a", "required")
    assert out_breach(items(union(A, AB)), [{"b": 1}]) == ("/v/*", "anyOf")


def test_only_the_chosen_variant_counts_what_it_cut() -> None:
    either = giving(union(record(a=record(x=INTEGER)), record(a=record(x=STRING), b=ANY)))
    answer = either.project({"a": {"x": "s", "y": 1, "z": 2}, "b": 1, "c": 1, "d": 1})
    assert isinstance(answer, Projected)
    assert answer.cut == {"/*": 2, "/a/*": 2}


NODE = named(node=record(label=STRING, _children=items(Ref(0))))


def test_a_recursive_type_is_cut_at_every_level() -> None:
    value: dict[str, Any] = {"label": "0", "cost": 0}
    expected: dict[str, Any] = {"label": "0"}
    for level in range(1, 32):
        value = {"label": str(level), "cost": level, "children": [value]}
        expected = {"label": str(level), "children": [expected]}
    assert projected(giving(Ref(0), NODE), value) == expected


def test_the_places_of_a_recursive_type() -> None:
    answer = giving(Ref(0), NODE).project(
        {"label": "a", "x": 1, "children": [{"label": "b", "x": 1, "children": [{"label": 5}]}]}
    )
    assert answer == Breach("/children/*/children/*/label", "type")


def nested(levels: int) -> Any:
    value: Any = {"label": "x"}
    for _ in range(levels):
        value = {"label": "x", "children": [value]}
    return value


def test_depth() -> None:
    node = giving(Ref(0), NODE, output_depth=9)
    assert projected(node, nested(4)) == nested(4)
    assert breach(node, nested(5))[1] == "depth"
    assert breach(node, {**nested(4), "children": [[]]})[1] == "type"
    assert breach(giving(Ref(0), NODE), nested(100_000))[1] == "depth"


def test_depth_of_untyped() -> None:
    def lists(levels: int) -> Any:
        value: Any = 1
        for _ in range(levels):
            value = [value]
        return value

    assert out(ANY, lists(63)) == lists(63)
    assert out_breach(ANY, lists(64))[1] == "depth"
    assert out_breach(ANY, lists(100_000))[1] == "depth"
    inside = giving(Ref(0), named(node=record(_x=ANY, _n=Ref(0))), output_depth=5)
    assert projected(inside, {"n": {"x": lists(3)}}) == {"n": {"x": lists(3)}}
    assert breach(inside, {"n": {"n": {"x": lists(3)}}})[1] == "depth"


def test_cycles_end() -> None:
    loop: dict[str, Any] = {"label": "x"}
    loop["children"] = [loop]
    assert breach(giving(Ref(0), NODE), loop)[1] == "depth"
    untyped: list[Any] = []
    untyped.append(untyped)
    assert out_breach(ANY, untyped)[1] == "depth"


def test_a_cycle_through_variants_that_all_fit() -> None:
    types = named(
        n=union(record(_x=INTEGER, _next=Ref(0)), record(_y=INTEGER, _next=Ref(0))),
    )

    @dataclass
    class Loop:
        next: object = None

    loop = Loop()
    loop.next = loop
    with calls_at_most(20_000):
        assert breach(giving(Ref(0), types), loop)[1] in {"depth", "anyOf"}


def test_variants_at_every_level_take_no_exponential_time() -> None:
    types = named(
        n=union(
            record(_x=INTEGER, _next=Ref(0)),
            record(_y=INTEGER, _next=Ref(0)),
            record(_z=INTEGER, _next=Ref(0)),
        ),
    )
    value: dict[str, Any] = {"y": 1}
    for _ in range(50):
        value = {"z": 1, "next": value}
    with calls_at_most(50_000):
        assert projected(giving(Ref(0), types), value) == value


def test_values_that_double_at_every_level_end() -> None:
    value: Any = []
    for _ in range(60):
        value = [value, value]
    types = named(t=items(Ref(0)))
    with calls_at_most(5_000_000):
        assert (
            breach(giving(record(v=Ref(0)), types, output_size=100_000), {"v": value})[1] == "size"
        )
        assert out_breach(ANY, value, output_size=100_000)[1] == "size"
        records: Any = {}
        for _ in range(60):
            records = {"l": records, "r": records}
        double = named(t=record(_l=Ref(0), _r=Ref(0)))
        either = named(t=union(record(_l=Ref(0), _r=Ref(0)), record(_l=Ref(0), _r=Ref(0), _x=ANY)))
        assert breach(giving(Ref(0), either, output_size=10_000), records)[1] == "size"
        assert breach(giving(Ref(0), double, output_size=100_000), records)[1] == "size"


def test_size_is_that_of_the_json() -> None:
    assert out(STRING, "a" * 992, output_size=1000) == "a" * 992
    assert out_breach(STRING, "a" * 993, output_size=1000) == ("", "size")
    assert out(STRING, "é" * 496, output_size=1000) == "é" * 496
    assert out_breach(STRING, "é" * 497, output_size=1000) == ("", "size")
    assert out_breach(items(record(name=STRING)), [{"name": ""}] * 100, output_size=1000) == (
        "/v",
        "size",
    )


def test_constraints_of_a_use_hold_for_a_union_too() -> None:
    types = named(s=union(STRING, INTEGER))
    use = Ref(0, Constraints(min=3))
    node = giving(record(v=use), types)
    assert breach(node, {"v": "ab"})[0] == "/v"
    assert projected(node, {"v": "abc"}) == {"v": "abc"}


def test_a_named_union_inside_a_union() -> None:
    types = {0: NamedType("inner", union(A, record(k=const("x"), a=INTEGER, b=INTEGER)))}
    described = Union((Member(Ref(0, meta=Meta(description="d"))), Member(AB), Member(STRING)))
    node = giving(record(v=described), types)
    assert projected(node, {"v": {"k": "x", "a": 1, "b": 2}}) == {"v": {"k": "x", "a": 1, "b": 2}}
    assert projected(node, {"v": {"k": "y", "a": 1, "b": 2}}) == {"v": {"a": 1, "b": 2}}
    assert projected(node, {"v": {"a": 1}}) == {"v": {"a": 1}}


def test_a_closed_record_of_a_result_is_cut_like_any_other() -> None:
    assert out(record(closed=True, a=INTEGER), {"a": 1, "b": 2}) == {"a": 1}
    either = union(record(closed=True, a=INTEGER), record(a=INTEGER, b=STRING))
    assert out(either, {"a": 1, "b": 2}) == {"a": 1}


def test_unions_of_scalars() -> None:
    node = union(INTEGER, BOOLEAN, const("a"), items(NUMBER))
    for value in (1, True, False, "a", [1, 2.5]):
        assert out(node, value) is value or out(node, value) == value
    assert out_breach(node, "b")[0] == "/v"


def test_a_breach_points_at_the_field_that_is_missing() -> None:
    first = Field("a", INTEGER, required=False)
    node = Record((first, Field("b", INTEGER, required=False, depends_on=("a",))))
    assert breach(giving(record(v=node)), {"v": {"a": 1}}) == ("/v/b", "dependentRequired")
    assert breach(giving(record(v=node, w=STRING)), {"v": {}}) == ("/w", "required")
